import { isThin } from '../../support/thin.js';
import { describeProducts } from './products.contract.js';

const ONE_OF_EACH_PAIR = {
  library: 0.65,
  hotel: 0.45,
  school: 0.6,
  gym: 0.45,
  venue: 0.25,
  bistro: 0.15,
};

const THE_OTHERS = {
  fleet: 0.75,
  hiring: 0.6,
  shop: 0.75,
  helpdesk: 0.6,
  warehouse: 0.6,
  tenancy: 0.05,
  mailing: 0.05,
};

describeProducts({ ...ONE_OF_EACH_PAIR, ...(isThin ? {} : THE_OTHERS) });

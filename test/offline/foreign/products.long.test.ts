import { describeProducts } from './products.contract.js';

describeProducts({
  fleet: 0.75,
  library: 0.65,
  hiring: 0.6,
  hotel: 0.45,
  shop: 0.75,
  school: 0.6,
  helpdesk: 0.6,
  gym: 0.45,
  warehouse: 0.6,
  venue: 0.25,
  tenancy: 0.05,
  bistro: 0.15,
  mailing: 0.05,
});

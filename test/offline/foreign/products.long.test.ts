import { describeProducts } from './products.contract.js';

describeProducts({ fleet: 0.7, library: 0.65, hiring: 0.6, hotel: 0.45, shop: 0.7 });

import type { Lexicon } from '../reading/concepts.js';

/** Nouns for the tables of the business: `schema.table` → what people call one of its records. */
export const entities: Lexicon = {
  'entity.core.users': 'user, user account, login',
  'entity.core.roles': 'role',
  'entity.procurement.suppliers': 'supplier, vendor, lieferant',
  'entity.procurement.purchase_orders':
    'purchase order, purchase-order, supplier order, procurement order, buying order',
  'entity.procurement.purchase_order_lines':
    'purchase order line, purchase order item, purchase order position, line of a purchase order',
  'entity.inventory.products': 'product, article, goods, catalog item',
  'entity.inventory.warehouses': 'warehouse, depot, storage site, distribution center',
  'entity.inventory.locations': 'location, shelf, bin, storage location, storage place, shelves',
  'entity.inventory.inventory_items':
    'inventory item, inventory, stock, stock item, stock level, stock record, inventory level, inventory record, stock quantity, on-hand stock, lot, on hand',
  'entity.sales.customers': 'customer, client, buyer company, account',
  'entity.sales.orders':
    'order, sales order, customer order, sale, purchase by a customer, incoming order',
  'entity.sales.order_lines':
    'order line, order item, order position, line item, sales order line, lines of an order',
  'entity.hr.employees': 'employee, staff member, worker, personnel',
};

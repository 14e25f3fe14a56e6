import { namedId } from '../shared/named-id.js';
import { products, suppliers, warehouses, type ProductData } from './sample-company.js';
import { userId } from './people.js';
import { dotted, padded, type Row, type Sample } from './sample.js';

/** The fixed id of a supplier by its number from 1. */
export function supplierId(number: number): string {
  return namedId('supplier', supplierCode(number));
}

/** The fixed id of a product by article number. */
export function productId(sku: string): string {
  return namedId('product', sku);
}

/** The fixed id of a warehouse by code. */
export function warehouseId(code: string): string {
  return namedId('warehouse', code);
}

function supplierCode(number: number): string {
  return `S-${padded(number, 3)}`;
}

/** Rows of procurement.suppliers. */
export function supplierRows({ random, calendar }: Sample): Row[] {
  return suppliers.map((supplier, index) => ({
    id: supplierId(index + 1),
    code: supplierCode(index + 1),
    name: supplier.name,
    contact_name: supplier.contact,
    email: `${dotted(supplier.contact)}@${supplier.domain}`,
    phone: `+${random.int(30, 49)} ${random.int(100, 999)} ${random.int(100_000, 999_999)}`,
    city: supplier.city,
    country: supplier.country,
    payment_terms_days: random.pick([14, 30, 30, 45, 60]),
    lead_time_days: random.int(3, 21),
    rating: random.int(28, 50) / 10,
    is_active: index !== 7,
    created_at: calendar.at(random.int(500, 900)),
    updated_at: calendar.at(random.int(5, 120), 10),
  }));
}

/** How much of a product should be on hand over all warehouses before more is ordered. */
function reorderPoint(product: ProductData, { random }: Sample): number {
  return product.price > 50 ? random.int(4, 12) * 10 : random.int(12, 40) * 10;
}

/** Rows of inventory.products. */
export function productRows(sample: Sample): Row[] {
  const { random, calendar } = sample;
  return products.map((product) => ({
    id: productId(product.sku),
    sku: product.sku,
    name: product.name,
    description: product.description,
    category: product.category,
    status: product.status ?? 'active',
    unit: product.unit,
    unit_price: product.price,
    unit_cost: product.cost,
    weight_kg: product.weightKg,
    reorder_point: reorderPoint(product, sample),
    reorder_quantity: random.int(4, 20) * 25,
    is_perishable: product.isPerishable ?? false,
    supplier_id: supplierId(product.supplier),
    created_at: calendar.at(random.int(300, 850), 9),
    updated_at: calendar.at(random.int(2, 90), 14),
  }));
}

/** Rows of inventory.warehouses. */
export function warehouseRows({ random, calendar }: Sample): Row[] {
  return warehouses.map((warehouse) => {
    const opened = random.int(1000, 4000);
    return {
      id: warehouseId(warehouse.code),
      code: warehouse.code,
      name: warehouse.name,
      city: warehouse.city,
      country: warehouse.country,
      capacity_pallets: warehouse.pallets,
      is_active: true,
      manager_id: userId(warehouse.manager),
      opened_on: calendar.day(opened),
      created_at: calendar.at(890),
      updated_at: calendar.at(random.int(30, 300), 11),
    };
  });
}

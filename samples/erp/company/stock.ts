import { namedId } from '../shared/named-id.js';
import { productId, warehouseId } from './catalog.js';
import { products, warehouses, type ProductData } from './sample-company.js';
import { padded, type Row, type Sample } from './sample.js';

const ITEMS = 300;
/** Products that run short everywhere, so that rules on low stock have something to find. */
const SCARCE = new Set(['FAS-1003', 'TOO-2001', 'ELE-3004', 'SAF-4006', 'PAC-5003', 'CHE-6001']);

/** A place in a warehouse. */
export interface Location {
  id: string;
  code: string;
  warehouseId: string;
  zone: string;
  aisle: number;
  type: 'shelf' | 'bulk' | 'cold' | 'dock';
}

/** Nine places in each warehouse: four of shelves, two bulk, two cold, one dock. */
export const locations: readonly Location[] = warehouses.flatMap((warehouse) =>
  (
    [
      ['A', 'shelf', 4],
      ['B', 'bulk', 2],
      ['C', 'cold', 2],
      ['D', 'dock', 1],
    ] as const
  ).flatMap(([zone, type, count]) =>
    Array.from({ length: count }, (_, index) => {
      const code = `${warehouse.code.slice(3)}-${zone}-${padded(index + 1, 2)}`;
      return {
        id: namedId('location', code),
        code,
        warehouseId: warehouseId(warehouse.code),
        zone,
        aisle: index + 1,
        type,
      };
    }),
  ),
);

/** Rows of inventory.locations. */
export function locationRows({ calendar }: Sample): Row[] {
  return locations.map(({ id, code, warehouseId: warehouse_id, zone, aisle, type }) => ({
    id,
    code,
    warehouse_id,
    zone,
    aisle,
    type,
    is_active: true,
    created_at: calendar.at(880),
  }));
}

/** Rows of inventory.inventory_items: every product that is sold at several places. */
export function inventoryRows(sample: Sample): Row[] {
  const stocked = products.filter((product) => product.status !== 'draft');
  const storage = locations.filter((location) => location.type !== 'dock');
  const whole = Math.floor(ITEMS / stocked.length);
  const extra = ITEMS % stocked.length;
  return stocked.flatMap((product, index) =>
    sample.random
      .sample(storage, whole + (index < extra ? 1 : 0))
      .map((location, lot) => inventoryRow(sample, product, location, lot)),
  );
}

function inventoryRow(
  { random, calendar }: Sample,
  product: ProductData,
  location: Location,
  lot: number,
): Row {
  const quantity = SCARCE.has(product.sku) ? random.int(0, 9) : random.int(15, 260);
  const lotNumber = `L${padded(lot + 1, 2)}-${random.int(1000, 9999)}`;
  const received = random.int(20, 200);
  return {
    id: namedId('inventory_item', `${product.sku}:${location.code}`),
    product_id: productId(product.sku),
    warehouse_id: location.warehouseId,
    location_id: location.id,
    lot_number: lotNumber,
    quantity,
    reserved_quantity: random.chance(0.4) ? random.int(0, Math.floor(quantity / 3)) : 0,
    unit_cost: product.cost,
    status: random.chance(0.9) ? 'available' : random.pick(['reserved', 'quarantined', 'damaged']),
    expires_on: product.isPerishable ? calendar.day(-random.int(-20, 400)) : null,
    last_counted_at: random.chance(0.85) ? calendar.at(random.int(1, 90), random.int(6, 18)) : null,
    created_at: calendar.at(received, 7),
    updated_at: calendar.at(random.int(1, 19), random.int(6, 20)),
  };
}

import { namedId } from '../shared/named-id.js';
import { productId, supplierId, warehouseId } from './catalog.js';
import { products, suppliers, warehouses } from './sample-company.js';
import { userId } from './people.js';
import { money, type Row, type Sample } from './sample.js';

const PURCHASE_ORDERS = 60;
const BUYERS = ['anna.lindqvist', 'tomasz.nowak', 'elena.petrova'] as const;

/** Rows of procurement.purchase_orders and of their lines. */
export interface Purchasing {
  orders: Row[];
  lines: Row[];
}

/** What the lines need to know of their order. */
interface OrderFacts {
  id: string;
  number: string;
  supplier: number;
  status: string;
  orderedAt: Date;
}

/** Purchase orders over the last half year; the older, the further they are. */
export function purchasing(sample: Sample): Purchasing {
  const result: Purchasing = { orders: [], lines: [] };
  for (let index = 0; index < PURCHASE_ORDERS; index += 1) addOrder(result, sample, index);
  return result;
}

function addOrder(result: Purchasing, sample: Sample, index: number): void {
  const { random, calendar } = sample;
  const number = `PO-${10_001 + index}`;
  const id = namedId('purchase_order', number);
  const supplier = random.int(1, suppliers.length);
  const daysAgo = Math.max(1, 180 - index * 3);
  const status = statusAt(daysAgo, sample);
  const orderedAt = calendar.at(daysAgo, random.int(7, 16));
  const lines = linesOf(sample, { id, number, supplier, status, orderedAt });
  const received = status === 'received' ? daysAgo - random.int(5, 20) : undefined;
  result.lines.push(...lines);
  result.orders.push({
    id,
    number,
    supplier_id: supplierId(supplier),
    warehouse_id: warehouseId(random.pick(warehouses).code),
    ordered_by: userId(random.pick(BUYERS)),
    status,
    ordered_at: orderedAt,
    expected_on: calendar.day(daysAgo - random.int(6, 24)),
    received_at: received === undefined ? null : calendar.at(received, 12),
    currency: 'EUR',
    total_amount: money(lines.reduce((sum, line) => sum + Number(line.line_total), 0)),
    notes: random.chance(0.15) ? 'Call the warehouse before delivery' : null,
    created_at: orderedAt,
    updated_at: calendar.at(Math.max(1, received ?? daysAgo - 1), 13),
  });
}

function statusAt(daysAgo: number, { random }: Sample): string {
  if (random.chance(0.06)) return 'cancelled';
  if (daysAgo > 45) return 'received';
  if (daysAgo > 20) return random.pick(['partially_received', 'confirmed', 'confirmed']);
  return random.pick(['draft', 'submitted', 'submitted', 'confirmed']);
}

function linesOf({ random }: Sample, order: OrderFacts): Row[] {
  const { id, number, supplier, status, orderedAt } = order;
  const offered = products.filter((product) => product.supplier === supplier);
  return random.sample(offered, random.int(1, 4)).map((product, index) => {
    const quantity = random.int(2, 24) * 10;
    return {
      id: namedId('purchase_order_line', `${number}:${index + 1}`),
      purchase_order_id: id,
      line_number: index + 1,
      product_id: productId(product.sku),
      quantity,
      received_quantity: receivedOf(quantity, status),
      unit_cost: product.cost,
      line_total: money(quantity * product.cost),
      created_at: orderedAt,
      updated_at: orderedAt,
    };
  });
}

function receivedOf(quantity: number, status: string): number {
  if (status === 'received') return quantity;
  return status === 'partially_received' ? Math.floor(quantity / 2) : 0;
}

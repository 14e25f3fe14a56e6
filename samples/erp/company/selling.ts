import { namedId } from '../shared/named-id.js';
import { productId, warehouseId } from './catalog.js';
import { customers, products, warehouses } from './sample-company.js';
import { userId } from './people.js';
import { dotted, money, padded, type Row, type Sample } from './sample.js';

const ORDERS = 200;
const DAYS = 180;
const REPRESENTATIVES = [
  'emma.johansson',
  'david.okafor',
  'isabel.moreno',
  'noah.schneider',
  'yuki.tanaka',
] as const;

/** Rows of sales.orders and of their lines. */
export interface Selling {
  orders: Row[];
  lines: Row[];
}

/** The fixed id of a customer by its number from 1. */
export function customerId(number: number): string {
  return namedId('customer', customerCode(number));
}

function customerCode(number: number): string {
  return `C-${padded(number, 4)}`;
}

/** Rows of sales.customers. */
export function customerRows({ random, calendar }: Sample): Row[] {
  return customers.map((customer, index) => ({
    id: customerId(index + 1),
    code: customerCode(index + 1),
    name: customer.name,
    segment: customer.segment,
    email: `orders@${dotted(customer.name).replaceAll('.', '-')}.example`,
    phone: `+${random.int(30, 49)} ${random.int(100, 999)} ${random.int(100_000, 999_999)}`,
    city: customer.city,
    country: customer.country,
    credit_limit: random.int(4, 60) * 1000,
    is_active: index % 19 !== 18,
    created_at: calendar.at(random.int(190, 890), 9),
    updated_at: calendar.at(random.int(3, 180), 15),
  }));
}

/** Orders over the last half year up to yesterday; the older, the further they are. */
export function selling(sample: Sample): Selling {
  const result: Selling = { orders: [], lines: [] };
  for (let index = 0; index < ORDERS; index += 1) addOrder(result, sample, index);
  return result;
}

function addOrder(result: Selling, sample: Sample, index: number): void {
  const { random, calendar } = sample;
  const number = `SO-${20_001 + index}`;
  const id = namedId('order', number);
  const daysAgo = 1 + Math.floor(((ORDERS - 1 - index) * (DAYS - 1)) / (ORDERS - 1));
  const orderedAt = calendar.at(daysAgo, random.int(6, 19));
  const status = statusAt(daysAgo, sample);
  const lines = linesOf(sample, { id, number, orderedAt });
  const progress = progressOf(sample, daysAgo, status);
  result.lines.push(...lines);
  result.orders.push({
    id,
    number,
    customer_id: customerId(random.int(1, customers.length)),
    warehouse_id: warehouseId(random.pick(warehouses).code),
    sales_rep_id: userId(random.pick(REPRESENTATIVES)),
    status,
    priority: random.pick([
      'low',
      'normal',
      'normal',
      'normal',
      'normal',
      'high',
      'high',
      'urgent',
    ]),
    ordered_at: orderedAt,
    required_on: calendar.day(daysAgo - random.int(4, 18)),
    ...progress,
    currency: 'EUR',
    total_amount: money(lines.reduce((sum, line) => sum + Number(line.line_total), 0)),
    notes: random.chance(0.1) ? 'Deliver to the back entrance' : null,
    created_at: orderedAt,
    updated_at: progress.delivered_at ?? progress.shipped_at ?? orderedAt,
  });
}

function statusAt(daysAgo: number, { random }: Sample): string {
  if (random.chance(0.05)) return 'cancelled';
  if (daysAgo > 30) return 'delivered';
  if (daysAgo > 12) return random.pick(['delivered', 'shipped', 'shipped', 'on_hold']);
  if (daysAgo > 4) return random.pick(['confirmed', 'picking', 'shipped', 'on_hold']);
  return random.pick(['pending', 'pending', 'confirmed']);
}

/** When the goods left and arrived, as far as the status says they have. */
function progressOf(
  { random, calendar }: Sample,
  daysAgo: number,
  status: string,
): { shipped_at: Date | null; delivered_at: Date | null } {
  if (status !== 'shipped' && status !== 'delivered') {
    return { shipped_at: null, delivered_at: null };
  }
  const shipped = Math.max(3, daysAgo - random.int(1, 4));
  const delivered = Math.max(1, shipped - random.int(1, 6));
  return {
    shipped_at: calendar.at(shipped, 20),
    delivered_at: status === 'delivered' ? calendar.at(delivered, 12) : null,
  };
}

function linesOf(
  { random }: Sample,
  order: { id: string; number: string; orderedAt: Date },
): Row[] {
  const sold = products.filter((product) => product.status !== 'draft');
  return random.sample(sold, random.int(1, 5)).map((product, index) => {
    const quantity = random.int(1, product.price > 50 ? 12 : 60);
    const discount = random.pick([0, 0, 0, 5, 10, 12.5]);
    return {
      id: namedId('order_line', `${order.number}:${index + 1}`),
      order_id: order.id,
      line_number: index + 1,
      product_id: productId(product.sku),
      quantity,
      unit_price: product.price,
      discount_percent: discount,
      line_total: money(quantity * product.price * (1 - discount / 100)),
      created_at: order.orderedAt,
      updated_at: order.orderedAt,
    };
  });
}

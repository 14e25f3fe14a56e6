import type { Action } from '../../../../src/platform/types.js';
import { isUuid } from '../../../../src/foundation/ids.js';
import type { Decide, Decision, DecisionContext } from './decision.js';
import type { Stock } from './live-data.store.js';
import { readField, resolve, type Scope } from './scope.js';

/** Compares what no order has with the threshold, on the live stock. */
export const decideInventory: Decide = async (action, context) => {
  const stock = await stockOf(action, context);
  if (stock === undefined) return unknownProduct('sufficient');
  const needed = numberOf(context.scope, action.config.threshold) ?? quantityOf(context.scope) ?? 1;
  const enough = stock.available >= needed;
  return {
    port: enough ? 'sufficient' : 'insufficient',
    reason: `${stock.product}: ${stock.available} available, ${needed} needed`,
  };
};

/** Compares what is on hand with the reorder point, on the live stock. */
export const decideReorder: Decide = async (action, context) => {
  const stock = await stockOf(action, context);
  if (stock === undefined) return unknownProduct('ok');
  const point = numberOf(context.scope, action.config.custom_threshold) ?? stock.reorderPoint;
  return {
    port: stock.onHand < point ? 'needs_reorder' : 'ok',
    reason: `${stock.product}: ${stock.onHand} on hand, reorder point ${point}`,
  };
};

async function stockOf(
  { config }: Action,
  { scope, live, entity }: DecisionContext,
): Promise<Stock | undefined> {
  const given = resolve(scope, config.product_id);
  const own = entity === 'inventory.products' ? readField(scope, 'id') : undefined;
  const productId = given ?? readField(scope, 'product_id') ?? own;
  if (!isUuid(productId)) return undefined;
  return live.stock(productId, {
    warehouseId: idOf(scope, config.warehouse_id),
    locationId: idOf(scope, config.location_id),
  });
}

function idOf(scope: Scope, value: unknown): string | undefined {
  const id = resolve(scope, value);
  return isUuid(id) ? id : undefined;
}

function numberOf(scope: Scope, value: unknown): number | undefined {
  const resolved = resolve(scope, value);
  const number = typeof resolved === 'string' ? Number(resolved) : resolved;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function quantityOf(scope: Scope): number | undefined {
  return numberOf(scope, readField(scope, 'quantity'));
}

function unknownProduct(port: string): Decision {
  return {
    port,
    reason: 'the record names no product that exists',
    assumptions: [`the record names no product that exists, so ${port} was assumed`],
  };
}

import type { Action, Condition } from '../../../../src/platform/types.js';
import { type JsonObject, asList, asObject } from '../../../../src/foundation/json.js';
import type { LiveDataStore, Stock } from './live-data.store.js';
import { type Scope, readField, resolve, render, asText, evaluateAll } from './evaluate.js';
import { defaultPort, findActionType } from '../rules/rule.model.js';
import { isUuid } from '../../../../src/foundation/ids.js';

export interface Decision {
  port: string;
  reason: string;
  assumptions?: readonly string[];
  /** A row later actions find under `key`. */
  output?: { key: string; row: JsonObject };
}

/** What a simulation may read of the business data; it can write nothing. */
export type LiveData = Pick<LiveDataStore, 'stock' | 'findRow'>;

export interface DecisionContext {
  scope: Scope;
  live: LiveData;
  /** `schema.table` of the rule. */
  entity: string;
}

type Decide = (action: Action, context: DecisionContext) => Promise<Decision>;

const decideCondition: Decide = async ({ config }, { scope }) => {
  const conditions = config.conditions as Condition[];
  const logic = config.logic_type === 'or' ? 'or' : 'and';
  const { holds, reason, assumptions } = evaluateAll(conditions, logic, scope);
  return { port: holds ? 'true' : 'false', reason, assumptions };
};

/** Reads the row from the live data; what it finds is there for later actions. */
const decideLookup: Decide = async ({ config }, { scope, live }) => {
  const entity = String(config.entity);
  const wanted = Object.entries(asObject(config.filter));
  const filter = Object.fromEntries(wanted.map(([name, value]) => [name, resolve(scope, value)]));
  const open = wanted.filter(([name]) => filter[name] === undefined || filter[name] === null);
  if (open.length > 0) {
    const names = open.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join(', ');
    const reason = `the record does not tell ${names}`;
    return { port: 'found', reason, assumptions: [`${reason}, so found was assumed`] };
  }
  const fields = Array.isArray(config.fields) ? (config.fields as string[]) : undefined;
  const row = await live.findRow(entity, filter, fields);
  const looked = `${entity} with ${wanted.map(([name]) => `${name} = ${asText(filter[name])}`).join(', ')}`;
  if (row === undefined) return { port: 'not_found', reason: `there is no ${looked}` };
  return {
    port: 'found',
    reason: `found ${looked}`,
    output: { key: String(config.output_key), row },
  };
};

/** Looks whether the record's status allows the step, when the record is the row that moves. */
const decideTransition: Decide = async ({ config }, { scope, entity }) => {
  const field = String(config.status_field);
  const to = String(config.to_status);
  const status = readField(scope, field);
  if (config.target_entity !== entity || config.target_id !== undefined || status === undefined) {
    const reason = `the present ${field} is not in the record`;
    return { port: 'success', reason, assumptions: [`${reason}, so the step was assumed allowed`] };
  }
  const from = config.valid_from_statuses as string[];
  return from.includes(asText(status))
    ? { port: 'success', reason: `${field} may go from ${asText(status)} to ${to}` }
    : {
        port: 'invalid_transition',
        reason: `${field} is ${asText(status)}; ${to} is reached only from ${from.join(', ')}`,
      };
};

export const decideEffect: Decide = async (
  { name, action_type: actionType, config },
  { scope },
) => {
  const type = findActionType(actionType);
  const port = type === undefined ? 'success' : defaultPort(type);
  const told = tellings[actionType]?.(config, scope) ?? `would ${actionType.replaceAll('_', ' ')}`;
  return { port, reason: told, assumptions: [`"${name}" was assumed to end in ${port}`] };
};

type Telling = (config: JsonObject, scope: Scope) => string;

const tellings: Readonly<Record<string, Telling>> = {
  create_alert: (config, scope) =>
    `would show a ${text(config.severity)} alert "${filled(config.title, scope)}": ${filled(config.message, scope)}`,
  send_email: (config, scope) =>
    `would mail ${count(config.recipients, 'recipient')}: "${filled(config.subject, scope)}"`,
  send_notification: (config, scope) =>
    `would notify ${count(config.recipients, 'recipient')}: "${filled(config.title ?? config.message ?? '', scope)}"`,
  seek_approval: (config) =>
    `would ask ${count(config.approvers, 'approver')} (${text(config.approval_type)} must agree)`,
  delay: (config) => `would wait ${text(config.duration)}`,
  create_entity: (config) =>
    `would add a row to ${text(config.target_entity)} with ${Object.keys(asObject(config.fields)).join(', ')}`,
  update_field: (config, scope) =>
    `would set ${text(config.target_field)} of ${text(config.target_entity)} to ${JSON.stringify(resolve(scope, config.new_value) ?? config.new_value)}`,
  log_audit_entry: (config, scope) => `would log: ${filled(config.message, scope)}`,
};

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function filled(value: unknown, scope: Scope): string {
  return render(scope, text(value));
}

function count(value: unknown, noun: string): string {
  const number = asList(value).length;
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

const decideInventory: Decide = async (action, context) => {
  const stock = await stockOf(action, context);
  if (stock === undefined) return unknownProduct('sufficient');
  const needed =
    numberOf(context.scope, action.config.threshold) ??
    numberOf(context.scope, readField(context.scope, 'quantity')) ??
    1;
  const enough = stock.available >= needed;
  return {
    port: enough ? 'sufficient' : 'insufficient',
    reason: `${stock.product}: ${stock.available} available, ${needed} needed`,
  };
};

const decideReorder: Decide = async (action, context) => {
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
  const warehouseId = idOf(scope, config.warehouse_id);
  return live.stock(productId, warehouseId, idOf(scope, config.location_id));
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

function unknownProduct(port: string): Decision {
  const reason = 'the record names no product that exists';
  return { port, reason, assumptions: [`${reason}, so ${port} was assumed`] };
}

/** Types of action whose way out is decided; every other is taken to succeed. */
export const deciders: Readonly<Record<string, Decide>> = {
  evaluate_condition: decideCondition,
  check_inventory: decideInventory,
  check_reorder_point: decideReorder,
  lookup_entity: decideLookup,
  transition_status: decideTransition,
};

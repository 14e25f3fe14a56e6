import type { Condition } from '../../../../src/platform/types.js';
import { isObject } from '../../../../src/foundation/json.js';
import { asText } from './compare.js';
import { evaluateAll } from './evaluate.js';
import type { Decide } from './decision.js';
import { readField, resolve } from './scope.js';

/** Evaluates the conditions on the record. */
export const decideCondition: Decide = async ({ config }, { scope }) => {
  const conditions = config.conditions as Condition[];
  const logic = config.logic_type === 'or' ? 'or' : 'and';
  const { holds, reason, assumptions } = evaluateAll(conditions, logic, scope);
  return { port: holds ? 'true' : 'false', reason, assumptions };
};

/** Reads the row from the live data; what it finds is there for later actions. */
export const decideLookup: Decide = async ({ config }, { scope, live }) => {
  const entity = String(config.entity);
  const wanted = Object.entries(isObject(config.filter) ? config.filter : {});
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
export const decideTransition: Decide = async ({ config }, { scope, entity }) => {
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

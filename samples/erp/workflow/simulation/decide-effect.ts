import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import { defaultPort, findActionType } from '../action-types.js';
import type { Decide } from './decision.js';
import { render, resolve, type Scope } from './scope.js';

/** Actions with an effect: nothing is done, what would be done is told, and success is assumed. */
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
    `would add a row to ${text(config.target_entity)} with ${Object.keys(isObject(config.fields) ? config.fields : {}).join(', ')}`,
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
  const number = Array.isArray(value) ? value.length : 0;
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

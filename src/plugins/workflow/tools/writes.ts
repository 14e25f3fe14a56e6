import { isObject } from '../../../foundation/json.js';
import type { Action, Condition } from './wire.js';

/** What an action writes to a business table, as far as its config tells. */
export interface TableWrite {
  action: string;
  entity: string;
  event: 'on_create' | 'on_update';
  /** The columns it sets. */
  fields: string[];
  /** Values that are fixed in the config (no templates), as conditions that hold afterwards. */
  known: Condition[];
}

/** The write of an action that changes business data; undefined for all other actions. */
export function writeOf(action: Action): TableWrite | undefined {
  const { config, action_type: type, name } = action;
  const entity = config['target_entity'];
  if (typeof entity !== 'string') return undefined;
  const values = writtenValues(type, config);
  if (values === undefined) return undefined;
  const fixed = Object.entries(values).filter(([, value]) => !isTemplate(value));
  return {
    action: name,
    entity,
    event: type === 'create_entity' ? 'on_create' : 'on_update',
    fields: Object.keys(values),
    known: fixed.map(([field_name, value]) => ({ field_name, operator: 'equals', value })),
  };
}

function writtenValues(
  type: string,
  config: Action['config'],
): Record<string, unknown> | undefined {
  switch (type) {
    case 'create_entity':
      return isObject(config['fields']) ? config['fields'] : {};
    case 'update_field':
      return { [String(config['target_field'])]: config['new_value'] };
    case 'transition_status':
      return { [String(config['status_field'])]: config['to_status'] };
    default:
      return undefined;
  }
}

function isTemplate(value: unknown): boolean {
  return typeof value === 'string' && value.includes('{{');
}

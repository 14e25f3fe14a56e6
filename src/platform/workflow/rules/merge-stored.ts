import type { JsonObject } from '../../../foundation/json.js';
import { isObject } from '../../../foundation/json.js';
import type { Action, Rule } from './rule.model.js';

const headFields = ['name', 'description', 'is_active', 'trigger_conditions'] as const;

/**
 * Fills what the body of an update leaves out with what is stored: the rule's head, and `is_active`
 * and `description` of actions that are kept. The graph itself is always the body's.
 */
export function mergeStored(body: JsonObject, stored: Rule): JsonObject {
  const merged: JsonObject = { ...body };
  for (const field of headFields) merged[field] ??= stored[field];
  if (absent(body, 'entity', 'entity_id')) merged.entity = stored.entity;
  if (absent(body, 'trigger_type', 'trigger_type_id')) merged.trigger_type = stored.trigger_type;
  if (Array.isArray(body.actions))
    merged.actions = body.actions.map((action: unknown) => mergeAction(action, stored.actions));
  return merged;
}

function absent(body: JsonObject, ...fields: string[]): boolean {
  return fields.every((field) => body[field] === undefined || body[field] === null);
}

function mergeAction(action: unknown, stored: readonly Action[]): unknown {
  if (!isObject(action)) return action;
  const { id, name } = action;
  const isNew = id === undefined || (typeof id === 'string' && id.startsWith('temp:'));
  const kept = stored.find((known) =>
    isNew
      ? typeof name === 'string' && known.name.toLowerCase() === name.trim().toLowerCase()
      : known.id === id,
  );
  if (kept === undefined) return action;
  const description = kept.description === undefined ? {} : { description: kept.description };
  return { is_active: kept.is_active, ...description, ...action };
}

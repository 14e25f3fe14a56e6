import type { Action, Rule } from '../../../../src/platform/types.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { isObject } from '../../../../src/foundation/json.js';
import type { Stored } from '../../shared/sql.js';

const headFields = ['name', 'description', 'is_active'] as const;

/**
 * Fills what the body of an update leaves out with what is stored: the rule's head, and `is_active`
 * and `description` of actions that are kept. The graph itself is always the body's. Trigger
 * conditions speak of one table, so they are kept only while the body names no other.
 */
export function mergeStored(body: JsonObject, stored: Stored<Rule>): JsonObject {
  const merged: JsonObject = { ...body };
  for (const field of headFields) merged[field] ??= stored[field];
  const sameEntity =
    absent(body, 'entity', 'entity_id') || namesEntity(body.entity ?? body.entity_id, stored);
  if (sameEntity) merged.trigger_conditions ??= stored.trigger_conditions;
  if (absent(body, 'entity', 'entity_id')) merged.entity = stored.entity;
  if (absent(body, 'trigger_type', 'trigger_type_id')) merged.trigger_type = stored.trigger_type;
  if (Array.isArray(body.actions))
    merged.actions = body.actions.map((action: unknown) => mergeAction(action, stored.actions));
  return merged;
}

function absent(body: JsonObject, ...fields: string[]): boolean {
  return fields.every((field) => body[field] === undefined || body[field] === null);
}

function namesEntity(word: unknown, { entity, entity_id }: Stored<Rule>): boolean {
  const wanted = typeof word === 'string' ? word.trim().toLowerCase() : '';
  return wanted === entity || wanted === entity_id || wanted === entity.split('.')[1];
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

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
  if (namesEntity(body.entity ?? stored.entity, stored))
    merged.trigger_conditions ??= stored.trigger_conditions;
  merged.entity ??= stored.entity;
  merged.trigger_type ??= stored.trigger_type;
  if (Array.isArray(body.actions))
    merged.actions = body.actions.map((action: unknown) => mergeAction(action, stored.actions));
  return merged;
}

function namesEntity(word: unknown, { entity }: Stored<Rule>): boolean {
  const wanted = typeof word === 'string' ? word.trim().toLowerCase() : '';
  return wanted === entity || wanted === entity.split('.')[1];
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
  return { is_active: kept.is_active, description: kept.description, ...action };
}

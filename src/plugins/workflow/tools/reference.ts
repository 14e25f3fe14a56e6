import { AppError } from '../../../foundation/errors.js';
import { fetchAll } from '../../../platform/lists.js';
import { closeNames, matchName, requireByName } from '../../../agenttools/names.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import type { PortsByType } from './after.js';
import type { ActionTypeSchema, ActionTypeSummary, Entity, Template } from './wire.js';

/** The platform's reference lists: what rules are made of. */

const WORKFLOW = ['v1', 'workflow'] as const;

/** Every action type in short form. */
export function listActionTypes(read: ReadClient): Promise<ActionTypeSummary[]> {
  return fetchAll<ActionTypeSummary>(read, [...WORKFLOW, 'action-types']);
}

/** Output ports by action type, default first. */
export function portsByType(types: readonly ActionTypeSummary[]): PortsByType {
  return new Map(types.map((type) => [type.type, type.ports]));
}

/** Every table that rules can watch. */
export function listEntities(read: ReadClient): Promise<Entity[]> {
  return fetchAll<Entity>(read, [...WORKFLOW, 'entities']);
}

/** Every action template. */
export function listTemplates(read: ReadClient): Promise<Template[]> {
  return fetchAll<Template>(read, [...WORKFLOW, 'templates']);
}

/** The schema of the action type that `type` names (`create_alert`, also `Create alert`). */
export async function loadActionType(
  read: ReadClient,
  type: string,
  types?: readonly ActionTypeSummary[],
): Promise<ActionTypeSchema> {
  const { type: known } = findActionType(type, types ?? (await listActionTypes(read)));
  return read.get<ActionTypeSchema>([...WORKFLOW, 'action-types', known, 'schema']);
}

/** The action type meant, by its type or its display name; `not_found` names close ones. */
export function findActionType(
  wanted: string,
  types: readonly ActionTypeSummary[],
): ActionTypeSummary {
  const exact = types.find((type) => type.type === wanted);
  if (exact) return exact;
  for (const key of ['type', 'name'] as const) {
    const match = matchName(types, wanted, (type) => type[key]);
    if (match.kind === 'one') return match.item;
  }
  const close = closeNames(
    types.map((type) => type.type),
    wanted,
  );
  throw new AppError(
    'not_found',
    `There is no action type "${wanted}". Close ones: ${close.join(', ')}. Call discover with category action_types to see all.`,
    [{ path: 'action_type', message: 'is not an action type', allowed: close }],
  );
}

/**
 * The entity meant: `schema.table`, a table name, or its singular. `not_found` names close ones.
 */
export function findEntity(wanted: string, entities: readonly Entity[]): Entity {
  const text = wanted.trim().toLowerCase().replaceAll(' ', '_');
  const exact = entities.filter((entity) => entity.name === text || entity.table === text);
  const plural = entities.filter((entity) => pluralsOf(text).includes(entity.table));
  const [found] = exact.length > 0 ? exact : plural;
  if (found && (exact.length || plural.length) === 1) return found;
  return requireByName(entities, wanted, {
    nameOf: (entity) => entity.name,
    noun: 'entity',
    listTool: 'discover (category entities)',
  });
}

/** How a table of such things may be called. */
export function pluralsOf(word: string): string[] {
  return [`${word}s`, `${word}es`, word.replace(/y$/, 'ies')];
}

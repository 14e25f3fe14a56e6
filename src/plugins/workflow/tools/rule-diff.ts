import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { isStart } from './graph.js';
import type { FullRule } from './wire.js';

export interface FieldChange {
  path: string;
  before: unknown;
  after: unknown;
}

type Side = Omit<FullRule, 'if_version'>;

const RULE_FIELDS = [
  'name',
  'description',
  'is_active',
  'entity',
  'trigger_type',
  'trigger_conditions',
] as const;

export function diffRules(before: Side, after: Side) {
  const pairs = pairActions(before, after);
  const paired = new Set([...pairs.values(), ...pairs.keys()]);
  const fields = RULE_FIELDS.flatMap((field) => changes(before[field], after[field], field));
  const removed = before.actions.filter((action) => !paired.has(action));
  const added = after.actions.filter((action) => !paired.has(action));
  const changed = [...pairs].flatMap(([old, now]) => {
    const found = changes(comparable(old, before), comparable(now, after), '');
    return found.length === 0 ? [] : [{ name: now.name, changes: found }];
  });
  return {
    identical: fields.length + removed.length + added.length + changed.length === 0,
    fields,
    added: added.map((action) => toLine(action, after)),
    removed: removed.map((action) => toLine(action, before)),
    changed,
  };
}

export type RuleDiff = ReturnType<typeof diffRules>;

type SideAction = Side['actions'][number];

function pairActions(before: Side, after: Side): Map<SideAction, SideAction> {
  const pairs = new Map<SideAction, SideAction>();
  const free = new Set(after.actions);
  for (const by of ['id', 'name'] as const) {
    for (const old of before.actions) {
      const now = pairs.has(old) ? undefined : [...free].find((one) => one[by] === old[by]);
      if (now === undefined) continue;
      pairs.set(old, now);
      free.delete(now);
    }
  }
  return pairs;
}

function comparable(action: SideAction, side: Side): JsonObject {
  const { id, name, action_type, description = '', is_active, config } = action;
  return { name, action_type, description, is_active, config, follows: follows(id, side) };
}

function toLine({ id, name, action_type }: SideAction, side: Side) {
  return { name, action_type, follows: follows(id, side) };
}

function follows(id: string, side: Side): string[] {
  return side.edges
    .filter((edge) => edge.target_action_id === id)
    .map((edge) => {
      if (isStart(edge)) return 'start';
      const source = side.actions.find((action) => action.id === edge.source_action_id);
      const port = edge.edge_type === 'always' ? '*' : (edge.source_output ?? '*');
      return `${source?.name ?? '?'}:${port}`;
    })
    .sort();
}

/** Field by field; lists of equal length item by item, other lists as a whole. */
function changes(before: unknown, after: unknown, path: string): FieldChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => changes(before[key], after[key], path ? `${path}.${key}` : key));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    if (before.every(isObject) && after.every(isObject))
      return before.flatMap((item, at) => changes(item, after[at], `${path}[${at}]`));
  }
  return [{ path, before: before ?? null, after: after ?? null }];
}

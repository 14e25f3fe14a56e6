import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { isObject, type JsonObject } from '../../../../../src/foundation/json.js';
import type { RuleKnowledge } from '../../knowledge.js';
import type { GraphAction } from '../../rules/rule.model.js';
import { called, type RuleCheck } from './check.js';

/** Which config field names a table, and which fields hold columns of it. */
interface Target {
  entity: string;
  column?: string;
  columnList?: string;
  columnKeys?: string;
}

const targets: Readonly<Record<string, Target>> = {
  create_entity: { entity: 'target_entity', columnKeys: 'fields' },
  update_field: { entity: 'target_entity', column: 'target_field' },
  lookup_entity: { entity: 'entity', columnList: 'fields', columnKeys: 'filter' },
  transition_status: { entity: 'target_entity', column: 'status_field' },
};

/** Tables and columns that actions read or write exist. */
export const configTargetsExist: RuleCheck = (rule, knowledge) =>
  rule.actions.flatMap((action, index) => {
    const target = targets[action.actionType];
    if (target === undefined) return [];
    return checkTarget(action, target, `actions[${index}].config`, knowledge);
  });

function checkTarget(
  action: GraphAction,
  target: Target,
  path: string,
  knowledge: RuleKnowledge,
): ErrorDetail[] {
  const entity = action.config[target.entity];
  if (typeof entity !== 'string') return [];
  const columns = knowledge.columnsOf(entity).map((column) => column.name);
  if (columns.length === 0) {
    const allowed = knowledge.entities.map((known) => known.name);
    const message = `${called(action)}: ${target.entity} "${entity}" does not exist; the entities are ${allowed.join(', ')}`;
    return [{ path: `${path}.${target.entity}`, message, allowed }];
  }
  return namedColumns(action.config, target)
    .filter(({ name }) => !columns.includes(name))
    .map(({ name, field }) => ({
      path: `${path}.${field}`,
      message: `${called(action)}: ${entity} has no column "${name}"; its columns are ${columns.join(', ')}`,
      allowed: columns,
    }));
}

function namedColumns(config: JsonObject, target: Target): { name: string; field: string }[] {
  const found: { name: string; field: string }[] = [];
  const { column, columnList, columnKeys } = target;
  const single = column === undefined ? undefined : config[column];
  if (column !== undefined && typeof single === 'string')
    found.push({ name: single, field: column });
  const list = columnList === undefined ? undefined : config[columnList];
  if (Array.isArray(list))
    list.forEach((name, i) => found.push({ name: String(name), field: `${columnList}[${i}]` }));
  const keyed = columnKeys === undefined ? undefined : config[columnKeys];
  if (isObject(keyed))
    Object.keys(keyed).forEach((name) => found.push({ name, field: `${columnKeys}.${name}` }));
  return found;
}

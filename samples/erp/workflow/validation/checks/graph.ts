import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import {
  findActionType,
  portNames,
  type GraphEdge,
  type RuleGraph,
} from '../../rules/rule.model.js';
import { type RuleCheck, actionsById, called, edgesBySource } from './head.js';
import { fault } from '../../../shared/schema-problems.js';

export const oneStart: RuleCheck = (rule) => {
  const starts = rule.edges.filter((edge) => edge.edge_type === 'start');
  if (starts.length === 1) return [];
  const none =
    'The rule has no start; add one edge of type start (without source_action_id) into the action that comes first';
  if (starts.length === 0) return [fault('edges', none)];
  const known = actionsById(rule);
  const named = starts.map(({ target_action_id: id }) => `"${known.get(id)?.name ?? id}"`);
  const many = `The rule has ${starts.length} start edges, into ${named.join(', ')}; exactly one is allowed`;
  return [fault('edges', many)];
};

/** Edges run between actions of the rule, each at most once; only the start edge has no source. */
export const edgesConnect: RuleCheck = (rule) => {
  const known = actionsById(rule);
  const allowed = [...known.keys()];
  const seen = new Set<string>();
  return rule.edges.flatMap((edge, index) => {
    const path = `edges[${index}]`;
    const key = JSON.stringify([edge.source_action_id, edge.source_output, edge.target_action_id]);
    const again = seen.has(key);
    seen.add(key);
    const target = edge.target_action_id;
    return [
      ...checkSource(edge, path, allowed),
      ...(known.has(target) ? [] : [unknown('target_action_id', target, path, allowed)]),
      ...(again ? [fault(path, `Edge ${index + 1} repeats an earlier edge; remove it`)] : []),
    ];
  });
};

function checkSource(edge: GraphEdge, path: string, allowed: string[]): ErrorDetail[] {
  const at = `${path}.source_action_id`;
  const { edge_type: type, source_action_id: source } = edge;
  if (type === 'start')
    return source === null ? [] : [fault(at, 'The start edge must not have a source_action_id')];
  const needed = `An edge of type ${type} needs a source_action_id; only the start edge has none`;
  if (source === null) return [fault(at, needed, allowed)];
  return allowed.includes(source) ? [] : [unknown('source_action_id', source, path, allowed)];
}

function unknown(field: string, id: string, path: string, allowed: string[]): ErrorDetail {
  const message = `${field} "${id}" is not an action of this rule; its actions are ${allowed.join(', ')}`;
  return fault(`${path}.${field}`, message, allowed);
}

export const portsExist: RuleCheck = (rule) => {
  const known = actionsById(rule);
  return rule.edges.flatMap((edge, index) => {
    const source = edge.source_action_id === null ? undefined : known.get(edge.source_action_id);
    const type = source && findActionType(source.action_type);
    if (source === undefined || type === undefined || edge.edge_type !== 'sequence') return [];
    const allowed = portNames(type);
    if (edge.source_output !== null && allowed.includes(edge.source_output)) return [];
    const message = `${called(source)} (${type.type}) has no port "${edge.source_output ?? ''}"; its ports are ${allowed.join(', ')}`;
    return [fault(`edges[${index}].source_output`, message, allowed)];
  });
};

export const noCycle: RuleCheck = (rule) => {
  const cycle = findCycle(rule);
  if (cycle === undefined) return [];
  const known = actionsById(rule);
  const way = [...cycle, cycle[0] ?? ''].map((id) => `"${known.get(id)?.name ?? id}"`);
  const message = `The actions go round in a circle: ${way.join(' → ')}; remove one of these edges`;
  return [fault('edges', message)];
};

function findCycle(rule: RuleGraph): string[] | undefined {
  const bySource = edgesBySource(rule);
  const finished = new Set<string>();
  for (const { id } of rule.actions) {
    const cycle = finished.has(id) ? undefined : searchFrom(id, bySource, finished);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

function searchFrom(
  root: string,
  bySource: ReadonlyMap<string, GraphEdge[]>,
  finished: Set<string>,
): string[] | undefined {
  const path = [root];
  const untried = [[...(bySource.get(root) ?? [])]];
  while (path.length > 0) {
    const next = untried.at(-1)?.pop()?.target_action_id;
    if (next === undefined) {
      finished.add(path.pop() ?? '');
      untried.pop();
    } else if (path.includes(next)) {
      return path.slice(path.indexOf(next));
    } else if (!finished.has(next)) {
      path.push(next);
      untried.push([...(bySource.get(next) ?? [])]);
    }
  }
  return undefined;
}

export const allReachable: RuleCheck = (rule) => {
  const starts = rule.edges
    .filter((edge) => edge.edge_type === 'start')
    .map((edge) => edge.target_action_id);
  if (starts.length === 0) return []; // the missing start is the fault to fix
  const bySource = edgesBySource(rule);
  const reached = new Set(starts);
  for (const id of reached) {
    for (const edge of bySource.get(id) ?? []) reached.add(edge.target_action_id);
  }
  return rule.actions.flatMap((action, index) => {
    const message = `${called(action)} cannot be reached from the start; add an edge into it, or remove it`;
    return reached.has(action.id) ? [] : [fault(`actions[${index}]`, message)];
  });
};

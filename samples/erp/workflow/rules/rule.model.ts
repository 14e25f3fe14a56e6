import type {
  Action,
  Condition,
  Edge,
  FullRule,
  ActionTypeSchema,
  ReferenceItem,
} from '../../../../src/platform/types.js';
import { isUuid, newId } from '../../../../src/foundation/ids.js';
import { readData } from '../../shared/seeder.js';

export type FullRuleBody = FullRule & Required<Pick<FullRule, 'name' | 'actions'>>;

export type GraphEdge = Omit<Edge, 'id'>;

/** A rule with every default filled in: what is validated, simulated and stored; a stored rule is one. */
export interface RuleGraph {
  name: string;
  description: string;
  is_active: boolean;
  entity: string;
  trigger_type: string;
  trigger_conditions: readonly Condition[];
  /** Their ids are real or `temp:N`. */
  actions: readonly Action[];
  edges: readonly GraphEdge[];
}

export interface StoredGraph extends RuleGraph {
  id: string;
  edges: readonly Edge[];
}

/** Final ids: a stored action keeps its own, by id or, sent as new, by a name that no other claims. */
export function placeGraph(
  graph: RuleGraph,
  ruleId: string,
  stored: readonly Action[],
  makeId: () => string = newId,
): StoredGraph {
  const ids = placeActions(graph.actions, stored, makeId);
  const idOf = (id: string): string => ids.get(id) ?? id;
  return {
    ...graph,
    id: ruleId,
    actions: graph.actions.map((action) => ({ ...action, id: idOf(action.id) })),
    edges: graph.edges.map((edge) => ({
      ...edge,
      id: makeId(),
      source_action_id: edge.source_action_id === null ? null : idOf(edge.source_action_id),
      target_action_id: idOf(edge.target_action_id),
    })),
  };
}

function placeActions(
  actions: readonly Action[],
  stored: readonly Action[],
  makeId: () => string,
): Map<string, string> {
  const claimed = new Set(actions.map((action) => action.id));
  const free = new Map(
    stored
      .filter((action) => !claimed.has(action.id))
      .map((action) => [action.name.toLowerCase(), action.id]),
  );
  return new Map(
    actions.map((action) => {
      const kept = isUuid(action.id) ? action.id : free.get(action.name.toLowerCase());
      return [action.id, kept ?? makeId()];
    }),
  );
}

type ActionType = ActionTypeSchema & { config_schema: { required: string[] } };

export const actionTypes = readData<readonly ActionType[]>('reference/action_types');

const byType = new Map(actionTypes.map((actionType) => [actionType.type, actionType]));

export function findActionType(type: string): ActionType | undefined {
  return byType.get(type);
}

/** The port an edge leaves through when it names none. */
export function defaultPort({ ports }: ActionType): string {
  return ports.find((port) => port.is_default)?.name ?? '';
}

export function portNames(actionType: ActionType): string[] {
  return actionType.ports.map((port) => port.name);
}

/** Every trigger type there is; the ids are fixed, so that they mean the same in every installation. */
export const triggerTypes = readData<readonly ReferenceItem[]>('reference/trigger_types');

export function findTriggerType(name: string): ReferenceItem | undefined {
  const wanted = name.trim().toLowerCase();
  return triggerTypes.find((type) => type.name === wanted);
}

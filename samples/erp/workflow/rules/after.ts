import type { Action, ActionInput } from '../../../../src/platform/types.js';
import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import { defaultPort, findActionType } from '../action-types.js';
import type { GraphEdge } from './rule.model.js';

/** Writes `after: "Action"` and `after: "Action:port"` out as edges; the action without `after` is the start. */
export function edgesFromAfter(
  bodies: readonly ActionInput[],
  actions: readonly Action[],
): { edges: GraphEdge[]; errors: ErrorDetail[] } {
  const errors: ErrorDetail[] = [];
  const edges: GraphEdge[] = [];
  const starts: Action[] = [];
  bodies.forEach((body, index) => {
    const action = actions[index];
    if (action === undefined) return;
    const origins = listOf(body.after);
    if (origins.length === 0) starts.push(action);
    for (const origin of origins) {
      const source = findOrigin(origin, actions);
      if (source === undefined) errors.push(unknownOrigin(action, index, origin, actions));
      else edges.push(sequenceEdge(source, action, edges));
    }
  });
  if (starts.length !== 1) errors.push(startError(starts));
  return { edges: [...starts.map(startEdge), ...edges], errors };
}

/** True when an action names what it comes after. */
export function hasAfter(body: ActionInput): boolean {
  return listOf(body.after).length > 0;
}

function listOf(after: ActionInput['after']): string[] {
  const list = typeof after === 'string' ? [after] : (after ?? []);
  return list.map((item) => item.trim()).filter((item) => item !== '');
}

interface Origin {
  action: Action;
  port: string | undefined;
}

/** A name may hold colons: the whole word is tried first, then the part before the last colon. */
function findOrigin(word: string, actions: readonly Action[]): Origin | undefined {
  const whole = byName(actions, word);
  if (whole !== undefined) return { action: whole, port: undefined };
  const colon = word.lastIndexOf(':');
  if (colon < 0) return undefined;
  const action = byName(actions, word.slice(0, colon));
  return action && { action, port: word.slice(colon + 1).trim() };
}

function byName(actions: readonly Action[], name: string): Action | undefined {
  const wanted = name.trim().toLowerCase();
  return actions.find(
    (action) => action.name.trim().toLowerCase() === wanted || action.id === name.trim(),
  );
}

function sequenceEdge(
  { action, port }: Origin,
  target: Action,
  before: readonly GraphEdge[],
): GraphEdge {
  const leaving = port ?? portOf(action);
  const order = before.filter(
    (edge) => edge.source_action_id === action.id && edge.source_output === leaving,
  ).length;
  return {
    source_action_id: action.id,
    source_output: leaving,
    target_action_id: target.id,
    edge_type: 'sequence',
    edge_order: order,
  };
}

/** The default port; of an unknown action type none, which a later check reports. */
function portOf(action: Action): string | null {
  const type = findActionType(action.action_type);
  return type === undefined ? null : defaultPort(type);
}

function startEdge(action: Action): GraphEdge {
  return {
    source_action_id: null,
    source_output: null,
    target_action_id: action.id,
    edge_type: 'start',
    edge_order: 0,
  };
}

function unknownOrigin(
  action: Action,
  index: number,
  origin: string,
  actions: readonly Action[],
): ErrorDetail {
  const names = actions.filter((other) => other !== action).map((other) => other.name);
  return {
    path: `actions[${index}].after`,
    message: `Action "${action.name}": after names "${origin}", but no action of this rule is called that; write "Action" or "Action:port"`,
    allowed: names,
  };
}

function startError(starts: readonly Action[]): ErrorDetail {
  const message =
    starts.length === 0
      ? 'Every action has an "after", so the rule has no start; leave "after" out on the one action that comes first'
      : `${starts.map((action) => `"${action.name}"`).join(', ')} have no "after", but only one action may be the start; say what the others come after`;
  return { path: 'actions', message };
}

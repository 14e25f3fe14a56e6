import { AppError } from '../../../foundation/errors.js';
import { closeNames } from '../../../agenttools/names.js';
import { isStart, RuleGraph } from './graph.js';
import type { Action, Edge } from './wire.js';

/** The output ports of each action type, default first. */
export type PortsByType = ReadonlyMap<string, readonly string[]>;

/** An `after` taken apart; `port` is absent for the default port. */
export interface After {
  action: string;
  port?: string;
}

/**
 * Takes `"Action:port"` apart. A name may itself hold a colon: the longest known action name wins.
 * Undefined when no action of that name is known.
 */
export function parseAfter(after: string, names: readonly string[]): After | undefined {
  const exact = names.find((name) => name === after);
  if (exact !== undefined) return { action: exact };
  const colon = after.lastIndexOf(':');
  if (colon < 0) return fold(after, names);
  const known = fold(after.slice(0, colon).trim(), names);
  return known && { ...known, port: after.slice(colon + 1).trim() };
}

function fold(wanted: string, names: readonly string[]): After | undefined {
  const name = names.find((candidate) => candidate.toLowerCase() === wanted.trim().toLowerCase());
  return name === undefined ? undefined : { action: name };
}

/** The error for an `after` that names no action. */
export function unknownAfter(after: string, names: readonly string[], path: string): AppError {
  const close = closeNames(names, after);
  const choices = close.length > 0 ? `Actions there are: ${close.join(', ')}.` : 'There are none.';
  return new AppError(
    'invalid_arguments',
    `after: "${after}" names no action. ${choices} Write "Action" or "Action:port".`,
    [{ path, message: 'names no action', allowed: close }],
  );
}

/** What an action needs so that edges can be made from `after`. */
export interface Linked {
  id: string;
  name: string;
  action_type: string;
  after?: string;
}

/**
 * Edges from `after`: the action without one is the start. An unknown default port stays null, for
 * the platform to judge.
 */
export function edgesFromAfter(actions: readonly Linked[], ports: PortsByType): Edge[] {
  const names = actions.map((action) => action.name);
  const byName = new Map(actions.map((action) => [action.name, action]));
  return actions.map((action, at) => {
    const { after } = action;
    if (after === undefined) return startEdge(action.id);
    const from = parseAfter(after, names);
    const source = from && byName.get(from.action);
    if (!from || !source) throw unknownAfter(after, names, `actions[${at}].after`);
    return {
      source_action_id: source.id,
      source_output: from.port ?? ports.get(source.action_type)?.[0] ?? null,
      target_action_id: action.id,
      edge_type: 'sequence',
      edge_order: actions.slice(0, at).filter((action) => action.after === after).length,
    };
  });
}

function startEdge(target: string): Edge {
  return {
    source_action_id: null,
    source_output: null,
    target_action_id: target,
    edge_type: 'start',
    edge_order: 0,
  };
}

/** Actions as `after` shorthand, or the names of those it cannot express. */
export type AfterForm = { ok: true; after: Map<string, string> } | { ok: false; reason: string };

/** Turns edges into `after` by action id; only a tree whose edges all leave a port can be told so. */
export function afterFromEdges(actions: readonly Action[], edges: readonly Edge[]): AfterForm {
  const graph = new RuleGraph(actions, edges);
  const after = new Map<string, string>();
  for (const action of actions) {
    const into = graph.into(action.id);
    const [edge] = into;
    if (into.length !== 1 || edge === undefined) {
      return { ok: false, reason: entriesText(action.name, into.length) };
    }
    if (isStart(edge)) continue;
    if (edge.edge_type === 'always' || !edge.source_output) {
      return { ok: false, reason: `"${action.name}" is entered by an edge that takes every port` };
    }
    const source = graph.node(edge.source_action_id ?? '');
    after.set(action.id, `${source?.name}:${edge.source_output}`);
  }
  return { ok: true, after };
}

function entriesText(name: string, count: number): string {
  return count === 0
    ? `no edge leads to "${name}"`
    : `${count} edges lead into "${name}", and a draft can say only one`;
}

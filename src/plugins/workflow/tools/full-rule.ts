import { defined } from '../../../foundation/defined.js';
import { type AppError, invalidArguments } from '../../../foundation/errors.js';
import { closeNames } from '../../../agenttools/names.js';
import { isStart, RuleGraph } from './graph.js';
import type { Action, ActionInput, Edge, FullRule, Rule, RuleDocument } from './wire.js';

/** A stored rule as the body that would leave it unchanged. */
export function toFullRule(rule: Rule): FullRule {
  const { name, is_active, entity, trigger_type, trigger_conditions } = rule;
  return {
    name,
    description: rule.description ?? '',
    is_active,
    entity,
    trigger_type,
    trigger_conditions,
    actions: rule.actions.map(({ id, name: own, action_type, description, ...action }) => ({
      id,
      name: own,
      action_type,
      description: description || undefined,
      is_active: action.is_active,
      config: action.config,
    })),
    edges: rule.edges.map(toBareEdge),
    if_version: rule.version,
  };
}

function toBareEdge(edge: Edge): Edge {
  const { source_action_id = null, source_output = null, edge_order = 0 } = edge;
  const { target_action_id, edge_type } = edge;
  return { source_action_id, source_output, target_action_id, edge_type, edge_order };
}

/** `after` and names become edges between ids. Of an existing rule, fields left out stay and actions of a name keep their id. */
export function toFullBody(
  document: RuleDocument,
  existing: Rule | undefined,
  ports: PortsByType,
): FullRule {
  const base = existing ? toFullRule(existing) : EMPTY_RULE;
  const written = document.actions ?? base.actions;
  const actions = withIds(written, existing);
  return {
    ...base,
    ...defined({
      name: document.name,
      description: document.description ?? undefined,
      is_active: document.is_active,
      entity: document.entity,
      trigger_type: document.trigger_type,
      trigger_conditions: document.trigger_conditions,
    }),
    actions,
    edges: edgesOf(written, document.edges, actions, existing, ports),
  };
}

const EMPTY_RULE: FullRule = {
  name: '',
  description: '',
  is_active: true,
  entity: '',
  trigger_type: '',
  trigger_conditions: [],
  actions: [],
  edges: [],
};

function withIds(actions: readonly ActionInput[], existing: Rule | undefined): Action[] {
  const taken = new Set(actions.map((action) => action.id));
  let count = 0;
  const nextTemp = (): string => {
    const id = `temp:${count++}`;
    return taken.has(id) ? nextTemp() : id;
  };
  return actions.map((action) => {
    const old = existing?.actions.find(
      (candidate) => candidate.id === action.id || candidate.name === action.name,
    );
    const description = action.description ?? old?.description;
    return {
      id: old?.id ?? action.id ?? nextTemp(),
      name: action.name,
      action_type: action.action_type,
      description: description || undefined,
      is_active: action.is_active ?? old?.is_active ?? true,
      config: action.config ?? old?.config ?? {},
    };
  });
}

function edgesOf(
  written: readonly ActionInput[],
  edges: readonly Edge[] | undefined,
  actions: readonly Action[],
  existing: Rule | undefined,
  ports: PortsByType,
): Edge[] {
  if (edges !== undefined && edges.length > 0) return readEdges(written, edges, actions, ports);
  const unlinked = written.every((action) => !action.after);
  if (existing && unlinked && sameActions(actions, existing)) return existing.edges.map(toBareEdge);
  const linked = actions.map((action, at) => ({
    ...action,
    after: written[at]?.after || undefined,
  }));
  return edgesFromAfter(linked, ports);
}

function sameActions(actions: readonly Action[], existing: Rule): boolean {
  const ids = new Set(actions.map((action) => action.id));
  return ids.size === existing.actions.length && existing.actions.every(({ id }) => ids.has(id));
}

function readEdges(
  written: readonly ActionInput[],
  edges: readonly Edge[],
  actions: readonly Action[],
  ports: PortsByType,
): Edge[] {
  const named = (reference: string) =>
    actions[written.findIndex(({ id, name }) => id === reference || name === reference)];
  return edges.map((edge) => {
    const from = edge.source_action_id || null;
    const source = from === null ? null : (named(from)?.id ?? from);
    const type = actions.find(({ id }) => id === source)?.action_type;
    const open = isStart(edge) || edge.edge_type === 'always';
    return toBareEdge({
      ...edge,
      source_action_id: source,
      source_output: edge.source_output ?? (open ? null : ports.get(type ?? '')?.[0]),
      target_action_id: named(edge.target_action_id)?.id ?? edge.target_action_id,
    });
  });
}

/** The output ports of each action type, default first. */
export type PortsByType = ReadonlyMap<string, readonly string[]>;

/** Takes `"Action:port"` apart; without a port it is the default one. The longest known name wins, as a name may hold a colon. */
export function parseAfter(after: string, names: readonly string[]) {
  if (names.includes(after)) return { action: after };
  const colon = after.lastIndexOf(':');
  const said = (colon < 0 ? after : after.slice(0, colon)).trim().toLowerCase();
  const action = names.find((name) => name.toLowerCase() === said);
  if (action === undefined || colon < 0) return action === undefined ? undefined : { action };
  return { action, port: after.slice(colon + 1).trim() };
}

export function unknownAfter(after: string, names: readonly string[], path: string): AppError {
  const close = closeNames(names, after);
  const choices = close.length > 0 ? `Actions there are: ${close.join(', ')}.` : 'There are none.';
  return invalidArguments(
    `after: "${after}" names no action. ${choices} Write "Action" or "Action:port".`,
    [{ path, message: 'names no action', allowed: close }],
  );
}

export interface Linked {
  id: string;
  name: string;
  action_type: string;
  after?: string;
}

/** Edges from `after`: the action without one is the start; an unknown default port stays null. */
export function edgesFromAfter(actions: readonly Linked[], ports: PortsByType): Edge[] {
  const names = actions.map((action) => action.name);
  const byName = new Map(actions.map((action) => [action.name, action]));
  return actions.map((action, at) => {
    const { after } = action;
    if (after === undefined) {
      return toBareEdge({ target_action_id: action.id, edge_type: 'start' });
    }
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

/** Turns edges into `after` by action id; only a tree whose edges all leave a port can be told so, else the reason is answered. */
export function afterFromEdges(
  actions: readonly Action[],
  edges: readonly Edge[],
): ReadonlyMap<string, string> | string {
  const graph = new RuleGraph(actions, edges);
  const after = new Map<string, string>();
  for (const action of actions) {
    const into = graph.into(action.id);
    const [edge] = into;
    if (edge === undefined) return `no edge leads to "${action.name}"`;
    if (into.length > 1)
      return `${into.length} edges lead into "${action.name}", and a draft can say only one`;
    if (isStart(edge)) continue;
    if (edge.edge_type === 'always' || !edge.source_output)
      return `"${action.name}" is entered by an edge that takes every port`;
    const source = graph.node(edge.source_action_id ?? '');
    after.set(action.id, `${source?.name}:${edge.source_output}`);
  }
  return after;
}

import { defined } from '../../../foundation/defined.js';
import { isUuid } from '../../../foundation/ids.js';
import { edgesFromAfter, type PortsByType } from './after.js';
import { isStart } from './graph.js';
import type { Action, ActionInput, Edge, FullRule, Rule, RuleDocument } from './wire.js';

/** A stored rule as the body that would leave it unchanged. */
export function toFullRule(rule: Rule): FullRule {
  return {
    name: rule.name,
    description: rule.description ?? '',
    is_active: rule.is_active,
    entity: rule.entity,
    trigger_type: rule.trigger_type,
    trigger_conditions: rule.trigger_conditions,
    actions: rule.actions.map((action) => ({
      id: action.id,
      name: action.name,
      action_type: action.action_type,
      description: action.description || undefined,
      is_active: action.is_active,
      config: action.config,
    })),
    edges: rule.edges.map(toBareEdge),
    if_version: rule.version,
  };
}

function toBareEdge(edge: Edge): Edge {
  return {
    source_action_id: edge.source_action_id ?? null,
    source_output: edge.source_output ?? null,
    target_action_id: edge.target_action_id,
    edge_type: edge.edge_type,
    edge_order: edge.edge_order ?? 0,
  };
}

/**
 * The whole body from what a caller wrote: `after` and actions named in edges become explicit edges
 * between ids. Of an existing rule, fields left out stay, and an action of the same name keeps its
 * id. New actions get `temp:N`.
 */
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
  const idOf = referenceReader(written, actions);
  return edges.map((edge) => {
    const source = edge.source_action_id ? idOf(edge.source_action_id) : null;
    const open = isStart(edge) || edge.edge_type === 'always';
    const port = edge.source_output ?? (open ? null : defaultPort(source, actions, ports));
    const target_action_id = idOf(edge.target_action_id);
    return toBareEdge({ ...edge, source_action_id: source, source_output: port, target_action_id });
  });
}

/** Edges may name an action by the id the caller gave it, by its stored id or by its name. */
function referenceReader(
  written: readonly ActionInput[],
  actions: readonly Action[],
): (reference: string) => string {
  return (reference) => {
    const at = written.findIndex((action) => action.id === reference || action.name === reference);
    if (isUuid(reference) && at < 0) return reference;
    return actions[at]?.id ?? reference;
  };
}

function defaultPort(
  source: string | null,
  actions: readonly Action[],
  ports: PortsByType,
): string | null {
  const action = actions.find((candidate) => candidate.id === source);
  return (action && ports.get(action.action_type)?.[0]) ?? null;
}

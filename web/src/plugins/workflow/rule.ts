import { defined } from '../../../../src/foundation/defined.js';
import type { Condition } from '../../../../src/plugins/workflow/tools/wire.js';
import { isObject, type JsonObject } from '../../../../src/foundation/json.js';

export type { Condition };

/** One step of a rule, as far as it can be read. */
export interface RuleAction {
  id: string;
  name: string;
  action_type: string;
  description?: string;
  is_active: boolean;
  config: JsonObject;
}

/** How one step leads to another; `source` is undefined on an edge by which a run enters. */
export interface RuleEdge {
  source: string | undefined;
  target: string;
  /** The port it leaves through; undefined: the default port, or any port of an `always` edge. */
  port: string | undefined;
  always: boolean;
}

/** A rule as the graph needs it, from any author: a preview, the platform, a draft or a hand. */
export interface Rule {
  /** Absent until it is stored. */
  id?: string;
  name: string;
  description: string;
  isActive: boolean;
  entity: string;
  triggerType: string;
  conditions: Condition[];
  actions: RuleAction[];
  edges: RuleEdge[];
}

/** Reads a rule from JSON; what is missing or of another shape is left empty, never refused. */
export function readRule(json: JsonObject): Rule {
  const id = json['id'];
  const written = objects(json['actions']);
  const actions = written.map(readAction);
  const edges = objects(json['edges']);
  const hasAfter = edges.length === 0 && (json['edges'] === undefined || written.some(follows));
  return {
    ...defined({ id: typeof id === 'string' ? id : undefined }),
    name: text(json['name']),
    description: text(json['description']),
    isActive: json['is_active'] !== false,
    entity: text(json['entity']),
    triggerType: text(json['trigger_type']),
    conditions: readConditions(json['trigger_conditions']),
    actions,
    edges: hasAfter ? edgesFromAfter(written, actions) : edges.map(readEdge),
  };
}

/** The conditions in a JSON value; anything else in it is left out. */
export function readConditions(json: unknown): Condition[] {
  return objects(json).map((item) => ({
    ...item,
    field_name: text(item['field_name']),
    operator: text(item['operator']),
  }));
}

function follows(action: JsonObject): boolean {
  return action['after'] !== undefined;
}

function readAction(json: JsonObject, at: number): RuleAction {
  const name = text(json['name']);
  const description = text(json['description']);
  const config = json['config'];
  return {
    // An action a hand has written may have none; its edges then call it by name.
    id: text(json['id']) || name || `#${at}`,
    name,
    action_type: text(json['action_type']),
    ...defined({ description: description === '' ? undefined : description }),
    is_active: json['is_active'] !== false,
    config: isObject(config) ? config : {},
  };
}

function readEdge(json: JsonObject): RuleEdge {
  const source = text(json['source_action_id']);
  const type = text(json['edge_type']);
  return {
    source: type === 'start' || source === '' ? undefined : source,
    target: text(json['target_action_id']),
    port: text(json['source_output']) || undefined,
    always: type === 'always',
  };
}

/** Drafts say what each action follows: `"Action"`, `"Action:port"` or a list; nothing: it is the start. */
function edgesFromAfter(
  written: readonly JsonObject[],
  actions: readonly RuleAction[],
): RuleEdge[] {
  return actions.flatMap(({ id }, at) => {
    const after = written[at]?.['after'];
    const named = (Array.isArray(after) ? after : [after]).filter(
      (reference): reference is string => typeof reference === 'string' && reference !== '',
    );
    const start: RuleEdge = { source: undefined, target: id, port: undefined, always: false };
    return named.length === 0
      ? [start]
      : named.map((reference) => ({ ...start, ...readReference(reference, actions) }));
  });
}

function readReference(reference: string, actions: readonly RuleAction[]) {
  const idOf = (name: string) => actions.find((action) => action.name === name)?.id;
  const whole = idOf(reference);
  if (whole !== undefined) return { source: whole };
  const { name, port } = splitPort(reference);
  return { source: idOf(name) ?? name, port };
}

/** `"Check stock:insufficient"` as a name and a port; names may hold colons, ports do not. */
export function splitPort(reference: string): { name: string; port: string | undefined } {
  const colon = reference.lastIndexOf(':');
  if (colon < 0) return { name: reference, port: undefined };
  return { name: reference.slice(0, colon), port: reference.slice(colon + 1) || undefined };
}

function objects(json: unknown): JsonObject[] {
  return Array.isArray(json) ? json.filter(isObject) : [];
}

function text(json: unknown): string {
  return typeof json === 'string' ? json : '';
}

import type { Simulation } from '../../../../src/plugins/workflow/tools/wire.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { type GraphEdge, type RuleGraph, TRIGGER } from './rule-graph-parts.js';
import type { Rule } from './rule.js';
import { spaced } from '../../ui/format.js';
import { t } from './texts.js';

export type { Simulation };

/** What a record's way through a rule did at one box. */
export interface Outcome {
  /** The first two are the trigger's. */
  state: 'fired' | 'not fired' | 'ran' | 'failed' | 'skipped' | 'not reached';
  /** The port it was left through. */
  port?: string;
  reason: string;
}

/** A record's way through a rule, by the ids of the drawing. */
export interface Path {
  nodes: ReadonlyMap<string, Outcome>;
  /** The arrows that were taken. */
  edges: ReadonlySet<string>;
}

const FAILURES = new Set(['failure', 'invalid_transition']);

/** Where a record went: every box of the rule has an outcome, what is removed by an update has none. */
export function pathThrough(graph: RuleGraph, simulation: Simulation): Path {
  const { steps, triggered, reason } = simulation;
  const nodes = new Map<string, Outcome>();
  const ports = new Map(steps.map(({ action_id, port }) => [action_id, port]));
  for (const { id, kind, mark, inactive } of graph.nodes) {
    if (mark === 'removed' || kind === 'missing') continue;
    const step = steps.find(({ action_id }) => action_id === id);
    if (id === TRIGGER) nodes.set(id, { state: triggered ? 'fired' : 'not fired', reason });
    else if (step === undefined)
      nodes.set(id, { state: 'not reached', reason: t('Not on this path.') });
    else
      nodes.set(id, { state: stateOf(step.port, inactive), port: step.port, reason: step.reason });
  }
  const taken = graph.edges.filter((edge) => isTaken(edge, triggered, ports));
  return { nodes, edges: new Set(taken.map(({ id }) => id)) };
}

function stateOf(port: string, inactive: boolean): Outcome['state'] {
  if (inactive) return 'skipped';
  return FAILURES.has(port) ? 'failed' : 'ran';
}

function isTaken(edge: GraphEdge, triggered: boolean, ports: ReadonlyMap<string, string>): boolean {
  if (edge.mark === 'removed') return false;
  if (edge.source === TRIGGER) return triggered;
  const port = ports.get(edge.source);
  // A drawing of a draft does not know which port is the default: its target tells.
  const open = edge.port === undefined && ports.has(edge.target);
  return port !== undefined && (edge.always || edge.port === port || open);
}

const STATES = (): Readonly<Record<Outcome['state'], string>> => ({
  fired: t('fired'),
  'not fired': t('not fired'),
  ran: t('ran'),
  failed: t('failed'),
  skipped: t('skipped'),
  'not reached': t('not reached'),
});

/** How an outcome is shown: `Ran → insufficient`. */
export function outcomeWords({ state, port }: Outcome): string {
  const said = STATES()[state];
  const word = said.charAt(0).toUpperCase() + said.slice(1);
  return port === undefined || port === 'success' ? word : `${word} → ${spaced(port)}`;
}

/** The whole way in one sentence, for those who hear it. */
export function summaryWords({ triggered, reason, steps, not_reached }: Simulation): string {
  if (!triggered) return t('The rule would not fire: {reason}.', { reason });
  const missed =
    not_reached.length === 0
      ? t('All actions are reached.')
      : t('Not reached: {missed}.', { missed: not_reached.join(', ') });
  const way = steps.map(({ action, port }) =>
    port === 'success' ? action : `${action} (${spaced(port)})`,
  );
  return t('The rule would fire: {reason}. Path: {way}. {missed}', {
    reason,
    way:
      way.length === 0
        ? ''
        : way.reduce((all, step) => t('{way}, then {step}', { way: all, step })),
    missed,
  });
}

/**
 * The record changed so that the rule's conditions on plain values hold; one that compares with another
 * column or asks only for something else is left to the user. Without a previous record the server takes
 * a `changed` condition as met.
 */
export function fitting(record: JsonObject, { conditions }: Pick<Rule, 'conditions'>): JsonObject {
  const wishes = conditions.flatMap(({ operator, value, field_name: field }) => {
    const isTemplate = typeof value === 'string' && value.includes('{{');
    const wanted = isTemplate ? undefined : WISHES[operator]?.(value);
    return wanted === undefined ? [] : [[field, wanted] as const];
  });
  return { ...record, ...Object.fromEntries(wishes) };
}

const WISHES: Readonly<Record<string, (value: unknown) => unknown>> = {
  equals: (value) => value,
  changed_to: (value) => value,
  greater_or_equal: (value) => value,
  less_or_equal: (value) => value,
  greater_than: (value) => (typeof value === 'number' ? value + 1 : undefined),
  less_than: (value) => (typeof value === 'number' ? value - 1 : undefined),
  contains: (value) => value,
  starts_with: (value) => value,
  in: (value) => (Array.isArray(value) ? (value[0] as unknown) : undefined),
  is_null: () => null,
};

const MOST = 3;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/i;

/** What people know a record by: its first short texts and numbers, without ids. */
export function recordLabel(record: JsonObject): string {
  const told = Object.entries(record).flatMap(([key, value]) =>
    isTelling(key, value) ? [String(value)] : [],
  );
  return told.slice(0, MOST).join(' · ') || t('A record without a name');
}

function isTelling(key: string, value: unknown): boolean {
  if (key === 'id' || key.endsWith('_id')) return false;
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value !== '' && value.length <= 60 && !UUID.test(value);
}

import type { Estimate } from '../../../../src/platform/types.js';
import type { RuleGraph } from '../rules/rule.model.js';
import type { RuleKnowledge } from '../knowledge.store.js';
import type { TimedRow, Window } from './live-data.store.js';
import { asText } from './scope.js';
import { evaluateTrigger } from './simulate.js';

/** The most rows one estimate looks at. */
export const MAX_EXAMINED = 10_000;
const SAMPLE = 5;

/** Which column tells when a row was added or changed, first match first. */
const timeColumns: Readonly<Record<string, readonly string[]>> = {
  on_create: ['created_at', 'ordered_at', 'order_date', 'granted_at'],
  on_update: ['updated_at'],
};

/** The rows to examine for a rule, or the reason why its firings cannot be counted. */
export function windowOf(
  rule: RuleGraph,
  days: number,
  knowledge: Pick<RuleKnowledge, 'columnsOf'>,
): Window | { note: string } {
  const { entity, trigger_type: triggerType } = rule;
  const candidates = timeColumns[triggerType];
  if (candidates === undefined)
    return {
      note: `A rule on ${triggerType} leaves no trace in the data, so nothing was counted.`,
    };
  const names = knowledge.columnsOf(entity).map((column) => column.name);
  const column = candidates.find((candidate) => names.includes(candidate));
  if (column === undefined)
    return {
      note: `${entity} has no column that tells when a row was ${verb(triggerType)} (${candidates.join(', ')}), so nothing was counted.`,
    };
  const laterThan =
    column === 'updated_at' && names.includes('created_at') ? 'created_at' : undefined;
  return { entity, column, days, laterThan, limit: MAX_EXAMINED };
}

/** Counts the rows that would have set the rule off. */
export function countFirings(rule: RuleGraph, window: Window, rows: readonly TimedRow[]): Estimate {
  const assumptions = new Set<string>();
  const fired = rows.filter(({ record, at }) => {
    const scope = { record, previous: undefined, outputs: new Map(), now: at };
    const found = evaluateTrigger(rule, { record }, scope);
    found.assumptions.forEach((assumption) => assumptions.add(assumption));
    return found.holds;
  });
  return {
    days: window.days,
    records_examined: rows.length,
    firings: fired.length,
    per_day: Math.round((fired.length / window.days) * 100) / 100,
    sample: fired
      .slice(0, SAMPLE)
      .map(({ record, at }) => ({ id: asText(record.id), at: at.toISOString() })),
    note: noteOf(rule, window, rows.length, [...assumptions]),
  };
}

/** The answer when nothing can be counted. */
export function uncounted(days: number, note: string): Estimate {
  return { days, records_examined: 0, firings: 0, per_day: 0, sample: [], note };
}

function noteOf(
  rule: RuleGraph,
  { entity, column, days }: Window,
  examined: number,
  assumptions: readonly string[],
): string {
  const parts = [
    `Counted rows of ${entity} ${verb(rule.trigger_type)} (${column}) in the ${days} days up to the latest one, with the trigger conditions checked on the rows as they are now.`,
  ];
  if (rule.trigger_type === 'on_update')
    parts.push('Only the last update of a row is known, so the true number may be higher.');
  if (examined === MAX_EXAMINED) parts.push(`Only the latest ${MAX_EXAMINED} rows were examined.`);
  if (assumptions.length > 0) parts.push(`Assumed: ${assumptions.join('; ')}.`);
  if (!rule.is_active) parts.push('The rule is inactive: it would not have fired at all.');
  return parts.join(' ');
}

function verb(triggerType: string): string {
  return triggerType === 'on_update' ? 'changed' : 'added';
}

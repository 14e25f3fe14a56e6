import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import type { StepMessage } from '../registry/plugin.js';
import { stepMessageOf } from '../registry/registry.js';
import type { RunItem, Step } from '../run/run-items.js';

/** What a step tells people: in the server's words, else in those of a plugin; undefined for plain calls. */
export function messageOfStep(step: Step): StepMessage | undefined {
  if (step.reasoning !== undefined) return step.reasoning;
  return stepMessageOf(step.name)?.(fieldsOf(step.input), fieldsOf(step.result));
}

/** A step of a timeline: what it is, and what is said of it. */
export interface TimelineStep {
  step: Step;
  message: StepMessage;
}

/** A run's items, with neighbouring steps that tell people something as one timeline. */
export type ShownItem = Exclude<RunItem, Step> | Step | { kind: 'timeline'; steps: TimelineStep[] };

/** The items as they are shown, each step once. */
export function withTimelines(items: readonly RunItem[]): ShownItem[] {
  const shown: ShownItem[] = [];
  for (const item of items) {
    const message = item.kind === 'step' ? messageOfStep(item) : undefined;
    if (item.kind !== 'step' || message === undefined) {
      shown.push(item);
      continue;
    }
    const last = shown.at(-1);
    if (last?.kind === 'timeline') last.steps.push({ step: item, message });
    else shown.push({ kind: 'timeline', steps: [{ step: item, message }] });
  }
  return shown;
}

/** The items of a run that has ended, with all thinking at the place of the first: it would keep steps apart. */
export function withOneThinking(items: readonly RunItem[]): readonly RunItem[] {
  const [first, ...more] = items.filter((item) => item.kind === 'thinking');
  if (first === undefined || more.length === 0) return items;
  const text = [first, ...more].map((item) => item.text).join('\n\n');
  return items.flatMap((item): RunItem[] => {
    if (item.kind !== 'thinking') return [item];
    return item === first ? [{ ...first, text }] : [];
  });
}

function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Neighbouring plain calls of a run that has ended, as one row. */
export interface FoldedSteps {
  kind: 'folded';
  steps: readonly Step[];
}

/** From this many on, calls would stand between a question and its answer. */
const FOLDED_FROM = 3;

/** The items of a run that has ended, with long rows of plain calls folded. */
export function withFolds(items: readonly ShownItem[]): (ShownItem | FoldedSteps)[] {
  const shown: (ShownItem | FoldedSteps)[] = [];
  let row: Step[] = [];
  const endRow = () => {
    if (row.length < FOLDED_FROM) shown.push(...row);
    else shown.push({ kind: 'folded', steps: row });
    row = [];
  };
  for (const item of items) {
    if (item.kind === 'step') row.push(item);
    else {
      endRow();
      shown.push(item);
    }
  }
  endRow();
  return shown;
}

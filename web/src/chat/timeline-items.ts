import { isObject } from '../../../src/foundation/json.js';
import type { RunItem, Step } from '../run/run-view.js';
import type { Told } from '../run/reasoning-steps.js';
import { count } from '../ui/format.js';

/** What a step is in a timeline: its kind of action and a sentence. */
export type Telling = Pick<Told, 'action' | 'message'>;

type Words = (input: Record<string, unknown>, result: Record<string, unknown>) => Telling;

/** The knowledge agent's calls, which the server tells nothing of. */
const KNOWLEDGE: Readonly<Record<string, Words>> = {
  knowledge_base_search: ({ query }) => ({
    action: 'searching',
    message: `Searching the knowledge base: ${textOf(query)}`,
  }),
  perplexity_search: ({ query }) => ({
    action: 'searching',
    message: `Searching outside: ${textOf(query)}`,
  }),
  index_keywords: ({ keywords }) => ({
    action: 'analysing',
    message: `Keeping the outside answer under ${count(lengthOf(keywords), 'keyword')}`,
  }),
  generate_response: (_, { sources }) => ({
    action: 'summarising',
    message:
      sources === undefined
        ? 'Writing the answer'
        : `Wrote the answer from ${count(lengthOf(sources), 'source')}`,
  }),
};

/** What a step tells people: in the server's words, else in the page's; undefined for plain calls. */
export function tellingOf(step: Step): Telling | undefined {
  if (step.told !== undefined) return step.told;
  const words = KNOWLEDGE[step.name];
  return words?.(fieldsOf(step.input), fieldsOf(step.result));
}

/** A step of a timeline: what it is, and what is told of it. */
export interface TimelineStep {
  step: Step;
  telling: Telling;
}

/** A run's items, with neighbouring steps that tell people something as one timeline. */
export type ShownItem = Exclude<RunItem, Step> | Step | { kind: 'timeline'; steps: TimelineStep[] };

/** The items as they are shown, each step once. */
export function withTimelines(items: readonly RunItem[]): ShownItem[] {
  const shown: ShownItem[] = [];
  for (const item of items) {
    const telling = item.kind === 'step' ? tellingOf(item) : undefined;
    if (item.kind !== 'step' || telling === undefined) {
      shown.push(item);
      continue;
    }
    const last = shown.at(-1);
    if (last?.kind === 'timeline') last.steps.push({ step: item, telling });
    else shown.push({ kind: 'timeline', steps: [{ step: item, telling }] });
  }
  return shown;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

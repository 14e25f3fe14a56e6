import type { Stage } from '../../../../src/plugins/research/stages.js';
import { isEnded, waitsForUser, type ResearchItem } from './api.js';

/** The parts of a research as people see them, in order. */
export const PARTS = ['Questions', 'Plan', 'Reading', 'Relevance', 'Report'] as const;

/** What the server does at each step, and which of {@link PARTS} it belongs to; the last three belong to none. */
const STEPS: Readonly<Record<Stage, { words: string; part?: number }>> = {
  init: { words: 'Reading the question', part: 0 },
  generate_queries: { words: 'Choosing what to search for', part: 0 },
  retrieve: { words: 'Searching', part: 0 },
  analyze: { words: 'Analysing what was found', part: 0 },
  ask: { words: 'Preparing questions', part: 0 },
  awaiting_reply: { words: 'Waiting for your answer', part: 0 },
  process_reply: { words: 'Reading your answer', part: 0 },
  finalize: { words: 'Summarising the questions', part: 0 },
  plan: { words: 'Making a plan', part: 1 },
  awaiting_approval: { words: 'Waiting for you to approve the plan', part: 1 },
  extract: { words: 'Working through the tasks', part: 2 },
  collect: { words: 'Combining the findings', part: 2 },
  validate: { words: 'Removing irrelevant passages', part: 3 },
  synthesize: { words: 'Writing the report', part: 4 },
  assess: { words: 'Scoring the report', part: 4 },
  remediate: { words: 'Improving the report', part: 4 },
  attribute: { words: 'Linking the report to its sources', part: 4 },
  complete: { words: 'Report ready' },
  failed: { words: 'Failed' },
  cancelled: { words: 'Cancelled' },
};

/** Where a research stands, in words. */
export function stepWords(step: Stage): string {
  return STEPS[step]?.words ?? step;
}

/** Which of {@link PARTS} a step belongs to; undefined for an end. */
export function partOf(step: Stage): number | undefined {
  return STEPS[step]?.part;
}

/** The tone of the badge that says where a research stands. */
export function stepTone(item: Pick<ResearchItem, 'step'>): string {
  if (waitsForUser(item)) return 'warn';
  if (!isEnded(item)) return 'info';
  return item.step === 'complete' ? 'good' : item.step === 'failed' ? 'bad' : '';
}

const LANGUAGES = { de: 'German', en: 'English' } as const;

/** A language of a research by its name. */
export function languageWords(language: keyof typeof LANGUAGES): string {
  return LANGUAGES[language] ?? language;
}

/** A share from 0 to 1 as whole percent. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A document with the headings a passage stands under; a first heading that repeats the title is left out. */
export function placeTitle(document: string, heading: string): string {
  const below = heading.split(' › ').filter((part) => part !== '');
  return [document, ...(below[0] === document ? below.slice(1) : below)].join(' › ');
}

const ENDINGS: Readonly<Record<string, string>> = {
  user_end: 'You ended the questions.',
  max_iterations: 'The questions ended after the last round.',
  convergence: 'The questions ended automatically: enough was found and little was new.',
  skipped: 'There were no questions because you gave the research queries.',
};

/** Why clarification ended, as a sentence. */
export function endingWords(reason: string): string {
  return ENDINGS[reason] ?? `The questions ended (${reason}).`;
}

const REASONS: Readonly<Record<string, string>> = {
  already_read: 'already read',
  budget: 'the limit of this task was reached',
  level_full: 'the limit for this depth was reached',
  no_such_heading: 'the document has no such heading',
  no_text: 'there is no text there',
  not_found: 'not found',
  not_in_knowledge_base: 'not in this knowledge base',
};

/** Why a reference was not followed, in words. */
export function reasonWords(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll('_', ' ');
}

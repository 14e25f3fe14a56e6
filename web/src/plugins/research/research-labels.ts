import type { Stage } from '../../../../src/plugins/research/stages.js';
import { isEnded, waitsForUser, type ResearchItem } from './api.js';
import { spaced } from '../../ui/format.js';
import { t } from './texts.js';

/** The parts of a research as people see them, in order. */
export const PARTS = () =>
  [
    t('Questions'),
    t('Plan'),
    t('Reading##a part of a research'),
    t('Relevance'),
    t('Report'),
  ] as const;

/** What the server does at each step, and which of {@link PARTS} it belongs to; the last three belong to none. */
const STEPS = (): Readonly<Record<Stage, { words: string; part?: number }>> => ({
  init: { words: t('Reading the question'), part: 0 },
  generate_queries: { words: t('Choosing what to search for'), part: 0 },
  retrieve: { words: t('Searching'), part: 0 },
  analyze: { words: t('Analysing what was found'), part: 0 },
  ask: { words: t('Preparing questions'), part: 0 },
  awaiting_reply: { words: t('Waiting for your answer'), part: 0 },
  process_reply: { words: t('Reading your answer'), part: 0 },
  finalize: { words: t('Summarising the questions'), part: 0 },
  plan: { words: t('Making a plan'), part: 1 },
  awaiting_approval: { words: t('Waiting for you to approve the plan'), part: 1 },
  extract: { words: t('Working through the tasks'), part: 2 },
  collect: { words: t('Combining the findings'), part: 2 },
  outside: { words: t('Searching outside'), part: 2 },
  validate: { words: t('Removing irrelevant passages'), part: 3 },
  synthesize: { words: t('Writing the report'), part: 4 },
  assess: { words: t('Scoring the report'), part: 4 },
  remediate: { words: t('Improving the report'), part: 4 },
  attribute: { words: t('Linking the report to its sources'), part: 4 },
  complete: { words: t('Report ready') },
  failed: { words: t('Failed') },
  cancelled: { words: t('Cancelled') },
});

/** Where a research stands, in words. */
export function stepWords(step: Stage): string {
  return STEPS()[step]?.words ?? step;
}

/** Which of {@link PARTS} a step belongs to; undefined for an end. */
export function partOf(step: Stage): number | undefined {
  return STEPS()[step]?.part;
}

/** The tone of the badge that says where a research stands. */
export function stepTone(item: Pick<ResearchItem, 'step'>): string {
  if (waitsForUser(item)) return 'warn';
  if (!isEnded(item)) return 'info';
  return item.step === 'complete' ? 'good' : item.step === 'failed' ? 'bad' : '';
}

const LANGUAGES = () => ({ de: t('German'), en: t('English') }) as const;

/** A language of a research by its name. */
export function languageWords(language: keyof ReturnType<typeof LANGUAGES>): string {
  return LANGUAGES()[language] ?? language;
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

const ENDINGS = (): Readonly<Record<string, string>> => ({
  user_end: t('You ended the questions.'),
  max_iterations: t('The questions ended after the last round.'),
  convergence: t('The questions ended automatically: enough was found and little was new.'),
  skipped: t('There were no questions because you gave the research queries.'),
});

/** Why clarification ended, as a sentence. */
export function endingWords(reason: string): string {
  return ENDINGS()[reason] ?? t('The questions ended ({reason}).', { reason });
}

const REASONS = (): Readonly<Record<string, string>> => ({
  already_read: t('already read'),
  budget: t('the limit of this task was reached'),
  level_full: t('the limit for this depth was reached'),
  no_such_heading: t('the document has no such heading'),
  no_text: t('there is no text there'),
  not_found: t('not found'),
  not_in_knowledge_base: t('not in this knowledge base'),
});

/** Why a reference was not followed, in words. */
export function reasonWords(reason: string): string {
  return REASONS()[reason] ?? spaced(reason);
}

import { isObject, type JsonObject } from '../../../../foundation/json.js';
import type { Operation } from '../operation.js';
import { cleanText, cutText } from './clean-text.js';
import { ownSentences } from './own-sentences.js';

/** The description of a tool, as the model reads it. */
const MAX_DESCRIPTION = 400;
const MAX_TITLE = 120;
const MAX_INDEXED = 320;
const MAX_EXAMPLES = 4;
const MAX_SUMMARY = 200;
/** As much of a description is looked at. */
const MAX_READ = 1200;

/** The words of an operation for the model, all cleaned and cut to a length. */
export function operationWords(operation: Omit<IndexedWords, 'tags'>): {
  title: string;
  description: string;
} {
  const summary = cleanText(operation.summary, MAX_SUMMARY);
  const text = cleanText(operation.description, MAX_READ);
  const place = `${operation.method} ${operation.pathTemplate}`;
  const title = cutText(summary || firstSentence(text) || place, MAX_TITLE);
  const adds = text !== '' && !text.startsWith(summary.replace(/\.$/, ''));
  const said = summary !== '' && adds ? `${withStop(summary)} ${text}` : text || summary;
  const description = cutText(said === '' ? place : said, MAX_DESCRIPTION);
  return { title, description };
}

/** What the index reads of an operation beside its fields. */
export interface IndexedWords extends Pick<Operation, 'method' | 'pathTemplate' | 'tags'> {
  summary: unknown;
  description: unknown;
}

/**
 * `TAGS: METHOD path words. Summary. Description` of each, as the local embedder was trained; descriptions without the
 * sentences that many of the operations share.
 */
export function indexTexts(operations: readonly IndexedWords[]): string[] {
  const texts = operations.map(({ description }) => cleanText(description, MAX_READ));
  const own = ownSentences(texts);
  return operations.map((operation, at) => indexText(operation, own[at] ?? ''));
}

function indexText(operation: IndexedWords, text: string): string {
  const summary = cleanText(operation.summary, MAX_SUMMARY);
  const tags = cleanText(operation.tags.join(', '), 80);
  const path = cutText(operation.pathTemplate.replace(/[^\p{L}\p{N}]+/gu, ' '), 160);
  const place = `${tags === '' ? '' : `${tags}: `}${operation.method} ${path}`.trim();
  const adds = summary === '' || !text.startsWith(summary.replace(/[.…]$/, ''));
  const rest = adds ? text : text.slice(summary.length).replace(/^[.\s]+/, '');
  return [place, summary, cutText(rest, MAX_INDEXED)]
    .filter((part) => part !== '')
    .map(withStop)
    .join(' ');
}

function firstSentence(text: string): string {
  const end = text.indexOf('. ');
  return end < 0 ? text : text.slice(0, end + 1);
}

function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The sentences with which a document sums up its examples: of body, parameters and answers. */
export function documentExamples(sources: readonly unknown[]): string[] {
  const found = new Set<string>();
  for (const source of sources) {
    const examples = isObject(source) && isObject(source['examples']) ? source['examples'] : {};
    for (const example of Object.values(examples)) addSummary(example, found);
  }
  return [...found].slice(0, MAX_EXAMPLES);
}

/** "Default response" and "Example 1" say nothing of the operation. */
const EMPTY_WORDS =
  /^(?:default|example|response|request|sample|success|ok|status|code|result|\d+)$/i;

function addSummary(example: unknown, found: Set<string>): void {
  const { summary } = isObject(example) ? example : ({} as JsonObject);
  const text = cleanText(summary, 160);
  const words = text.split(' ').filter((word) => word !== '' && !EMPTY_WORDS.test(word));
  if (words.length >= 3) found.add(text);
}

import { isObject, type JsonObject } from '../../../../foundation/json.js';
import { cleanText, cutText } from './clean-text.js';

/** The description of a tool, as the model reads it. */
const MAX_DESCRIPTION = 400;
const MAX_TITLE = 120;
/** As much of a description is embedded. */
const MAX_INDEXED = 320;
const MAX_EXAMPLES = 4;

/** What a document says of an operation in words. */
export interface OperationWords {
  title: string;
  description: string;
  indexText: string;
}

/** The words of an operation for the model and for the index, all cleaned and cut to a length. */
export function operationWords(operation: {
  id: string;
  method: string;
  pathTemplate: string;
  tags: readonly string[];
  summary: unknown;
  description: unknown;
}): OperationWords {
  const summary = cleanText(operation.summary, 200);
  const text = cleanText(operation.description, 1200);
  const place = `${operation.method} ${operation.pathTemplate}`;
  const title = cutText(summary || firstSentence(text) || place, MAX_TITLE);
  const adds = text !== '' && !text.startsWith(summary.replace(/\.$/, ''));
  const said = summary === '' ? text : adds ? `${withStop(summary)} ${text}` : text;
  const description = cutText(said === '' ? place : said, MAX_DESCRIPTION);
  return { title, description, indexText: indexText(operation, summary, text) };
}

/** `TAGS: METHOD path words. Summary. Description`, as the local embedder was trained. */
function indexText(
  operation: { method: string; pathTemplate: string; tags: readonly string[] },
  summary: string,
  text: string,
): string {
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

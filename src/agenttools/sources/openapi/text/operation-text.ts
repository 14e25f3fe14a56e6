import {
  isObject,
  type JsonObject,
  asObject,
  asList,
  propertiesOf,
} from '../../../../foundation/json.js';
import type { Operation } from '../operation.js';
import { cleanText, cutText } from './clean-text.js';

const MAX_DESCRIPTION = 400;
const MAX_TITLE = 120;
const MAX_INDEXED = 320;
const MAX_EXAMPLES = 4;
const MAX_SUMMARY = 200;
const MAX_READ = 1200;

export function operationWords(operation: Omit<IndexedWords, 'tags'>): {
  title: string;
  description: string;
} {
  const summary = cleanText(operation.summary, MAX_SUMMARY);
  const text = cleanText(operation.description, MAX_READ);
  const place = `${operation.method} ${operation.pathTemplate}`;
  const end = text.indexOf('. ');
  const first = end < 0 ? text : text.slice(0, end + 1);
  const title = cutText(summary || first || place, MAX_TITLE);
  const adds = text !== '' && !text.startsWith(summary.replace(/\.$/, ''));
  const said = summary !== '' && adds ? `${withStop(summary)} ${text}` : text || summary;
  const description = cutText(said === '' ? place : said, MAX_DESCRIPTION);
  return { title, description };
}

interface IndexedWords extends Pick<Operation, 'method' | 'pathTemplate' | 'tags'> {
  summary: unknown;
  description: unknown;
}

/** As the local embedder was trained, without sentences that many of the operations share. */
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

function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export function documentExamples(media: JsonObject = {}): string[] {
  const examples = Object.values(asObject(media['examples'])).map(asObject);
  const texts = examples.map(({ summary }) => cleanText(summary, 160));
  const isTelling = (text: string) =>
    text.split(' ').filter((word) => word !== '' && !EMPTY_WORDS.test(word)).length >= 3;
  return [...new Set(texts.filter(isTelling))].slice(0, MAX_EXAMPLES);
}

/** "Default response" and "Example 1" say nothing of the operation. */
const EMPTY_WORDS =
  /^(?:default|example|response|request|sample|success|ok|status|code|result|\d+)$/i;

/** What more operations than this have tells none of them from others: how paging works, `per_page`, a shared body. */
const MAX_SHARING = 8;

export function countsOf(texts: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Of each text the first sentence, which says what it is, and those behind that tell it from the others. */
export function ownSentences(texts: readonly string[]): string[] {
  const all = texts.map((text) => text.split(/(?<=[.!?:])\s/));
  const counts = countsOf(all.flatMap((sentences) => [...new Set(sentences)]));
  return all.map((sentences) =>
    sentences.filter((one, at) => at === 0 || (counts.get(one) ?? 0) <= MAX_SHARING).join(' '),
  );
}

type Titled = Pick<Operation, 'title' | 'description' | 'method' | 'pathTemplate'>;

/** A title that repeats, as "Update an item" of forty tables, is followed by the words of the path that the others lack. */
export function distinctTitles<T extends Titled>(operations: readonly T[]): T[] {
  const groups = new Map<string, T[]>();
  for (const one of operations) {
    const key = one.title.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const titles = new Map<T, string>();
  for (const group of groups.values()) {
    if (group.length > 1)
      nameApart(group).forEach((title, at) => titles.set(group[at] as T, title));
  }
  return operations.map((one) => {
    const title = titles.get(one);
    return title === undefined ? one : { ...one, title, description: described(one, title) };
  });
}

function nameApart(group: readonly Titled[]): string[] {
  const paths = group.map(({ pathTemplate }) =>
    pathTemplate.split('/').filter((part) => part !== '' && !part.includes('{')),
  );
  const counts = countsOf(paths.flatMap((words) => [...new Set(words)]));
  const own = paths.map((words) =>
    words.filter((word) => counts.get(word) !== group.length).join(' '),
  );
  const uses = countsOf(own);
  return group.map(({ title, method, pathTemplate }, at) => {
    const words = own[at] as string;
    const told = words === '' || uses.get(words) !== 1 ? `${method} ${pathTemplate}` : words;
    // What tells it apart is never cut off for the sake of what does not.
    const room = Math.max(MAX_TITLE - told.length - 2, 40);
    return cutText(`${cutText(title.replace(/\.$/, ''), room)}: ${told}`, 2 * MAX_TITLE);
  });
}

function described({ title, description }: Titled, named: string): string {
  if (!description.startsWith(title)) return `${named}. ${description}`;
  const rest = description.slice(title.length).replace(/^[.\s]+/, '');
  return rest === '' ? `${named}.` : `${named}. ${rest}`;
}

const MAX_DEPTH = 4;
/** Fields of one name mean the same where their texts begin alike. */
const COMPARED = 40;

export interface FieldWords {
  words: string;
  /** The first names, ` (name, other name)`; nothing where there is none. */
  names: string;
}

const MAX_NAMES = 14;

export function fieldWords(schemas: readonly JsonObject[]): FieldWords[] {
  const fields = schemas.map((schema) => fieldsOf(schema));
  const counts = countsOf(fields.flatMap((own) => [...own.keys()]));
  return fields.map((own) => {
    const telling = [...own].filter(([key]) => (counts.get(key) ?? 0) <= MAX_SHARING);
    // `pullNumber` and `pull_number` are "pull Number" and "pull number".
    const names = telling.slice(0, MAX_NAMES).map(([key]) => {
      const split = (key.split(' ')[0] ?? '').replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2');
      return split.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
    });
    return {
      words: telling.map(([, words]) => words).join(' '),
      names: names.length === 0 ? '' : ` (${names.join(', ')})`,
    };
  });
}

function fieldsOf(
  schema: unknown,
  found = new Map<string, string>(),
  depth = 0,
): Map<string, string> {
  if (!isObject(schema) || depth > MAX_DEPTH) return found;
  for (const [name, field] of Object.entries(propertiesOf(schema))) {
    const { description: said } = asObject(field);
    const text = typeof said === 'string' ? said : '';
    found.set(`${name} ${text.slice(0, COMPARED)}`, `${name} ${text}`.trim());
    fieldsOf(field, found, depth + 1);
  }
  fieldsOf(schema['items'], found, depth + 1);
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    for (const part of asList(schema[keyword])) fieldsOf(part, found, depth + 1);
  }
  return found;
}

import type { JsonObject } from '../../../foundation/json.js';
import type { Language } from '../../../language/question-language.js';
import {
  answerFrom,
  bullets,
  errorOf,
  join,
  objectOf,
  objectsOf,
  quoteOf,
  textOf,
  type CitedQuote,
  type Exchange,
  type FoundChunk,
  type Part,
  type Question,
  type Style,
  type Texts,
} from '../../../../samples/offline-model/kit.js';
import { connected, passagesIn, wordsOf } from './findings.js';
import { saidIn } from './lexicon.js';

/** A provision that is not longer is quoted whole: its exceptions come after its rule. */
const SHORT = 500;
/** So many names are told, and so many items of a list. */
const MOST_NAMES = 6;
const MOST_ITEMS = 8;

/** Quotes what was found, says what it is connected with, lists the rest, and says what is missing. */
export function* sayFindings(exchanges: readonly Exchange[], question: Question): Part<string> {
  const chunks = passagesIn(exchanges);
  const texts: Texts = {
    *find() {
      yield* [];
      return { chunks, isEmpty: false, beingRead: 0 };
    },
    ...{ style, isStrict: true },
  };
  const { said, language, quotes } = yield* answerFrom(texts, question);
  const good = exchanges.filter(({ isError }) => !isError);
  const own = good.flatMap((exchange) => listOf(exchange, language));
  const isAsked = good.some(({ name, data }) => isOwn(name) && itemsIn(data));
  // A list answers by itself.
  const answer = isAsked && own.length === 0 ? [saidIn(language).none] : [];
  return [
    ...own,
    ...(chunks.length > 0 || (own.length === 0 && !isAsked) ? [said] : answer),
    ...connections(exchanges, quotes[0]?.chunk, language),
    ...missing(exchanges, language),
  ].join('\n\n');
}

/** Each quotation with its provision and node. */
const style: Style = {
  says: saidIn,
  one: quoted,
  all: (quotes, language) => quotes.map((quote) => quoted(quote, language)).join('\n\n'),
};

function quoted({ parts, chunk, detail }: CitedQuote, language: Language): string {
  const { cited, section, title, nodeId } = chunk;
  const whole = wordsOf(chunk);
  const isWhole = detail === undefined && cited !== undefined && whole.length <= SHORT;
  const name = [cited ?? title, detail, section].filter(Boolean).join(' ');
  const within = cited !== undefined && title !== cited && title;
  const node = nodeId !== undefined && `${saidIn(language).node} ${nodeId}`;
  const place = [name, within, node].filter(Boolean).join(', ');
  return `“${isWhole ? whole : quoteOf(parts, false)}” (${place})`;
}

const RELATIONS = ['cites_out', 'cites_in', 'amends_out', 'amends_in'] as const;

/** What the first quoted provision refers to, and what refers to it. */
function connections(
  exchanges: readonly Exchange[],
  chunk: FoundChunk | undefined,
  language: Language,
): string[] {
  const { nodeId, cited } = chunk ?? {};
  if (nodeId === undefined) return [];
  const said = saidIn(language);
  const others = connected(exchanges, nodeId);
  return RELATIONS.flatMap((relation) => {
    const of = others.filter((other) => other.relation === relation && other.cited !== '');
    const names = [...new Set(of.map((other) => other.cited))].slice(0, MOST_NAMES);
    return names.length > 0 ? [`${cited} ${said[relation]} ${join(names, said.and)}.`] : [];
  });
}

/** The user's own lists, not what was found outside. */
function isOwn(tool: string): boolean {
  return tool.startsWith('get_');
}

/** The list that a tool answered: of cases, deadlines, documents, or findings outside. */
function itemsIn(data: unknown): unknown {
  const { deadlines, cases, documents, results } = objectOf(data);
  return deadlines ?? cases ?? documents ?? results;
}

function listOf({ name, data }: Exchange, language: Language): string[] {
  const said = saidIn(language);
  const items = objectsOf(itemsIn(data));
  const lines = items.slice(0, MOST_ITEMS).map((item) => lineOf(item, language));
  const rest = items.length - lines.length;
  if (rest > 0) lines.push(said.others.replace('{names}', String(rest)));
  if (lines.length === 0) return [];
  return [isOwn(name) ? bullets(lines) : `${said.elsewhere}\n${bullets(lines)}`];
}

/** A case, a deadline, a document or a finding outside in one line. */
function lineOf(item: JsonObject, language: Language): string {
  const { due, days } = saidIn(language);
  const field = (...names: string[]) => names.map((name) => textOf(item[name])).find(Boolean) ?? '';
  const parts = [
    [field('number'), field('title', 'case_name')].filter(Boolean).join(': '),
    field('due_on') && `${due} ${field('due_on')}, ${field('days_left')} ${days}`,
    [field('case_number'), field('case_title')].filter(Boolean).join(': '),
    field('status', 'kind', 'court'),
    field('date', 'date_filed', 'date_issued', 'year'),
    field('url'),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** What could not be looked up. */
function missing(exchanges: readonly Exchange[], language: Language): string[] {
  const { away, failed } = saidIn(language);
  const failures = exchanges.filter(({ isError }) => isError);
  const isAway = (exchange: Exchange) =>
    objectOf(objectOf(exchange.data)['error'])['code'] === 'explorer_unavailable';
  const others = failures
    .filter((exchange) => !isAway(exchange))
    .map((exchange) => `${exchange.name}: ${errorOf(exchange)}`);
  return [
    ...(failures.some(isAway) ? [away] : []),
    ...(others.length > 0 ? [`${failed}\n${bullets(others)}`] : []),
  ];
}

import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { Language } from '../../../language/question-language.js';
import {
  bullets,
  errorOf,
  join,
  languageFor,
  objectOf,
  objectsOf,
  partsOf,
  partsOfQuestion,
  provisionsIn,
  quoteCited,
  quoteOf,
  sayAround,
  sayParts,
  select,
  textOf,
  whatIAm,
  type CitedQuote,
  type Exchange,
  type FoundChunk,
  type Question,
} from '../../../../samples/offline-model/kit.js';
import { connected, placesIn, type Place } from './findings.js';
import { say } from './lexicon.js';

/** What is quoted, as it is said, and in which language. */
interface Quoted {
  quotes: readonly CitedQuote[];
  lines: readonly string[];
  language: Language;
}

/** A provision that is not longer is quoted whole: its exceptions come after its rule. */
const SHORT = 500;
/** So many names are told, and so many items of a list. */
const MOST_NAMES = 6;
const MOST_ITEMS = 8;

/** Quotes what was found, says what it is connected with, lists the rest, and says what is missing. */
export function sayFindings(exchanges: readonly Exchange[], question: Question): string {
  const places = placesIn(exchanges);
  const { quotes, lines, language } = quotesOf(places, question);
  const good = exchanges.filter(({ isError }) => !isError);
  const own = good.flatMap((exchange) => listOf(exchange, language));
  const isAsked = good.some(({ name, data }) => name.startsWith('get_') && itemsIn(data));
  const isEmpty = [...lines, ...own].length === 0;
  const isUseless = [...quotes, ...own].length === 0 && provisionsIn(question.text).length === 0;
  const [first] = quotes;
  return [
    ...own,
    ...(isEmpty ? [say(isAsked ? 'none' : 'nothing', language)] : lines),
    ...connections(exchanges, first && placeOf(first.chunk, places), language),
    ...missing(exchanges, language),
    ...(isUseless && !isAsked ? [whatIAm(language)] : []),
  ].join('\n\n');
}

/** The provisions that are cited, or of each part of the question the sentences that answer best. */
function quotesOf(places: readonly Place[], question: Question): Quoted {
  const chunks = places.map(toChunk);
  const nodes = chunks.filter(({ cited }) => cited !== undefined);
  const cited = provisionsIn(question.text, nodes);
  if (cited.length > 0) {
    const { quotes, ...others } = quoteCited(nodes, cited);
    const language = languageFor(
      question,
      quotes.map(({ chunk }) => chunk),
    );
    const { before, after } = sayAround(others, language);
    const told = quotes.map((quote) => quoted(quote, places, language));
    return { quotes, lines: [...before, ...told, ...after], language };
  }
  const { language } = question;
  // A list answers by itself.
  if (places.length === 0) return { quotes: [], lines: [], language };
  const parts = partsOfQuestion(question).map((part) => {
    const { quotes, before } = bestOf(chunks, part, language);
    const lines = [...before, ...quotes.map((quote) => quoted(quote, places, language))];
    return { question: part, quotes, said: lines.join('\n\n') };
  });
  return {
    quotes: parts.flatMap(({ quotes }) => quotes),
    ...{ lines: [sayParts(parts, language)], language },
  };
}

/** A place as a passage, whose block has its number. */
function toChunk({ cited, within, nodeId, section, text, score }: Place, number: number) {
  return {
    ...{ title: within || cited, section, score, blocks: [{ number, text }] },
    ...defined({ cited: nodeId === undefined ? undefined : cited }),
  };
}

function placeOf({ blocks }: FoundChunk, places: readonly Place[]): Place {
  return places[blocks[0]?.number ?? -1] as Place;
}

/** The sentences that answer best: of one place in one quotation, as they follow each other there. */
function bestOf(chunks: readonly FoundChunk[], question: Question, language: Language) {
  const { kind, sentences, unknown } = select(question, chunks);
  const nothing = unknown === undefined ? 'nothing' : 'unknown';
  const key = sentences.length === 0 ? nothing : 'nearest';
  const before = kind === 'nearest' || kind === 'nothing' ? [say(key, language, unknown)] : [];
  const quotes = [...new Set(sentences.map(({ chunk }) => chunk))].map((chunk) => ({
    chunk,
    parts: shortWhole(chunk) ?? partsOf(sentences.filter((each) => each.chunk === chunk)),
  }));
  return { before, quotes };
}

function shortWhole({ cited, blocks }: FoundChunk): CitedQuote['parts'] | undefined {
  const [{ number, text } = { number: 0, text: '' }] = blocks;
  const line = text.replace(/\s+/g, ' ').trim();
  return cited === undefined || line.length > SHORT ? undefined : [{ number, text: line, at: 0 }];
}

function quoted(
  { parts, chunk, detail }: CitedQuote,
  places: readonly Place[],
  language: Language,
): string {
  const { cited, section, within, nodeId } = placeOf(chunk, places);
  const node = nodeId === undefined ? '' : `${say('node', language)} ${nodeId}`;
  const name = [cited, detail, section].filter(Boolean).join(' ');
  return `“${quoteOf(parts, false)}” (${[name, within, node].filter(Boolean).join(', ')})`;
}

/** What the first quoted provision refers to, and what refers to it. */
function connections(
  exchanges: readonly Exchange[],
  place: Place | undefined,
  language: Language,
): string[] {
  if (place?.nodeId === undefined) return [];
  return ['cites', 'amends'].flatMap((relation) =>
    ['out', 'in'].flatMap((direction) => {
      const others = connected(exchanges, place.nodeId, relation, direction).slice(0, MOST_NAMES);
      const verb = say(`${relation}_${direction}`, language);
      const names = join(others, say('and', language));
      return others.length > 0 ? [`${place.cited} ${verb} ${names}.`] : [];
    }),
  );
}

/** The list that a tool answered: of cases, deadlines, documents, or findings outside. */
function itemsIn(data: unknown): unknown {
  const { deadlines, cases, documents, results } = objectOf(data);
  return deadlines ?? cases ?? documents ?? results;
}

function listOf({ name, data }: Exchange, language: Language): string[] {
  const items = objectsOf(itemsIn(data));
  const lines = items.slice(0, MOST_ITEMS).map((item) => lineOf(item, language));
  const rest = items.length - lines.length;
  if (rest > 0) lines.push(say('more', language, String(rest)));
  if (lines.length === 0) return [];
  return [
    name.startsWith('get_') ? bullets(lines) : `${say('outside', language)}\n${bullets(lines)}`,
  ];
}

/** A case, a deadline, a document or a finding outside in one line. */
function lineOf(item: JsonObject, language: Language): string {
  const field = (...names: string[]) => names.map((name) => textOf(item[name])).find(Boolean) ?? '';
  const due = `${say('due', language)} ${field('due_on')}, ${field('days_left')} ${say('days', language)}`;
  const parts = [
    [field('number'), field('title', 'case_name')].filter(Boolean).join(': '),
    field('due_on') && due,
    [field('case_number'), field('case_title')].filter(Boolean).join(': '),
    field('status', 'kind', 'court'),
    field('date', 'date_filed', 'date_issued', 'year'),
    field('url'),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** What could not be looked up. */
function missing(exchanges: readonly Exchange[], language: Language): string[] {
  const failures = exchanges.filter(({ isError }) => isError);
  const isAway = (exchange: Exchange) =>
    objectOf(objectOf(exchange.data)['error'])['code'] === 'explorer_unavailable';
  const others = failures
    .filter((exchange) => !isAway(exchange))
    .map((exchange) => `${exchange.name}: ${errorOf(exchange)}`);
  return [
    ...(failures.some(isAway) ? [say('away', language)] : []),
    ...(others.length > 0 ? [`${say('failed', language)}\n${bullets(others)}`] : []),
  ];
}

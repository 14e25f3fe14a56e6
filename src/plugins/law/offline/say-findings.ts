import type { JsonObject } from '../../../foundation/json.js';
import type { Language } from '../../../foundation/question-language.js';
import { isCited } from '../../../references/is-cited.js';
import { passageOf } from '../../../references/passage.js';
import type { Reference } from '../../../references/reference.js';
import {
  bullets,
  errorOf,
  join,
  objectOf,
  objectsOf,
  rankSentences,
  select,
  textOf,
  whatIAm,
  type Exchange,
  type Question,
} from '../../../../samples/offline-model/kit.js';
import { connected, placesIn, type Place } from './findings.js';
import { say } from './lexicon.js';

/** A part of a place, word for word. */
interface Quote {
  place: Place;
  text: string;
  /** The part of the provision that is quoted: "Abs. 2 Satz 1". */
  detail?: string | undefined;
}

/** What is quoted, with what is said before and after it. */
interface Quoted {
  before: readonly string[];
  quotes: readonly Quote[];
  after: readonly string[];
}

/** So many provisions are quoted where some are cited, and so many characters of each. */
const MOST_CITED = 3;
const MOST_QUOTED = 900;
/** A provision that is not longer is quoted whole: its exceptions come after its rule. */
const SHORT = 500;
/** So many names are told, and so many items of a list. */
const MOST_NAMES = 6;
const MOST_ITEMS = 8;

/** Quotes what was found, says what it is connected with, lists the rest, and says what is missing. */
export function sayFindings(
  exchanges: readonly Exchange[],
  question: Question,
  cited: readonly Reference[],
): string {
  const { language } = question;
  const places = placesIn(exchanges);
  const { before, quotes, after } =
    cited.length > 0 ? citedIn(places, cited, language) : bestOf(places, question);
  const good = exchanges.filter(({ isError }) => !isError);
  const own = good.flatMap((exchange) => listOf(exchange, language));
  const isAsked = good.some(({ name, data }) => name.startsWith('get_') && itemsIn(data));
  const isEmpty = [...before, ...quotes, ...own].length === 0;
  return [
    ...own,
    ...(isEmpty ? [say(isAsked ? 'none' : 'nothing', language)] : []),
    ...before,
    ...quotes.map((quote) => quoted(quote, language)),
    ...after,
    ...connections(exchanges, quotes[0]?.place, language),
    ...missing(exchanges, language),
    ...(isEmpty && !isAsked ? [whatIAm(language)] : []),
  ].join('\n\n');
}

/** The provisions that were cited: the part that was asked for, else the whole or how it begins. */
function citedIn(
  places: readonly Place[],
  cited: readonly Reference[],
  language: Language,
): Quoted {
  const provisions = places.filter(({ nodeId }) => nodeId !== undefined);
  const found = cited.map((reference) => ({
    reference,
    fitting: provisions.filter(({ cited: sourceId, within: document }) =>
      isCited(reference, { sourceId, document }),
    ),
  }));
  const known = found.flatMap(({ reference: { detail }, fitting: [place] }) =>
    place ? [{ place, detail, ...partOf(place, detail) }] : [],
  );
  const unknown = found.filter(({ fitting }) => fitting.length === 0);
  const shown = known.slice(0, MOST_CITED);
  const without = shown.filter(
    ({ isWhole, detail }) => isWhole && detail && !/^ff?\.?$/.test(detail),
  );
  // Provisions of the same number in other laws, where none was named.
  const firsts = new Set(known.map(({ place }) => place.cited));
  const alike = found.flatMap(({ fitting }) => fitting.map((place) => place.cited));
  const others = [...new Set(alike)].filter((each) => !firsts.has(each)).slice(0, MOST_NAMES);
  const told = (key: string, names: readonly string[], last = ', ') =>
    names.length > 0 ? [say(key, language, join(names, last))] : [];
  return {
    before: [
      ...told(
        'noProvision',
        unknown.map(({ reference }) => reference.raw),
      ),
      ...told(
        'noPlace',
        without.map(({ place, detail }) => `${place.cited} ${detail}`),
      ),
    ],
    quotes: shown.map(({ place, text, isWhole, detail }) => ({
      ...{ place, text, detail: isWhole ? undefined : detail },
    })),
    after: told('alike', others, say('and', language)),
  };
}

/** A part of a provision, or the whole or how it begins where it has no such part. */
function partOf({ text }: Place, detail: string | undefined): { text: string; isWhole: boolean } {
  const span = detail === undefined ? undefined : passageOf(text, detail);
  const line = oneLine(span === undefined ? text : text.slice(span.start, span.end));
  const begin = line.slice(0, MOST_QUOTED);
  const end = Math.max(begin.lastIndexOf('.'), begin.lastIndexOf(';')) + 1;
  const isLong = line.length > MOST_QUOTED;
  return { text: isLong ? `${begin.slice(0, end)} …` : line, isWhole: span === undefined };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The sentences that answer best: of one place in one quotation, as they follow each other there. */
function bestOf(places: readonly Place[], question: Question): Quoted {
  const chunks = places.map(({ within, cited, text, ...place }, number) => ({
    ...{ title: within || cited, section: place.section, score: place.score },
    blocks: [{ number, text }],
  }));
  const { kind, sentences } = select(question, rankSentences(question, chunks));
  const before = kind === 'nearest' ? [say('nearest', question.language)] : [];
  const quotes = [...new Set(sentences.map(({ number }) => number))].flatMap((number): Quote[] => {
    const place = places[number];
    if (place === undefined) return [];
    const whole = oneLine(place.text);
    const isShort = place.nodeId !== undefined && whole.length <= SHORT && kind !== 'nearest';
    const own = sentences.filter((each) => each.number === number).map(({ text }) => text);
    const placeOf = (sentence: string) => whole.indexOf(sentence.slice(0, 40));
    const told = own.sort((a, b) => placeOf(a) - placeOf(b)).join(' ');
    return [{ place, text: isShort ? whole : told }];
  });
  return { before, quotes, after: [] };
}

function quoted({ text, place, detail }: Quote, language: Language): string {
  const { cited, section, within, nodeId } = place;
  const node = nodeId === undefined ? '' : `${say('node', language)} ${nodeId}`;
  const name = [cited, detail, section].filter(Boolean).join(' ');
  return `“${text}” (${[name, within, node].filter(Boolean).join(', ')})`;
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
    .map((exchange) => `${exchange.name}: ${errorOf(exchange).message}`);
  return [
    ...(failures.some(isAway) ? [say('away', language)] : []),
    ...(others.length > 0 ? [`${say('failed', language)}\n${bullets(others)}`] : []),
  ];
}

import type { JsonObject } from '../../../foundation/json.js';
import { defined } from '../../../foundation/defined.js';
import type { Language } from '../../../foundation/question-language.js';
import {
  bullets,
  join,
  rankSentences,
  select,
  textOf,
  whatIAm,
  type Candidate,
  type Question,
} from '../../../../samples/offline-model/kit.js';
import type { Reference } from '../../../references/reference.js';
import { quoteCited, type CitedQuote } from './quote-cited.js';
import type { LawEdge, LawFindings, LawSource } from './findings.js';

const SAID = {
  en: {
    nearest: 'Nothing that was found says this outright. The nearest to it:',
    nothing: 'Nothing that was found answers this.',
    noProvision: (names: string) => `This provision was not found: ${names}.`,
    noPlace: (names: string) => `The provision has no such place: ${names}. It says:`,
    alike: (names: string) => `This number is also in other laws: ${names}.`,
    none: 'There is nothing of the kind.',
    more: (count: number) => `and ${count} more`,
    readsOnly:
      'Nothing was changed: I only read cases and deadlines. They are added and changed under “Cases”.',
    node: 'node',
    and: 'and',
    cites: 'refers to',
    citedBy: 'is referred to by',
    amends: 'amends',
    amendedBy: 'is amended by',
    outside: 'Sources outside:',
    away: 'The knowledge graph could not be reached, so laws and ordinances are missing from this answer.',
    failed: 'This failed, and is missing from this answer:',
    due: 'due',
    days: 'days left',
    hello:
      'I look up provisions in the knowledge graph of laws and ordinances, and your documents, cases and deadlines, and quote them with where they stand.',
  },
  de: {
    nearest: 'Nichts davon sagt das ausdrücklich. Am nächsten kommt:',
    nothing: 'Nichts von dem, was gefunden wurde, beantwortet das.',
    noProvision: (names: string) => `Diese Vorschrift wurde nicht gefunden: ${names}.`,
    noPlace: (names: string) => `Diese Stelle hat die Vorschrift nicht: ${names}. Sie lautet:`,
    alike: (names: string) => `Diese Nummer gibt es auch in anderen Gesetzen: ${names}.`,
    none: 'Es gibt nichts davon.',
    more: (count: number) => `und ${count} weitere`,
    readsOnly:
      'Es wurde nichts geändert: Fälle und Fristen lese ich nur. Sie werden unter „Fälle“ angelegt und geändert.',
    node: 'Knoten',
    and: 'und',
    cites: 'verweist auf',
    citedBy: 'wird genannt in',
    amends: 'ändert',
    amendedBy: 'wird geändert durch',
    outside: 'Quellen außerhalb:',
    away: 'Der Wissensgraph war nicht erreichbar, daher fehlen in dieser Antwort Gesetze und Verordnungen.',
    failed: 'Dies ist fehlgeschlagen und fehlt in dieser Antwort:',
    due: 'fällig',
    days: 'Tage übrig',
    hello:
      'Ich schlage Vorschriften im Wissensgraphen der Gesetze und Verordnungen nach, dazu Ihre Dokumente, Fälle und Fristen, und zitiere sie mit der Stelle.',
  },
} as const;

/** Says what the model does where it answers from the law. */
export function sayLawReader(language: Language): string {
  return `${SAID[language].hello}\n\n${whatIAm(language)}`;
}

/** Says that nothing can be written down in a chat about the law. */
export function sayReadsOnly(language: Language): string {
  return SAID[language].readsOnly;
}

/** Quotes what was found, says what it is connected with, lists the rest, and says what is missing. */
export function sayFindings(
  findings: LawFindings,
  question: Question,
  cited: readonly Reference[],
): string {
  const { language } = question;
  const { intro, quotes, alike } = quotesOf(findings, question, cited);
  const filled = findings.lists.filter(({ items }) => items.length > 0);
  const own = filled.flatMap(({ tool, items }) => listOf(tool, items, language));
  const asked = findings.lists.some(({ tool }) => tool.startsWith('get_'));
  const isEmpty = quotes.length === 0 && own.length === 0 && intro === undefined;
  return [
    ...own,
    ...(isEmpty ? [asked ? SAID[language].none : SAID[language].nothing] : []),
    ...(intro === undefined ? [] : [intro]),
    ...quotes.map((each) => quoted(each, findings, language)),
    ...(alike === undefined ? [] : [alike]),
    ...referencesOf(quotes, findings, language),
    ...missing(findings, language),
    ...(isEmpty && !asked ? [whatIAm(language)] : []),
  ].join('\n\n');
}

/** What is quoted: the provisions that were asked for, or the sentences that answer best. */
function quotesOf(
  findings: LawFindings,
  question: Question,
  cited: readonly Reference[],
): { intro?: string; quotes: readonly Quote[]; alike?: string } {
  if (cited.length > 0) return citedOf(findings, cited, SAID[question.language]);
  // A list answers by itself; a text beside it would be a guess.
  if (findings.chunks.length === 0) return { quotes: [] };
  const { kind, sentences } = select(question, rankSentences(question, findings.chunks));
  const quotes = sentences.map(({ text, number }: Candidate) => ({ text, number }));
  return kind === 'nearest'
    ? { intro: SAID[question.language].nearest, quotes }
    : { quotes: mergedByPlace(quotes, findings) };
}

function citedOf(
  findings: LawFindings,
  cited: readonly Reference[],
  said: (typeof SAID)[Language],
): { intro?: string; quotes: readonly Quote[]; alike?: string } {
  const { quotes, missing, without, alike } = quoteCited(findings, cited);
  const intro = [
    ...(missing.length === 0 ? [] : [said.noProvision(missing.join(', '))]),
    ...(without.length === 0 ? [] : [said.noPlace(without.join(', '))]),
  ].join('\n\n');
  return {
    quotes,
    ...defined({
      intro: intro || undefined,
      alike: alike.length === 0 ? undefined : said.alike(join(alike.slice(0, 6), said.and)),
    }),
  };
}

type Quote = Pick<CitedQuote, 'text' | 'number' | 'detail'>;

/** A provision that is not longer is quoted whole: its exceptions come after its rule. */
const SHORT = 500;

/** Sentences of one place follow each other in one quotation, as they do there; a short provision is quoted whole. */
function mergedByPlace(quotes: readonly Quote[], findings: LawFindings): Quote[] {
  const numbers = [...new Set(quotes.map(({ number }) => number))];
  return numbers.map((number) => {
    const whole = wholeText(findings, number);
    const isProvision = findings.sources[number]?.nodeId !== undefined;
    if (isProvision && whole.length <= SHORT) return { number, text: whole };
    const sentences = quotes.filter((each) => each.number === number).map(({ text }) => text);
    const placeOf = (sentence: string) => whole.indexOf(sentence.slice(0, 40));
    return { number, text: sentences.sort((a, b) => placeOf(a) - placeOf(b)).join(' ') };
  });
}

function wholeText({ chunks }: LawFindings, number: number): string {
  return (chunks[number]?.blocks[0]?.text ?? '').replace(/\s+/g, ' ').trim();
}

function quoted(
  { text, number, detail }: Quote,
  findings: LawFindings,
  language: Language,
): string {
  const { cited, within, nodeId } = findings.sources[number] as LawSource;
  const section = findings.chunks[number]?.section ?? '';
  const node = nodeId === undefined ? '' : `${SAID[language].node} ${nodeId}`;
  const place = [[cited, detail, section].filter(Boolean).join(' '), within, node].filter(Boolean);
  return `“${text}” (${place.join(', ')})`;
}

const MOST_REFERENCES = 6;

/** What the first quoted provision refers to, and what refers to it. */
function referencesOf(
  quotes: readonly Quote[],
  { sources, edges }: LawFindings,
  language: Language,
): string[] {
  const source = sources[quotes[0]?.number ?? -1];
  const own = source?.nodeId === undefined ? [] : (edges.get(source.nodeId) ?? []);
  const said = SAID[language];
  const sentences = [
    [said.cites, citedIn(own, 'cites', true)],
    [said.citedBy, citedIn(own, 'cites', false)],
    [said.amends, citedIn(own, 'amends', true)],
    [said.amendedBy, citedIn(own, 'amends', false)],
  ] as const;
  return sentences
    .filter(([, others]) => others.length > 0)
    .map(([verb, others]) => `${source?.cited} ${verb} ${join(others, said.and)}.`);
}

function citedIn(edges: readonly LawEdge[], relation: string, isOut: boolean): string[] {
  const found = edges.filter((edge) => edge.relation === relation && edge.isOut === isOut);
  return [...new Set(found.map(({ cited }) => cited))].filter(Boolean).slice(0, MOST_REFERENCES);
}

const MOST_ITEMS = 8;

function listOf(tool: string, items: readonly JsonObject[], language: Language): string[] {
  const rest = items.length - MOST_ITEMS;
  const lines = items.slice(0, MOST_ITEMS).map((item) => lineOf(item, language));
  if (rest > 0) lines.push(SAID[language].more(rest));
  const isOwn = tool.startsWith('get_');
  return [isOwn ? bullets(lines) : `${SAID[language].outside}\n${bullets(lines)}`];
}

/** A case, a deadline, a document or a finding outside in one line. */
function lineOf(item: JsonObject, language: Language): string {
  const field = (name: string) => textOf(item[name]);
  const due = field('due_on');
  const parts = [
    [field('number'), field('title') || field('case_name')].filter(Boolean).join(': '),
    due === '' ? '' : `${SAID[language].due} ${due}, ${field('days_left')} ${SAID[language].days}`,
    [field('case_number'), field('case_title')].filter(Boolean).join(': '),
    field('status') || field('kind') || field('court'),
    field('date') || field('date_filed') || field('date_issued') || field('year'),
    field('url'),
  ];
  return parts.filter(Boolean).join(' · ');
}

function missing({ failures }: LawFindings, language: Language): string[] {
  const said = SAID[language];
  const isAway = failures.some(({ code }) => code === 'explorer_unavailable');
  const others = failures.filter(({ code }) => code !== 'explorer_unavailable');
  return [
    ...(isAway ? [said.away] : []),
    ...(others.length === 0
      ? []
      : [`${said.failed}\n${bullets(others.map(({ tool, message }) => `${tool}: ${message}`))}`]),
  ];
}

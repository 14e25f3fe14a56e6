import {
  leads,
  leadPattern,
  readDetail,
  type Lead,
  type Reference,
  GAP,
  LOOSE,
  Reader,
} from './reader.js';
import { documentBefore, numberedActs, readDocument } from './named-document.js';

/** The longest range that is spelt out; of a longer one only the ends are given. */
const LONGEST_RANGE = 100;

/** The references of a range, with its place: "5 bis 7", "9a bis 9c", "12-104 to 12-107" spelt out, of others the ends. */
function expandRange(first: Reference, last: Reference, spellOut: boolean): Reference[] {
  const place = { start: first.start, end: last.end };
  const inner = spellOut
    ? (betweenNumbers(first.number, last.number) ?? betweenLetters(first.number, last.number))
    : undefined;
  const { kind, unit } = first;
  const middle = (inner ?? []).map((number) => ({ ...place, raw: '', kind, number, unit }));
  return [{ ...first, ...place }, ...middle, { ...last, ...place }];
}

function betweenNumbers(first: string, last: string): string[] | undefined {
  const [from, to] = [/^(.*?)(\d{1,9})$/.exec(first), /^(.*?)(\d{1,9})$/.exec(last)];
  if (!from || !to || from[1] !== to[1]) return undefined;
  const length = Number(to[2]) - Number(from[2]) - 1;
  if (length < 0 || length > LONGEST_RANGE - 2) return undefined;
  return Array.from({ length }, (_, index) => `${from[1]}${Number(from[2]) + 1 + index}`);
}

function betweenLetters(first: string, last: string): string[] | undefined {
  const [from, to] = [/^(\d+)([a-z])$/.exec(first), /^(\d+)([a-z])$/.exec(last)];
  if (!from?.[2] || !to?.[2] || from[1] !== to[1]) return undefined;
  const [low, high] = [from[2].charCodeAt(0), to[2].charCodeAt(0)];
  if (high < low) return undefined;
  return Array.from({ length: high - low - 1 }, (_, index) => {
    return `${from[1]}${String.fromCharCode(low + 1 + index)}`;
  });
}

const ENDS = '(?![\\p{L}\\p{N}])';
const DIGITS = '\\d{1,6}(?:[.:‑-]\\d{1,6}){0,4}(?:[a-z]{1,2}|[A-Z])?';
const numbers = {
  section: new RegExp(`${LOOSE}(${DIGITS})${ENDS}`, 'uy'),
  other: new RegExp(`${LOOSE}(${DIGITS}|[IVXLC]{1,8}|[A-Z])${ENDS}`, 'uy'),
};
const AND = `${LOOSE},?${LOOSE}(?:und|oder|sowie|and|or|&)${GAP}|${LOOSE},${LOOSE}`;
const separator = new RegExp(
  `(?:(${GAP}(?:bis|to|through)${GAP}|${LOOSE}[–—]${LOOSE})|${AND})`,
  'uy',
);
const chained = new RegExp(
  `^(?:${AND}|${GAP}bis${GAP}|(?:${LOOSE},)?(?:${GAP}auch)?${GAP}(?:in${GAP}Verbindung${GAP}mit|i\\.${LOOSE}V\\.${LOOSE}m\\.)${GAP})$`,
  'u',
);

/** Beyond so many references a text's ranges give their ends only: "§§ 1–99, 1–99, …" must not fill the memory. */
const SPELT_OUT_AT_MOST = 20_000;

/** The references in a law's text, English and German, in its order; of lists and ranges one for each member. Linear time. */
export function findReferences(text: string): Reference[] {
  const found: Reference[] = [];
  const pattern = leadPattern();
  let chain: Reference[] = [];
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const lead = leads.get(match[1] ?? '');
    const read = lead && readReference(text, match.index, match[0].length, lead, found);
    if (!read) continue;
    pattern.lastIndex = read.end;
    const [first] = read.references;
    const last = chain.at(-1);
    if (!first || !last || !chained.test(between(text, last, first))) chain = [];
    chain.push(...read.references);
    for (const reference of read.references) found.push(reference);
    if (first?.document === undefined) continue;
    // An act that is named behind a list holds for all of it.
    for (const reference of chain) reference.document ??= first.document;
    chain = [];
  }
  return withNumberedActs(text, found);
}

/** Bounded, as a separator is short: what is far apart is not read. */
function between(text: string, last: Reference, first: Reference): string {
  return first.start - last.end > 60 ? 'far' : text.slice(last.end, first.start);
}

function readReference(
  text: string,
  start: number,
  leadLength: number,
  lead: Lead,
  found: Reference[],
): { references: Reference[]; end: number } | undefined {
  const reader = new Reader(text, start + leadLength);
  const references = readList(reader, start, lead, SPELT_OUT_AT_MOST - found.length);
  const [first] = references;
  if (!first) return undefined;
  const listEnd = reader.at;
  const behind = readDocument(reader);
  const before =
    behind === undefined && lead.kind !== 'part'
      ? documentBefore(text, start, found.at(-1)?.end ?? 0)
      : undefined;
  const document = behind ?? before?.document;
  if (document !== undefined) for (const reference of references) reference.document = document;
  for (const reference of references) {
    if (before && reference.start === start) reference.start = before.start;
    if (behind !== undefined && reference.end === listEnd) reference.end = reader.at;
    reference.raw = text.slice(reference.start, reference.end);
  }
  return { references, end: reader.at };
}

/** Reads one number, or with a plural lead all of its list; ranges are spelt out up to `room` references. */
function readList(reader: Reader, start: number, lead: Lead, room: number): Reference[] {
  const references: Reference[] = [];
  let from = start;
  let range: Reference | undefined;
  for (;;) {
    const item = readItem(reader, from, lead);
    if (!item) break;
    if (range) {
      references.pop();
      references.push(...expandRange(range, item, references.length < room));
    } else {
      references.push(item);
    }
    const end = reader.at;
    const joined = reader.take(separator);
    if (!joined || !continues(reader, lead, item)) {
      reader.at = end;
      break;
    }
    from = reader.at;
    range = joined[1] === undefined ? undefined : item;
  }
  return references;
}

/** A single lead is followed by more numbers only where they are of the form "12-105". */
function continues(reader: Reader, lead: Lead, item: Reference): boolean {
  const next = reader.peek(lead.kind === 'section' ? numbers.section : numbers.other)?.[1];
  if (next === undefined) return false;
  if (lead.plural) return /^\d/.test(next) === /^\d/.test(item.number);
  return lead.kind === 'section' && /[-‑]/.test(next) && item.number.includes('-');
}

function readItem(reader: Reader, start: number, lead: Lead): Reference | undefined {
  const number = reader.take(lead.kind === 'section' ? numbers.section : numbers.other)?.[1];
  if (number === undefined) return undefined;
  const detail = readDetail(reader, lead.plural ? Number.parseInt(number, 10) : undefined);
  return {
    raw: '',
    start,
    end: reader.at,
    kind: lead.kind,
    number: number.replaceAll('‑', '-'),
    unit: lead.unit,
    detail,
  };
}

/** Both are in the order of the text, so one walk merges them; an act inside a reference is no second one. */
function withNumberedActs(text: string, found: Reference[]): Reference[] {
  const merged: Reference[] = [];
  let next = 0;
  for (const act of numberedActs(text)) {
    for (let one = found[next]; one && one.start < act.end; one = found[++next]) merged.push(one);
    if ((merged.at(-1)?.end ?? 0) > act.start) continue;
    merged.push({ ...act, raw: text.slice(act.start, act.end), kind: 'document' });
  }
  for (let one = found[next]; one; one = found[++next]) merged.push(one);
  return merged;
}

/** A place that a provision's text refers to: in itself ("Satz 2"), or in another provision ("§ 5 Absatz 31"). */
export interface InnerReference {
  raw: string;
  start: number;
  /** The place inside the provision, one alone: "Satz 2"; absent where the whole provision is meant. */
  detail?: string;
  /** The other provision; absent where the place is in the text's own. */
  section?: { number: string; document?: string };
}

/** What names a place in the text's own provision; behind a section's number it belongs to that. */
const BARE =
  /(?<![\p{L}\p{N}])(?:Absatz(?:es)?|Absätzen?|Satz(?:es)?|Sätzen?|Nummern?|Buchstaben?|subsections?|sentences?|items?)(?=\s(?:\d|\(|[a-z](?!\p{L})))/giu;
/** Several values of the last level: "Sätze 2 und 3". */
const SEVERAL = /^(.*?)(\d{1,3}[a-z]?(?:(?:, |,? (?:und|oder|and|or) )\d{1,3}[a-z]?){1,6})$/u;

/** The places that a text refers to, in its own provision and in others, in the order of the text. */
export function innerReferences(text: string): InnerReference[] {
  const cited = findReferences(text).filter(({ kind }) => kind === 'section');
  const others = cited.flatMap(({ raw, start, number, detail, document }): InnerReference[] => {
    const section = document === undefined ? { number } : { number, document };
    if (detail === undefined) return [{ raw, start, section }];
    return eachOf(detail).map((one) => ({ raw, start, section, detail: one }));
  });
  const own: InnerReference[] = [];
  // A level is read behind a blank.
  const padded = ` ${text}`;
  let end = 0;
  let next = 0;
  for (const { index } of text.matchAll(BARE)) {
    while (next < cited.length && (cited[next]?.end ?? 0) <= index) next += 1;
    const isTaken = (cited[next]?.start ?? text.length) <= index;
    if (isTaken || index < end) continue;
    const reader = new Reader(padded, index);
    const detail = readDetail(reader, undefined);
    if (detail === undefined) continue;
    end = reader.at - 1;
    const raw = text.slice(index, end);
    own.push(...eachOf(detail).map((one) => ({ raw, start: index, detail: one })));
  }
  return [...others, ...own].toSorted((a, b) => a.start - b.start);
}

function eachOf(detail: string): string[] {
  const [, lead = '', list] = SEVERAL.exec(detail) ?? [];
  if (list === undefined) return [detail];
  return (list.match(/\d{1,3}[a-z]?/g) ?? []).map((value) => `${lead}${value}`);
}

import { defined } from '../../foundation/defined.js';
import { jsonOrText } from '../../foundation/exact-json.js';
import { isNumber, numberIn } from '../../foundation/exact-number.js';
import { isObject, ownValue, type JsonObject } from '../../foundation/json.js';
import { datesIn } from '../../language/dates.js';
import { leavesOf } from './alike.js';
import { labelOf } from './http-request/record-names.js';
import { isReference } from './references.js';

/** Where a value of a proposed payload was found, the likeliest first: what a person said outweighs what was read. */
export type ValueOrigin = 'user' | 'page' | 'change' | 'read' | 'default' | 'none' | 'untraceable';

export interface TracedValue extends JsonObject {
  /** A JSON pointer into what is sent: `/body/email`. */
  path: string;
  /** The likeliest. `none`: found nowhere. `untraceable`: short, or not all was compared. */
  origin: ValueOrigin;
  /** All of them: a value that was read, and that the user said too, has two. */
  found: { origin: ValueOrigin; tool?: string; tool_use_id?: string; path?: string }[];
  name?: string;
}

export interface TraceMaterial {
  /** What the user wrote or filled in, and nothing that the application said for them. */
  said: readonly string[];
  page: JsonObject;
  /** Results of calls that read, with what these were called with: a value is not read where it was asked with. */
  reads: readonly { tool: string; id: string; input: JsonObject; content: string }[];
  /** More was read than `reads` holds. */
  isPartial?: boolean;
  schema: JsonObject;
}

/** Traces the values of a payload; those beyond what {@link leavesOf} tells are not in the answer. */
export type TraceValues = (values: unknown) => TracedValue[];

/** Shorter texts and smaller numbers stand everywhere by chance. */
const MIN_CHARS = 4;
const MIN_NUMBER = 100;
/** So much is compared of what was said, of the page, and of all results, in characters; the newest first. */
const MAX_CHARS = 100_000;
const MAX_TRIES = 20;
/** So often words are told apart in a text that writes no spaces between them; about 16 µs each. */
const MAX_SEGMENTED = 100;
/** Dates in other writings are read in so many characters of a text: at most 1 ms for a thousand. */
const MAX_DATED = 4000;
const MAX_FIELDS = 2000;
const MAX_FOUND = 5;

/** Finds where values come from, by their characters alone: no model is asked. */
export function traceWith({
  said,
  page,
  reads,
  isPartial = false,
  schema,
}: TraceMaterial): TraceValues {
  const user = new Text(said.toReversed().join('\0'));
  const onPage = textOf(page);
  const results = readWithin(reads.toReversed());
  const defaults = defaultsIn(schema);
  const wasCut = isPartial || user.isCut || onPage.isCut || results.length < reads.length;
  const names = namesIn(results);
  const placesOf = (sought: string | number) => [
    { origin: 'user' as const, as: user.find(sought) },
    { origin: 'page' as const, as: onPage.find(sought) },
    ...results
      .filter(({ asked }) => asked.find(sought) !== 'whole')
      .map((result) => ({ origin: 'read' as const, as: result.text.find(sought), result })),
  ];
  const foundAt = (place: ReturnType<typeof placesOf>[number], sought: string | number) => {
    if (!('result' in place)) return { origin: place.origin };
    const { tool, id: tool_use_id, fields } = place.result;
    const path = fields.find(([, text]) => text.find(sought) === 'whole')?.[0];
    return { origin: place.origin, tool, tool_use_id, ...defined({ path }) };
  };
  const traced = (path: string, value: unknown): TracedValue => {
    if (isReference(value)) return { path, origin: 'change', found: [{ origin: 'change' }] };
    const named = defaults.get(path.slice(path.lastIndexOf('/') + 1)) ?? [];
    const isDefault = named.some((one) => String(one) === String(value));
    const sought = soughtIn(value);
    const places = sought === undefined ? [] : placesOf(sought);
    const whole = places.filter((place) => place.as === 'whole');
    const isTold = !wasCut && sought !== undefined && places.every((place) => !place.as);
    const found: TracedValue['found'] = [
      ...whole.slice(0, MAX_FOUND).map((place) => foundAt(place, sought ?? '')),
      ...(isDefault ? [{ origin: 'default' as const }] : []),
    ];
    return { path, origin: found[0]?.origin ?? (isTold ? 'none' : 'untraceable'), found };
  };
  return (values) =>
    [...leavesOf(values, true)]
      .filter(([, value]) => !isObject(value) && !Array.isArray(value))
      .map(([path, value]) => {
        const [name, ...others] = names(path.slice(path.lastIndexOf('/') + 1), value);
        return { ...traced(path, value), ...(others.length === 0 ? defined({ name }) : {}) };
      });
}

interface ReadResult {
  tool: string;
  id: string;
  fields: [string, Text][];
  leaves: [string, unknown][];
  input: JsonObject;
  text: Text;
  asked: Text;
}

const ID = '/id';
/** A number is an id of many things, and so is a word. */
const OWN_ID = /^(?=.*\d)(?=.*[a-z]).{4,80}$/i;

/** The names of the records read under an id. Of a number, of those alone that were asked for under the field's own name. */
function namesIn(results: readonly ReadResult[]) {
  const records = results.flatMap(({ leaves, input }) => {
    const all = new Map(leaves);
    return leaves.flatMap(([path, id]) => {
      const place = path.slice(0, -ID.length);
      const name = path.endsWith(ID) ? labelOf((label) => all.get(`${place}/${label}`)) : undefined;
      return name === undefined || name === id ? [] : [{ id: String(id), name, input }];
    });
  });
  return (field: string, value: unknown): string[] => {
    const sought = String(value);
    const isSure = (input: JsonObject) =>
      OWN_ID.test(sought) || String(ownValue(input, field)) === sought;
    const found = records.filter(({ id, input }) => id === sought && isSure(input));
    return [...new Set(found.map(({ name }) => name))];
  };
}

function readWithin(reads: TraceMaterial['reads']): ReadResult[] {
  let left = MAX_CHARS;
  return reads.flatMap(({ tool, id, input, content }) => {
    left -= content.length;
    if (left < 0) return [];
    const leaves = [...leavesOf(jsonOrText(content), true, Infinity)];
    const fields = leaves
      .slice(0, MAX_FIELDS)
      .map(([path, leaf]): [string, Text] => [path, new Text(String(leaf))]);
    const text = new Text(leaves.map(([, leaf]) => String(leaf)).join('\n'));
    return [{ tool, id, fields, leaves, input, text, asked: textOf(input) }];
  });
}

function textOf(value: JsonObject): Text {
  return new Text([...leavesOf(value, true, Infinity).values()].map(String).join('\n'));
}

/** What to look for; undefined where finding a value would say nothing of where it comes from. */
function soughtIn(value: unknown): string | number | undefined {
  const number = typeof value === 'string' ? numberIn(value) : value;
  if (isNumber(number)) return Math.abs(Number(number)) < MIN_NUMBER ? undefined : Number(number);
  const text = typeof value === 'string' ? plain(value) : '';
  return text.length < MIN_CHARS ? undefined : text;
}

/** How a value stands in a text: by itself, or as a part of something longer (`checkout` in `new-checkout`). */
type Found = 'whole' | 'part' | undefined;

class Text {
  readonly isCut: boolean;
  private readonly text: string;
  private readonly written: string;
  private numbers?: Map<number, [number, number][]>;
  private dates?: Map<string, Found>;
  private segmentedLeft = MAX_SEGMENTED;

  constructor(text: string) {
    this.isCut = text.length > MAX_CHARS;
    this.written = text.slice(0, MAX_CHARS);
    this.text = plain(this.written);
  }

  find(sought: string | number): Found {
    if (typeof sought === 'number') return this.findNumber(sought);
    const first = this.text.indexOf(sought);
    let at = first;
    for (let tries = 0; at !== -1 && tries < MAX_TRIES; tries += 1) {
      if (this.isApart(at) && this.isApart(at + sought.length)) return 'whole';
      at = this.text.indexOf(sought, at + 1);
    }
    return first !== -1 ? 'part' : this.findDate(sought);
  }

  /** "7.500,50" is read both ways. */
  private findNumber(sought: number): Found {
    this.numbers ??= this.placesOfNumbers();
    const places = this.numbers.get(sought);
    return places?.some(([at, end]) => this.isApart(at) && this.isApart(end))
      ? 'whole'
      : places && 'part';
  }

  private placesOfNumbers(): Map<number, [number, number][]> {
    const places = new Map<number, [number, number][]>();
    for (const { 0: number, index } of this.text.matchAll(NUMBER)) {
      for (const value of [
        Number(number.replaceAll(/[,'’ ]/g, '')),
        Number(number.replaceAll(/[.'’ ]/g, '').replace(',', '.')),
      ]) {
        const known = places.get(value) ?? [];
        if (known.length < MAX_TRIES) known.push([index, index + number.length]);
        places.set(value, known);
      }
    }
    return places;
  }

  /** "03/04/2026" is one of two days, and which one nobody said. */
  private findDate(sought: string): Found {
    if (!DATE.test(sought)) return undefined;
    this.dates ??= daysIn(this.written.slice(0, MAX_DATED));
    return this.dates.get(sought) ?? (this.written.length > MAX_DATED ? 'part' : undefined);
  }

  private isApart(at: number): boolean {
    const [before = '', after = ''] = [this.text[at - 1], this.text[at]];
    if (JOINS.test(before)) return !isWord(this.text[at - 2]) || !isWord(after);
    if (JOINS.test(after)) return !isWord(before) || !isWord(this.text[at + 1]);
    if (!isWord(before) || !isWord(after)) return true;
    if (before < FIRST_WITHOUT_SPACES || after < FIRST_WITHOUT_SPACES) return false;
    this.segmentedLeft -= 1;
    if (this.segmentedLeft < 0) return false;
    const start = Math.max(0, at - 40);
    const words = WORDS.segment(this.text.slice(start, at + 40));
    return words.containing(at - start)?.index === at - start;
  }
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const NUMBER = /-?\d(?:[.,'’]?\d| (?=\d{3}(?!\d))){0,40}/g;
/** What holds the parts of an address, a path or a name together. */
const JOINS = /[-_./@+\\]/;
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
/** Thai; Lao, Burmese, Khmer, Chinese and Japanese stand behind it. */
const FIRST_WITHOUT_SPACES = '\u0E00';

function daysIn(text: string): Map<string, Found> {
  const all = new Map<string, Found>();
  for (const { readings } of datesIn(text)) {
    const days = new Set(
      readings.map(({ year, month, day }) =>
        [year, month, day].map((part) => String(part).padStart(2, '0')).join('-'),
      ),
    );
    for (const day of days)
      if (days.size === 1 || !all.has(day)) all.set(day, days.size === 1 ? 'whole' : 'part');
  }
  return all;
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}]/u.test(char);
}

function defaultsIn(schema: JsonObject): Map<string, unknown[]> {
  const all = new Map<string, unknown[]>();
  for (const [path, value] of leavesOf(schema, true)) {
    const [name = '', last] = path.split('/').slice(-2);
    if (last === 'default') all.set(name, [...(all.get(name) ?? []), value]);
  }
  return all;
}

import { defined } from '../../foundation/defined.js';
import { jsonOrText } from '../../foundation/exact-json.js';
import { isNumber, numberIn } from '../../foundation/exact-number.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import { leavesOf } from './alike.js';
import { isReference } from './references.js';

/** Where a value of a proposed payload was found, the likeliest first: what a person said outweighs what was read. */
export type ValueOrigin = 'user' | 'page' | 'change' | 'read' | 'default' | 'none' | 'untraceable';

/** A value of a payload with the places where it was found, in wire names. */
export interface TracedValue extends JsonObject {
  /** A JSON pointer into what is sent: `/body/email`. */
  path: string;
  /** The likeliest. `none`: found nowhere, so the model made it up or put it together. */
  origin: ValueOrigin;
  /** All of them: a value that was read, and that the user said too, has two. */
  found: { origin: ValueOrigin; tool?: string; tool_use_id?: string; path?: string }[];
}

/** What a run has to hold a payload against. */
export interface TraceMaterial {
  /** What the user wrote or filled in, and nothing that the application said for them. */
  said: readonly string[];
  page: JsonObject;
  /** Results of calls that read, with what these were called with: a value is not read where it was asked with. */
  reads: readonly { tool: string; id: string; input: JsonObject; content: string }[];
  /** The schema of what the proposing tool was called with. */
  schema: JsonObject;
}

/** Traces the values of a payload; those beyond what {@link leavesOf} tells are not in the answer. */
export type TraceValues = (values: unknown) => TracedValue[];

/** Shorter texts and smaller numbers stand everywhere by chance. */
const MIN_CHARS = 4;
const MIN_NUMBER = 100;
/** So much is compared of what was said, of the page, and of all results, in characters; the newest first. */
const MAX_CHARS = 100_000;
/** A value is looked for at so many places of a text. */
const MAX_TRIES = 50;
/** A value is placed in the first fields of a result. */
const MAX_FIELDS = 2000;
/** The results of one value that are listed. */
const MAX_FOUND = 3;

/** Finds where values come from, by their characters alone: no model is asked. */
export function traceWith({ said, page, reads, schema }: TraceMaterial): TraceValues {
  const user = new Text(said.toReversed().join('\n'));
  const onPage = textOf(page);
  const results = readWithin(reads.toReversed());
  const defaults = defaultsIn(schema);
  const wasCut = user.isCut || onPage.isCut || results.length < reads.length;

  const foundIn = (name: string, value: unknown): TracedValue['found'] => {
    if (isReference(value)) return [{ origin: 'change' }];
    const isDefault = (defaults.get(name) ?? []).some((one) => String(one) === String(value));
    const found: TracedValue['found'] = isDefault ? [{ origin: 'default' }] : [];
    const sought = soughtIn(value);
    if (sought === undefined) return found;
    const readIn = results.filter(({ asked, text }) => text.has(sought) && !asked.has(sought));
    return [
      ...(user.has(sought) ? [{ origin: 'user' as const }] : []),
      ...(onPage.has(sought) ? [{ origin: 'page' as const }] : []),
      ...readIn.slice(0, MAX_FOUND).map((result) => {
        const { tool, id: tool_use_id, fields } = result;
        const path = fields.find(([, text]) => text.has(sought))?.[0];
        return { origin: 'read' as const, tool, tool_use_id, ...defined({ path }) };
      }),
      ...found,
    ];
  };
  return (values) =>
    [...leavesOf(values, true)].flatMap(([path, value]) => {
      if (isObject(value) || Array.isArray(value)) return [];
      const found = foundIn(path.slice(path.lastIndexOf('/') + 1), value);
      const isTold = !wasCut && soughtIn(value) !== undefined;
      const origin = found[0]?.origin ?? (isTold ? 'none' : 'untraceable');
      return [{ path, origin, found }];
    });
}

/** A result with its fields by their places. */
interface ReadResult {
  tool: string;
  id: string;
  fields: [string, Text][];
  text: Text;
  asked: Text;
}

/** The newest results, as many as are compared. */
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
    return [{ tool, id, fields, text, asked: textOf(input) }];
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

/** A text as values are looked for in it. */
class Text {
  readonly isCut: boolean;
  private readonly text: string;
  private numbers?: Set<number>;

  constructor(text: string) {
    this.isCut = text.length > MAX_CHARS;
    this.text = plain(text.slice(0, MAX_CHARS));
  }

  /** Whether a value stands in it as words of their own, however its letters and digits are written. */
  has(sought: string | number): boolean {
    if (typeof sought === 'number') return this.allNumbers().has(sought);
    let at = this.text.indexOf(sought);
    for (let tries = 0; at !== -1 && tries < MAX_TRIES; tries += 1) {
      if (!isWord(this.text[at - 1]) && !isWord(this.text[at + sought.length])) return true;
      at = this.text.indexOf(sought, at + 1);
    }
    return false;
  }

  /** "7.500,50" is read both ways. */
  private allNumbers(): Set<number> {
    this.numbers ??= new Set(
      (this.text.match(NUMBER) ?? []).flatMap((number) => [
        Number(number.replaceAll(/[,'’ ]/g, '')),
        Number(number.replaceAll(/[.'’ ]/g, '').replace(',', '.')),
      ]),
    );
    return this.numbers;
  }
}

const NUMBER = /-?\d(?:[.,'’]?\d| (?=\d{3}(?!\d))){0,40}/g;

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}]/u.test(char);
}

/** The defaults that a schema gives, by the name of their field. */
function defaultsIn(schema: JsonObject): Map<string, unknown[]> {
  const all = new Map<string, unknown[]>();
  for (const [path, value] of leavesOf(schema, true)) {
    const [name = '', last] = path.split('/').slice(-2);
    if (last === 'default') all.set(name, [...(all.get(name) ?? []), value]);
  }
  return all;
}

import type { JsonObject } from '../../../foundation/json.js';
import type { FilledForm, FilledValue } from '../../types.js';
import { fieldsOf, type FormField } from './form-fields.js';
import { literalsOf, type Literal } from './literals.js';

/** A literal and the field that takes it. */
interface Pair {
  literal: Literal;
  field: FormField;
  value: unknown;
}

/** Of a message with more values or words nothing is filled in: each is held against every field. */
const MAX_VALUES = 60;
const MAX_LITERALS = 400;

/**
 * What of a message fills in which field of an operation: only literals (a quoted text, a number, a date, an e-mail
 * address, an id, a word of an enum), and each only where exactly one field can take it. A field whose name stands
 * directly before takes it first; else a required one. All the rest of the message is in `notUsed`.
 */
export function fillForm(tool: string, schema: JsonObject, message: string): FilledForm {
  const literals = literalsOf(message);
  const values = literals.filter(({ kind }) => kind !== 'word');
  if (values.length > MAX_VALUES || literals.length > MAX_LITERALS)
    return { tool, values: [], notUsed: restOf(message, []) };
  const pairs = fieldsOf(schema).flatMap((field) => pairsOf(field, literals));
  const named = unmistakable(pairs.filter(({ field, literal }) => isNamed(field, literal)));
  const taken = new Set<FormField | Literal>(named.flatMap((one) => [one.field, one.literal]));
  const left = pairs.filter(
    ({ field, literal }) => field.required && !taken.has(field) && !taken.has(literal),
  );
  const filled = [...named, ...unmistakable(left)];
  return {
    tool,
    values: filled.map(({ field, literal, value }): FilledValue => {
      return { path: field.path, value, text: literal.text };
    }),
    notUsed: restOf(
      message,
      filled.map(({ literal }) => literal),
    ),
  };
}

function pairsOf(field: FormField, literals: readonly Literal[]): Pair[] {
  const listed = field.enum && wordsOfEnum(field.enum);
  return literals.flatMap((literal) => {
    const value =
      listed === undefined ? valueFor(field, literal) : enumValue(field, listed, literal);
    return value === undefined ? [] : [{ literal, field, value }];
  });
}

/** The values of an enum by their words in small letters: long enums are not gone through for every literal. */
function wordsOfEnum(values: readonly unknown[]): ReadonlyMap<string, unknown[]> {
  const listed = new Map<string, unknown[]>();
  for (const value of values) {
    const word = String(value).toLowerCase();
    listed.set(word, [...(listed.get(word) ?? []), value]);
  }
  return listed;
}

function enumValue(
  { type }: FormField,
  listed: ReadonlyMap<string, unknown[]>,
  { text }: Literal,
): unknown {
  const same = listed.get(text.toLowerCase()) ?? [];
  return type === 'boolean' || same.length !== 1 ? undefined : same[0];
}

/** What a field without an enum would get of the literal; undefined where it cannot take it. */
function valueFor(field: FormField, { kind, text }: Literal): unknown {
  if (field.type === 'integer')
    return kind === 'number' && !text.includes('.') ? Number(text) : undefined;
  if (field.type === 'number') return kind === 'number' ? Number(text) : undefined;
  if (field.type !== 'string') return undefined;
  return kindsOf(field).includes(kind) ? text : undefined;
}

/** The literals that a text without an enum takes. */
function kindsOf({ format, words }: FormField): Literal['kind'][] {
  if (format === 'date' || format === 'date-time') return ['date'];
  if (format === 'email' || words.includes('email')) return ['email'];
  if (format === 'uuid') return ['uuid'];
  if (format !== undefined) return [];
  return words.at(-1) === 'id' ? ['uuid', 'number', 'quoted'] : ['quoted'];
}

function isNamed({ words }: FormField, { before }: Literal): boolean {
  const near = before.slice(-words.length);
  return (
    words.length > 0 && near.length === words.length && words.every((word, at) => word === near[at])
  );
}

/** The pairs whose literal no other field takes, and whose field takes no other literal. */
function unmistakable(pairs: readonly Pair[]): Pair[] {
  const uses = new Map<FormField | Literal, number>();
  for (const { field, literal } of pairs)
    for (const one of [field, literal]) uses.set(one, (uses.get(one) ?? 0) + 1);
  return pairs.filter(({ field, literal }) => uses.get(field) === 1 && uses.get(literal) === 1);
}

/** The pieces of the message around what was used, as they are written. */
function restOf(message: string, used: readonly Literal[]): string[] {
  const sorted = [...used].sort((a, b) => a.start - b.start);
  const starts = [0, ...sorted.map(({ end }) => end)];
  const ends = [...sorted.map(({ start }) => start), message.length];
  return starts
    .map((start, at) => message.slice(start, ends[at]).trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
}

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

/**
 * What of a message fills in which field of an operation: only literals (a quoted text, a number, a date, an e-mail
 * address, an id, a word of an enum), and each only where exactly one field can take it. A field whose name stands
 * directly before takes it first; else a required one. All the rest of the message is in `notUsed`.
 */
export function fillForm(tool: string, schema: JsonObject, message: string): FilledForm {
  const literals = literalsOf(message);
  const pairs = fieldsOf(schema).flatMap((field) => pairsOf(field, literals));
  const named = unmistakable(pairs.filter(({ field, literal }) => isNamed(field, literal)));
  const left = pairs.filter(
    ({ field, literal }) =>
      field.required && named.every((one) => one.field !== field && one.literal !== literal),
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
  return literals.flatMap((literal) => {
    const value = valueFor(field, literal);
    return value === undefined ? [] : [{ literal, field, value }];
  });
}

/** What the field would get of the literal; undefined where it cannot take it. */
function valueFor(field: FormField, { kind, text }: Literal): unknown {
  if (field.enum !== undefined) {
    const said = text.toLowerCase();
    const same = field.enum.filter((one) => String(one).toLowerCase() === said);
    return field.type === 'boolean' || same.length !== 1 ? undefined : same[0];
  }
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
  return pairs.filter(({ field, literal }) =>
    pairs.every(
      (other) =>
        (other.field === field && other.literal === literal) ||
        (other.field !== field && other.literal !== literal),
    ),
  );
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

import {
  escapePart,
  isObject,
  type JsonObject,
  asList,
  propertiesOf,
  requiredOf,
} from '../../../foundation/json.js';
import type { FilledForm } from '../../types.js';
import { dateIn, literalsOf, type Literal, wordsOf } from './literals.js';
import { FILE_ID } from '../../../foundation/user-files.js';

interface Pair {
  literal: Literal;
  field: FormField;
  value: unknown;
  /** `own`: what the field is made for; `id`: a name in place of an id; `text`: any value, as a text. */
  fit: 'own' | 'id' | 'text';
}

/** Of a message with more values or words nothing is filled in: each is held against every field. */
const MAX_VALUES = 60;
const MAX_LITERALS = 400;

/**
 * What of a message fills in which field of an operation: only literals (a quoted text, a number, a date, an e-mail
 * address, an address, an id, a word of an enum), and each only where exactly one field can take it. A field whose
 * name stands directly before takes it first, then one that is required, then any. All the rest of the message is
 * in `notUsed`.
 */
export function fillForm(tool: string, schema: JsonObject, message: string): FilledForm {
  const literals = literalsOf(message);
  const values = literals.filter(({ kind }) => kind !== 'word');
  if (values.length > MAX_VALUES || literals.length > MAX_LITERALS)
    return { tool, values: [], notUsed: restOf(message, []) };
  const filled = pairsIn(fieldsOf(schema), literals);
  const used = filled.map(({ literal }) => literal);
  const shown = filled.map(({ field: { path }, literal: { text }, value }) => ({
    path,
    value,
    text,
  }));
  return { tool, values: shown, notUsed: restOf(message, used) };
}

/** What has a body, or a message with a value in it, is for a person to look at first. */
export function needsNobody(schema: JsonObject, message: string): boolean {
  const literals = literalsOf(message);
  const fields = fieldsOf(schema);
  const hasBody = fields.some(({ path }) => path.lastIndexOf('/') > 0);
  if (requiredOf(schema).length > 0 || hasBody || literals.length > MAX_LITERALS) return false;
  if (literals.some(({ kind }) => kind !== 'word')) return false;
  return fields.every((field) => pairsOf(field, literals).length === 0);
}

/** The pairs that are unmistakable, those of surer steps first; what one step takes, no later one sees. */
function pairsIn(fields: readonly FormField[], literals: readonly Literal[]): Pair[] {
  const pairs = fields.flatMap((field) => pairsOf(field, literals));
  const filled: Pair[] = [];
  const taken = new Set<FormField | Literal>();
  const take = (choose: (free: readonly Pair[]) => readonly Pair[]) => {
    const free = pairs.filter(({ field, literal }) => !taken.has(field) && !taken.has(literal));
    for (const pair of unmistakable(choose(free))) {
      filled.push(pair);
      taken.add(pair.field).add(pair.literal);
    }
  };
  take((free) => free.filter((pair) => pair.fit === 'own' && isNamed(pair)));
  take((free) => {
    const placed = new Set(free.filter(({ fit }) => fit === 'own').map(({ literal }) => literal));
    const isAt = ({ fit, literal }: Pair) =>
      fit === 'own' || (fit === 'id' && !placed.has(literal));
    return free.filter((pair) => pair.field.required && isAt(pair));
  });
  take((free) => free.filter(isNamed));
  take((free) => free.filter(({ literal, fit }) => fit !== 'text' && SURE.includes(literal.kind)));
  return filled;
}

/** What nobody compares with, and no page is counted by: it may fill a field that nobody has to fill in. */
const SURE: readonly Literal['kind'][] = ['quoted', 'email', 'uuid', 'url', 'code'];

function pairsOf(field: FormField, literals: readonly Literal[]): Pair[] {
  // By small letters: long enums are not gone through for every literal.
  const listed = field.enum && new Map<string, unknown[]>();
  for (const value of field.enum ?? []) {
    const word = String(value).toLowerCase();
    listed?.set(word, [...(listed.get(word) ?? []), value]);
  }
  return literals.flatMap((literal): Pair[] => {
    if (listed !== undefined) {
      const [value, ...others] = listed.get(literal.text.toLowerCase()) ?? [];
      const pair: Pair = { literal, field, value, fit: 'own' };
      const isOne = field.type !== 'boolean' && value !== undefined && others.length === 0;
      return isOne && (!isSmallWord(literal) || isNamed(pair)) ? [pair] : [];
    }
    const fit = fitOf(field, literal);
    if (fit === undefined) return [];
    const value = valueOf(field, literal);
    return value === undefined ? [] : [{ literal, field, value, fit }];
  });
}

/** Also a word of sentences in some language: the country `de`, `all`, `not`. What is written in capitals is none. */
function isSmallWord({ kind, text }: Literal): boolean {
  return kind === 'word' && text.length <= 3 && (text.length < 2 || text !== text.toUpperCase());
}

function fitOf(field: FormField, { kind, inner = kind }: Literal): Pair['fit'] | undefined {
  if (kind === 'word' || field.type === 'boolean') return undefined;
  if (field.type !== 'string') return kind === 'number' ? 'own' : undefined;
  if (kindsOf(field).some((one) => one === kind || one === inner)) return 'own';
  if (field.format !== undefined) return undefined;
  return isId(field) && kind === 'quoted' ? 'id' : 'text';
}

function valueOf({ type, format }: FormField, { text }: Literal): unknown {
  if (type === 'integer') return Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
  if (type === 'number') return Number(text);
  return format === 'date' ? dateIn(text) : text;
}

const OF_FORMAT: Readonly<Record<string, readonly Literal['kind'][]>> = {
  date: ['date'],
  'date-time': ['time'],
  email: ['email'],
  uuid: ['uuid'],
  uri: ['url'],
  url: ['url'],
};

function kindsOf(field: FormField): readonly Literal['kind'][] {
  const { format, words } = field;
  if (format !== undefined) return OF_FORMAT[format] ?? [];
  if (isId(field)) return ['uuid', 'number', 'code'];
  if (words.includes('email')) return ['email'];
  return URL_NAMES.includes(words.at(-1) ?? '') ? ['url'] : ['quoted'];
}

const URL_NAMES: readonly string[] = ['url', 'uri'];
const DATE_NAMES: readonly string[] = ['date', 'on', 'at'];
const ID_NAMES: readonly string[] = ['id', 'gid', 'uid', 'guid', 'uuid', 'iid'];

/** By its name, or as the schema's example is none that people read. */
function isId({ words, example = '' }: FormField): boolean {
  if (ID_NAMES.includes(words.at(-1) ?? '')) return true;
  const [shown, ...more] = literalsOf(example);
  return more.length === 0 && ['uuid', 'number', 'code'].includes(shown?.kind ?? '');
}

/** The field's name stands directly before; that of `task_id` and `due_date` also without the last word. */
function isNamed({ field: { words, format = '' }, literal: { before } }: Pair): boolean {
  const named = (name: readonly string[]) => {
    const near = before.slice(-name.length);
    return name.length > 0 && near.join(' ') === name.join(' ');
  };
  const kindWords = format.startsWith('date') ? DATE_NAMES : ID_NAMES;
  return named(words) || (kindWords.includes(words.at(-1) ?? '') && named(words.slice(0, -1)));
}

function unmistakable(pairs: readonly Pair[]): Pair[] {
  const uses = new Map<FormField | Literal, number>();
  for (const { field, literal } of pairs)
    for (const one of [field, literal]) uses.set(one, (uses.get(one) ?? 0) + 1);
  return pairs.filter(({ field, literal }) => uses.get(field) === 1 && uses.get(literal) === 1);
}

function restOf(message: string, used: readonly Literal[]): string[] {
  const sorted = [...used].sort((a, b) => a.start - b.start);
  const starts = [0, ...sorted.map(({ end }) => end)];
  const ends = [...sorted.map(({ start }) => start), message.length];
  return starts
    .map((start, at) => message.slice(start, ends[at]).trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
}

interface FormField {
  /** Where it stands in the arguments, as a JSON pointer. */
  path: string;
  words: readonly string[];
  /** It has to be given, wherever the object that it stands in is. */
  required: boolean;
  type: 'string' | 'integer' | 'number' | 'boolean';
  format?: string;
  enum?: readonly unknown[];
  example?: string;
}

const MAX_DEPTH = 6;
const MAX_FIELDS = 200;
const PLAIN: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];

/** The plain fields of a schema, through nested objects; lists and other objects to choose from are the person's to fill in. */
function fieldsOf(
  schema: JsonObject,
  at = { path: '', required: true, depth: 0 },
  found: FormField[] = [],
): FormField[] {
  const parts = partsOf(schema, 0);
  const needed = new Set(parts.flatMap(requiredOf));
  const named = parts.flatMap((part) => Object.entries(propertiesOf(part)));
  for (const [name, said] of new Map(named)) {
    if (!isObject(said) || found.length >= MAX_FIELDS || at.depth > MAX_DEPTH) continue;
    const inner = withoutChoice(said);
    const path = `${at.path}/${escapePart(name)}`;
    const required = at.required && needed.has(name);
    const field = fieldOf(inner, { path, required, words: wordsOf(name) });
    if (field !== undefined) found.push(field);
    // A body is often not said to be required, though what stands in it is.
    else
      fieldsOf(inner, { path, required: required || at.depth === 0, depth: at.depth + 1 }, found);
  }
  return found;
}

/** What may be null as what it is otherwise; of alternatives the one object, or of plain values the first. */
function withoutChoice(schema: JsonObject): JsonObject {
  const { anyOf, oneOf } = schema;
  const listed = [anyOf, oneOf].find(Array.isArray) ?? [];
  const choices = listed.filter(isObject).filter(({ type }) => type !== 'null');
  const [object, ...more] = choices.filter(({ properties }) => isObject(properties));
  if (object !== undefined) return more.length === 0 ? { ...schema, ...object } : schema;
  return choices.every(({ type }) => PLAIN.includes(type)) ? { ...schema, ...choices[0] } : schema;
}

function partsOf(schema: JsonObject, depth: number): JsonObject[] {
  const { allOf } = schema;
  if (!Array.isArray(allOf) || depth > MAX_DEPTH) return [schema];
  return [schema, ...allOf.filter(isObject).flatMap((part) => partsOf(part, depth + 1))];
}

function fieldOf(
  { type, format, enum: values, ...schema }: JsonObject,
  place: Pick<FormField, 'path' | 'required' | 'words'>,
): FormField | undefined {
  const types = [type].flat().filter((one) => one !== 'null');
  const [only] = types;
  if (types.length !== 1 || !PLAIN.includes(only)) return undefined;
  const { examples, example: own, description } = schema;
  const [first = own] = asList(examples);
  const told =
    typeof description === 'string' ? EXAMPLE.exec(description.slice(-250))?.[1] : undefined;
  const example = typeof first === 'string' ? first : told;
  // An uploaded file is chosen in the form, no text of the message is its id.
  const isFile = String(schema.description).includes(FILE_ID);
  return {
    ...place,
    type: only as FormField['type'],
    ...(isFile ? { format: 'file' } : typeof format === 'string' ? { format } : {}),
    ...(Array.isArray(values) ? { enum: values } : {}),
    ...(example === undefined ? {} : { example }),
  };
}

/** How a tool made from an OpenAPI document ends its description of a parameter that has an example. */
const EXAMPLE = / For example "([^"\n]{1,200})"\.$/;

import { FILE_ID } from '../../../foundation/file-id.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { wordsOf } from './literals.js';

/** A place of a form that takes one plain value. */
export interface FormField {
  /** Where it stands in the arguments, as a JSON pointer. */
  path: string;
  /** The words of its own name. */
  words: readonly string[];
  /** It has to be given, wherever the object that it stands in is. */
  required: boolean;
  type: 'string' | 'integer' | 'number' | 'boolean';
  format?: string;
  enum?: readonly unknown[];
  /** A value of it, as its schema shows one. */
  example?: string;
}

const MAX_DEPTH = 6;
const MAX_FIELDS = 200;
const PLAIN: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];

/** Where fields are looked for. */
interface Place {
  path: string;
  required: boolean;
  depth: number;
}

/** The plain fields of a schema, through nested objects; lists and alternatives are the person's to fill in. */
export function fieldsOf(schema: JsonObject): FormField[] {
  const found: FormField[] = [];
  collect(schema, { path: '', required: true, depth: 0 }, found);
  return found;
}

function collect(schema: JsonObject, at: Place, found: FormField[]): void {
  const parts = partsOf(schema, 0);
  const needed = new Set(
    parts.flatMap(({ required }) => (Array.isArray(required) ? (required as unknown[]) : [])),
  );
  const named = parts.flatMap(({ properties }) =>
    isObject(properties) ? Object.entries(properties) : [],
  );
  for (const [name, inner] of new Map(named)) {
    if (!isObject(inner) || found.length >= MAX_FIELDS || at.depth > MAX_DEPTH) continue;
    const path = `${at.path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const required = at.required && needed.has(name);
    const field = fieldOf(inner, { path, required, words: wordsOf(name) });
    if (field !== undefined) found.push(field);
    // A body is often not said to be required, though what stands in it is.
    else collect(inner, { path, required: required || at.depth === 0, depth: at.depth + 1 }, found);
  }
}

/** The schema and what it is made of by `allOf`. */
function partsOf(schema: JsonObject, depth: number): JsonObject[] {
  const { allOf } = schema;
  if (!Array.isArray(allOf) || depth > MAX_DEPTH) return [schema];
  return [schema, ...allOf.filter(isObject).flatMap((part) => partsOf(part, depth + 1))];
}

function fieldOf(
  { type, format, enum: values, ...schema }: JsonObject,
  place: Pick<FormField, 'path' | 'required' | 'words'>,
): FormField | undefined {
  const listed: unknown[] = Array.isArray(type) ? type : [type];
  const types = listed.filter((one) => one !== 'null');
  const [only] = types;
  if (types.length !== 1 || !PLAIN.includes(only)) return undefined;
  const example = exampleOf(schema);
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

function exampleOf({ examples, example, description }: JsonObject): string | undefined {
  const [first = example] = Array.isArray(examples) ? (examples as unknown[]) : [];
  if (typeof first === 'string') return first;
  return typeof description === 'string' ? EXAMPLE.exec(description.slice(-250))?.[1] : undefined;
}

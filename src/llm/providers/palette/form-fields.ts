import { isObject, type JsonObject } from '../../../foundation/json.js';
import { wordsOf } from './literals.js';

/** A place of a form that takes one plain value. */
export interface FormField {
  /** Where it stands in the arguments, as a JSON pointer. */
  path: string;
  /** The words of its own name. */
  words: readonly string[];
  /** It and all it stands in have to be given. */
  required: boolean;
  type: 'string' | 'integer' | 'number' | 'boolean';
  format?: string;
  enum?: readonly unknown[];
}

const MAX_DEPTH = 6;
const MAX_FIELDS = 200;
const PLAIN: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];

/** The plain fields of a schema, through nested objects; lists and alternatives are the person's to fill in. */
export function fieldsOf(schema: JsonObject): FormField[] {
  const found: FormField[] = [];
  collect(schema, { path: '', required: true, depth: 0 }, found);
  return found;
}

function collect(
  schema: JsonObject,
  at: { path: string; required: boolean; depth: number },
  found: FormField[],
): void {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const needed = Array.isArray(schema['required']) ? schema['required'] : [];
  for (const [name, inner] of Object.entries(properties)) {
    if (!isObject(inner) || found.length >= MAX_FIELDS || at.depth > MAX_DEPTH) continue;
    const path = `${at.path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const required = at.required && needed.includes(name);
    const field = fieldOf(inner, { path, required, words: wordsOf(name) });
    if (field !== undefined) found.push(field);
    else collect(inner, { path, required, depth: at.depth + 1 }, found);
  }
}

function fieldOf(
  { type, format, enum: values }: JsonObject,
  place: Pick<FormField, 'path' | 'required' | 'words'>,
): FormField | undefined {
  const listed: unknown[] = Array.isArray(type) ? type : [type];
  const types = listed.filter((one) => one !== 'null');
  const [only] = types;
  if (types.length !== 1 || !PLAIN.includes(only)) return undefined;
  return {
    ...place,
    type: only as FormField['type'],
    ...(typeof format === 'string' ? { format } : {}),
    ...(Array.isArray(values) ? { enum: values } : {}),
  };
}

import { isObject, type JsonObject } from '../../../../foundation/json.js';

/**
 * A field that more operations than this have says nothing of any of them: `per_page`, `dryRun`, and all of
 * a body that create, replace and patch share with their like.
 */
const MAX_OPERATIONS = 8;
const MAX_DEPTH = 4;
/** Fields of one name mean the same where their texts begin alike. */
const COMPARED = 40;

/** The fields that tell an operation from the others, for the index. */
export interface FieldWords {
  words: string;
  /** The first names, ` (name, other name)`; nothing where there is none. */
  names: string;
}

/** So many names are embedded with an operation. */
const MAX_NAMES = 14;

/** For each schema, the fields that tell its operation from the others. */
export function fieldWords(schemas: readonly JsonObject[]): FieldWords[] {
  const fields = schemas.map((schema) => fieldsOf(schema));
  const counts = new Map<string, number>();
  for (const own of fields) {
    for (const key of own.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return fields.map((own) => {
    const telling = [...own].filter(([key]) => (counts.get(key) ?? 0) <= MAX_OPERATIONS);
    const names = telling.slice(0, MAX_NAMES).map(([key]) => nameWords(key.split(' ')[0] ?? ''));
    return {
      words: telling.map(([, words]) => words).join(' '),
      names: names.length === 0 ? '' : ` (${names.join(', ')})`,
    };
  });
}

/** `pullNumber` and `pull_number` are "pull Number" and "pull number". */
function nameWords(name: string): string {
  const split = name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2');
  return split.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** Name and text of each field, by what they are compared by. */
function fieldsOf(
  schema: unknown,
  found = new Map<string, string>(),
  depth = 0,
): Map<string, string> {
  if (!isObject(schema) || depth > MAX_DEPTH) return found;
  for (const [name, field] of Object.entries(
    isObject(schema['properties']) ? schema['properties'] : {},
  )) {
    const text =
      isObject(field) && typeof field['description'] === 'string' ? field['description'] : '';
    found.set(`${name} ${text.slice(0, COMPARED)}`, `${name} ${text}`.trim());
    fieldsOf(field, found, depth + 1);
  }
  fieldsOf(schema['items'], found, depth + 1);
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts: unknown = schema[keyword];
    for (const part of Array.isArray(parts) ? (parts as unknown[]) : [])
      fieldsOf(part, found, depth + 1);
  }
  return found;
}

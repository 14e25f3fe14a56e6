/**
 * JSON for a `jsonb` column. PostgreSQL refuses the zero character and halves of surrogate pairs,
 * which JSON allows and models and users do send: each becomes the replacement character U+FFFD.
 */
export function toJsonb(value: unknown): string {
  return JSON.stringify(value).replace(REFUSED_ESCAPE, '$1\\ufffd');
}

/** Text for a `text` column, which holds no zero character: replaced by U+FFFD. */
export function toText(value: string): string {
  return value.replaceAll('\0', '\ufffd');
}

/** Escapes `JSON.stringify` writes for what PostgreSQL refuses; not where the backslash is itself escaped. */
const REFUSED_ESCAPE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

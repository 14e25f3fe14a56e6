import { EXACT, fromCarriers, writeCarriers } from '../foundation/exact-json.js';

/**
 * JSON for a `jsonb` column. PostgreSQL refuses the zero character and halves of surrogate pairs,
 * which JSON allows and models and users do send: each becomes the replacement character U+FFFD.
 * Exact numbers stand in it as texts under {@link EXACT}, which {@link fromJsonb} reads: a numeric of its own
 * would be written out (`1e400` in 401 digits), and has an end.
 */
export function toJsonb(value: unknown): string {
  return writeCarriers(value, EXACT).replace(REFUSED_ESCAPE, '$1\\ufffd');
}

export function fromJsonb(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return text.includes(EXACT) ? fromCarriers(value, EXACT) : value;
}

/** Text for a `text` column, which holds no zero character: replaced by U+FFFD. */
export function toText(value: string): string {
  return value.replaceAll('\0', '\ufffd');
}

/** Escapes `JSON.stringify` writes for what PostgreSQL refuses; not where the backslash is itself escaped. */
const REFUSED_ESCAPE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

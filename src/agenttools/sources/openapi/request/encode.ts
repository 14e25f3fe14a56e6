import { writeJson } from '../../../../foundation/exact-json.js';
import { AppError } from '../../../../foundation/errors.js';

/** Characters that stay as they are where a document says `allowReserved`, beside encoded ones. */
const RESERVED = /(%[0-9A-Fa-f]{2}|[:/?@!$'()*,;]+)/;
/** What stands for itself in a path, and in a query. */
const IN_PATH = /(%[0-9A-Fa-f]{2}|[!$&'()*+,;=:@]+)/;
const IN_QUERY = /(%[0-9A-Fa-f]{2}|[!$&'()*+,;=:@/?]+)/;

/** Percent-encodes one value; rejects what no URL can carry with `invalid_arguments`. */
export function encodeValue(value: string, allowReserved = false): string {
  return allowReserved ? encodeBeside(value, RESERVED) : encoded(value);
}

/** The fixed text of a path, or of a query: what a document has encoded already stays so. */
export function encodeFixed(text: string, place: 'path' | 'query'): string {
  return encodeBeside(text, place === 'path' ? IN_PATH : IN_QUERY);
}

function encodeBeside(text: string, kept: RegExp): string {
  // With a group in the expression, what it matches stands at the odd places.
  return text
    .split(kept)
    .map((part, at) => (at % 2 === 1 ? part : encoded(part)))
    .join('');
}

function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new AppError(
      'invalid_arguments',
      'A text holds half a character, which no URL can carry.',
    );
  }
}

/** A scalar as it stands in a URL or form; objects and lists inside others become JSON. */
export function scalarText(value: unknown): string {
  if (typeof value === 'string') return value;
  return writeJson(value);
}

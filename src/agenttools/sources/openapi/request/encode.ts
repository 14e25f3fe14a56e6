import { writeJson } from '../../../../foundation/exact-json.js';
import { AppError } from '../../../../foundation/errors.js';

/** Characters that stay as they are where a document says `allowReserved`. */
const RESERVED = new Set(":/?@!$'()*,;".split(''));

/** Percent-encodes one value; rejects what no URL can carry with `invalid_arguments`. */
export function encodeValue(value: string, allowReserved = false): string {
  try {
    if (!allowReserved) return encodeURIComponent(value);
    return [...value]
      .map((sign) => (RESERVED.has(sign) ? sign : encodeURIComponent(sign)))
      .join('');
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

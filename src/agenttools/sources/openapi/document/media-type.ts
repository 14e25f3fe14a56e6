import { isJson } from '../../../changes/http-request/request-payload.js';
import { invalidArguments } from '../../../../foundation/errors.js';

export const FORM = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';

/** A media type without its parameters, in lower case. */
export function plainType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

const LINES = /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)$/;

/** How a value of a media type becomes text; `other` is text that somebody has written, or bytes. */
export function kindOfType(type: string): 'json' | 'lines' | 'form' | 'multipart' | 'other' {
  const plain = plainType(type);
  if (plain === '*/*' || plain === 'application/*' || isJson(plain)) return 'json';
  if (plain === FORM) return 'form';
  if (plain === MULTIPART) return 'multipart';
  return LINES.test(plain) ? 'lines' : 'other';
}

/** As what a file is sent to an operation that takes these: its own if possible. Rejects with `invalid_arguments`. */
export function fileType(takes: readonly string[], own: string): string {
  const given = plainType(own);
  const exact = takes.find((type) => plainType(type) === given);
  if (exact !== undefined) return exact;
  const covers = (pattern: string) =>
    pattern === '*/*' || (pattern.endsWith('/*') && given.startsWith(pattern.slice(0, -1)));
  if (takes.some((type) => covers(plainType(type)))) return own;
  const bytes = takes.find((type) => plainType(type) === 'application/octet-stream');
  if (bytes !== undefined) return bytes;
  // What JSON or a text is uploaded as differs from one system to the next.
  const [only] = takes;
  if (takes.length === 1 && only !== undefined && !/^(?:image|audio|video)\//.test(only))
    return only;
  throw invalidArguments(
    `It takes ${takes.join(', ')}, and the document is ${own}. Choose another document, or tell the user.`,
  );
}

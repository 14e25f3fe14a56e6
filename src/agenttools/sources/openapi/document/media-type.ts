import { isJson } from '../../../changes/http-request/request-payload.js';

const FORM = 'application/x-www-form-urlencoded';
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

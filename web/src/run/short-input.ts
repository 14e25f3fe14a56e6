import { isObject } from '../../../src/foundation/json.js';

/** Ids say nothing to people, whatever they look like. */
const ID_FIELD = /(^|_)ids?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LONGEST_VALUE = 60;

/** The short values of a call's input in one line, so that most calls need no opening. */
export function shortInput(input: unknown): string {
  if (!isObject(input)) return '';
  return Object.entries(input)
    .filter(([field, value]) => !ID_FIELD.test(field) && !UUID.test(String(value)))
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([, value]) => String(value).slice(0, LONGEST_VALUE))
    .join(' · ');
}

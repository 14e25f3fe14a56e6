import { writeJson } from '../../../src/foundation/exact-json.js';
import { isObject } from '../../../src/foundation/json.js';
import { t } from '../texts/core.js';

/** A value in a sentence: texts in quotes, templates and numbers as they are, lists with commas. */
export function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).join(', ') || t('nothing');
  if (value === undefined || value === null || value === '') return t('nothing');
  if (typeof value !== 'string') return writeJson(value);
  return value.includes('{{') ? value : t('“{value}”', { value });
}

/** One side of something that differs: as {@link valueWords}, objects as JSON. */
export function sideWords(value: unknown): string {
  if (value === null || value === undefined) return t('not set');
  if (isObject(value) || (Array.isArray(value) && value.some(isObject))) {
    return writeJson(value, null, 1);
  }
  return valueWords(value);
}

export { spaced, title } from '../../../packages/client/src/forms/words.js';

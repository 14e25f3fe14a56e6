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

/** `create_alert` as `create alert`. */
export function spaced(word: string): string {
  return word.replaceAll('_', ' ').trim();
}

/** A word of the wire as a heading: `seek_approval` becomes `Seek approval`. */
export function title(word: string): string {
  const words = spaced(word);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

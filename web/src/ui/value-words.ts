import { writeJson } from '../../../src/foundation/exact-json.js';
import { isObject } from '../../../src/foundation/json.js';
import { t } from '../texts/texts.js';
import type { ErrorDetail } from '../../../src/foundation/errors.js';
import { title } from '../../../packages/client/src/forms/words.js';

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

/** A finding's words without the path that stands before them: the place is shown by where they stand. */
export function findingWords({ path, message }: ErrorDetail): string {
  const bare =
    path !== undefined && message.startsWith(path) ? message.slice(path.length) : message;
  return bare.replace(/^[\s:]+/, '');
}

/** The fields on the way to a finding: `/body/rows/0/due` and `body.rows[0].due` alike. */
export function stepsTo(path = ''): string[] {
  return path
    .replace(/^\/?payload(?=[./[])/, '')
    .split(/[./[\]]+/)
    .filter((step) => step !== '');
}

/** Where a finding is, by the names of its fields: `body.rows[0].due_date` is `Rows › 1 › Due date:`. */
export function placeWords(path: string | undefined): string {
  const [first = '', ...rest] = stepsTo(path);
  const steps = ENVELOPES.has(first) ? rest : [first, ...rest];
  const words = steps.map((step) => (/^\d+$/.test(step) ? `${Number(step) + 1}` : title(step)));
  return words.filter(Boolean).length === 0 ? '' : `${words.join(' › ')}:`;
}

const ENVELOPES: ReadonlySet<string> = new Set(['body', 'arguments']);

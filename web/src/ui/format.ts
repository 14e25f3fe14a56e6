import { t, formatLocale, number } from '../texts/texts.js';
import { writeJson } from '../../../src/foundation/exact-json.js';
import { isObject } from '../../../src/foundation/json.js';
import type { ErrorDetail } from '../../../src/foundation/errors.js';
import { title } from '../../../packages/client/src/forms/words.js';

/** How long something took: `840 ms`, `2.4 s`, `1 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return t('{round} ms', { round: Math.round(ms) });
  const tenths = Math.round(ms / 100) / 10;
  if (tenths < 60) return t('{tenths} s', { tenths: number(tenths, 1) });
  const seconds = Math.round(ms / 1000);
  return t('{floor} min {seconds} s', { floor: Math.floor(seconds / 60), seconds: seconds % 60 });
}

const STEPS = [
  [60, 'minute'],
  [60, 'hour'],
  [24, 'day'],
  [30, 'month'],
  [12, 'year'],
] as const;

/** How long ago `then` was, in words; the future counts as now. */
export function ago(then: Date, now = new Date()): string {
  const words = new Intl.RelativeTimeFormat(formatLocale, { numeric: 'auto' });
  let amount = (now.getTime() - then.getTime()) / 1000;
  let answer = t('just now');
  for (const [size, unit] of STEPS) {
    amount /= size;
    if (amount < 1) break;
    answer = words.format(-Math.floor(amount), unit);
  }
  return answer;
}

/** A count with its noun: `1 tool`, `1,200 tools`. */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${number(amount)} ${amount === 1 ? noun : plural}`;
}

/** The pages of a list: how many there are, and which items this one has (from 1). */
export function pageOf(page: number, size: number, total: number) {
  const pages = Math.max(1, Math.ceil(total / size));
  const first = Math.min(page * size + 1, total);
  return { pages, first, last: Math.min((page + 1) * size, total) };
}

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

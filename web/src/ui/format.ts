import { t, formatLocale, number } from '../texts/texts.js';

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
export function ago(then: Date, now: Date): string {
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

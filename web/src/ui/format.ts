/** How long something took: `840 ms`, `2.4 s`, `1 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const tenths = Math.round(ms / 100) / 10;
  if (tenths < 60) return `${tenths.toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
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
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  let amount = (now.getTime() - then.getTime()) / 1000;
  let answer = 'just now';
  for (const [size, unit] of STEPS) {
    amount /= size;
    if (amount < 1) break;
    answer = words.format(-Math.floor(amount), unit);
  }
  return answer;
}

/** A count with its noun: `1 tool`, `1,200 tools`. */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? noun : plural}`;
}

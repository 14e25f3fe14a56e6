import { formatLocale } from '../texts/texts.js';

/** How a table is sorted: by which column, and which way. */
export interface Sort {
  column: number;
  down: boolean;
}

/** The rows in the order of a column: by their numbers where all of it are numbers, else as texts; empty cells last. */
export function sortRows<T extends { texts: readonly string[] }>(
  rows: readonly T[],
  { column, down }: Sort,
): readonly T[] {
  const keyed = rows.map((row) => ({ row, key: (row.texts[column] ?? '').trim() }));
  const filled = keyed.filter(({ key }) => key !== '');
  const numbers = new Map(filled.map(({ key }) => [key, numberOf(key)]));
  const isNumeric = [...numbers.values()].every((value) => value !== undefined);
  const texts = new Intl.Collator(formatLocale, { numeric: true });
  const order = (a: string, b: string) =>
    isNumeric ? (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0) : texts.compare(a, b);
  filled.sort((a, b) => (down ? order(b.key, a.key) : order(a.key, b.key)));
  return [...filled, ...keyed.filter(({ key }) => key === '')].map(({ row }) => row);
}

/** True where every filled cell of a column is a number. */
export function isNumeric(rows: readonly { texts: readonly string[] }[], column: number): boolean {
  const filled = rows.map(({ texts }) => (texts[column] ?? '').trim()).filter((key) => key !== '');
  return filled.length > 0 && filled.every((key) => numberOf(key) !== undefined);
}

/** Digits with points and commas, perhaps with a unit before or behind: `1,200.50`, `€ 80`, `-3 %`. */
const WRITTEN = /^([^\d\s]{0,4})\s?([-−]?\d[\d.,'’\u00a0\u202f]{0,40})\s?[^\d]{0,4}$/;

/** A number as people write it; undefined for what is none. */
function numberOf(text: string): number | undefined {
  const [, before = '', digits = ''] = WRITTEN.exec(text) ?? [];
  if (digits === '') return undefined;
  const sign = /[-−]/.test(before + digits) ? -1 : 1;
  const plain = digits.replaceAll(/[^\d.,]/g, '');
  const point = decimalPoint(plain);
  const whole = point === -1 ? plain : plain.slice(0, point);
  const groups = whole.split(/[.,]/);
  // Dates and versions are no numbers: groups have three digits.
  if (groups.slice(1).some((group) => group.length !== 3)) return undefined;
  return sign * Number(`${groups.join('')}.${point === -1 ? 0 : plain.slice(point + 1)}`);
}

/** Where the decimals begin; -1 where there are none. A lone mark before three digits groups them, unless it is the reader's own. */
function decimalPoint(digits: string): number {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const mark = digits[last];
  if (mark === undefined) return -1;
  if (digits.indexOf(mark) !== last) return -1;
  const isGroup = !digits.includes(mark === '.' ? ',' : '.') && digits.length - last === 4;
  return isGroup && mark !== (1.5).toLocaleString(formatLocale)[1] ? -1 : last;
}

import type { Lexicon } from './lexicon.js';
import type { Token } from './tokens.js';

/** A day, or as much of it as is said. */
export interface DateSaid {
  year?: number;
  month: number;
  day?: number;
}

const WITH_MONTH_AFTER = 3;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/** The day, month and year that begin at a token. */
export function dateAt(
  tokens: readonly Token[],
  at: number,
  { months }: Lexicon,
): { said: DateSaid; length: number } | undefined {
  const word = (n: number) => tokens[at + n]?.word ?? '';
  const dotted = DOTTED.exec(word(0));
  if (dotted !== null)
    return {
      said: { day: Number(dotted[1]), month: Number(dotted[2]), year: Number(dotted[3]) },
      length: 1,
    };
  const isDay = (text: string) => /^\d{1,2}$/.test(text);
  const yearAt = (n: number) => {
    const next = word(n) === ',' ? n + 1 : n;
    return /^\d{4}$/.test(word(next)) ? { year: Number(word(next)), length: next + 1 } : undefined;
  };
  const monthOf = (n: number) => (tokens[at + n]?.isCapital ? months.get(word(n)) : undefined);
  const monthAfter = monthOf(1);
  if (isDay(word(0)) && monthAfter !== undefined) {
    const { year, length } = yearAt(2) ?? { length: 2 };
    const said = { day: Number(word(0)), month: monthAfter };
    return {
      said: year === undefined ? said : { ...said, year },
      length: Math.min(length, WITH_MONTH_AFTER + 1),
    };
  }
  const month = monthOf(0);
  if (month === undefined || (!isDay(word(1)) && yearAt(1) === undefined)) return undefined;
  const day = isDay(word(1)) ? { day: Number(word(1)) } : {};
  const { year, length } = yearAt(isDay(word(1)) ? 2 : 1) ?? { length: isDay(word(1)) ? 2 : 1 };
  return { said: { month, ...day, ...(year === undefined ? {} : { year }) }, length };
}

/** A date says as much as another or less of it. */
export function isWithin(a: DateSaid, b: DateSaid): boolean {
  return (
    a.month === b.month &&
    (a.day === undefined || a.day === b.day) &&
    (a.year === undefined || b.year === undefined || a.year === b.year)
  );
}

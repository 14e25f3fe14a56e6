/** A number with what may group its digits or part its fraction; a blank only before three digits. */
const NUMBER = /\d+(?:(?:[.,:'’]|[ \u00a0\u202f](?=\d{3}(?!\d)))\d+)*/gu;
const GROUPED = /^([1-9]\d{0,2}(?:([.,'’ \u00a0\u202f])\d{3})(?:\2\d{3})*)(?:[.,](\d+))?$/u;
const DECIMAL = /^(\d+)[.,](\d+)$/;

/** The numbers of a text, as they are written. */
export function numbersIn(text: string): string[] {
  return text.match(NUMBER) ?? [];
}

/** All that the numbers of a text may stand for: "8.30" is a time, too, and "12 500" two numbers. */
export function readingsIn(text: string): Set<string> {
  return new Set(numbersIn(text).flatMap((number) => [number, ...parts(number)].flatMap(readings)));
}

/** Whether a number, in one of its readings, is among those of a text. */
export function isNumberIn(number: string, known: ReadonlySet<string>): boolean {
  const isKnown = (one: string) => readings(one).some((reading) => known.has(reading));
  return isKnown(number) || parts(number).every(isKnown);
}

const parts = (number: string): string[] => number.split(/[ \u00a0\u202f]/);

function readings(number: string): string[] {
  const [, grouped, , fraction] = GROUPED.exec(number) ?? [];
  const [, whole = number, decimals] = DECIMAL.exec(number) ?? [];
  if (grouped !== undefined) return [decimal(grouped.replace(/\D/g, ''), fraction)];
  return [decimal(whole, decimals), decimal(number.replace('.', ':'))];
}

function decimal(whole: string, fraction = ''): string {
  const rest = fraction.replace(/0{1,20}$/, '');
  const plain = whole.replace(/^0{1,20}(?=\d)/, '');
  return rest === '' ? plain : `${plain}.${rest}`;
}

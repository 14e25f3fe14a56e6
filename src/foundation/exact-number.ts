/** A JSON number with its digits, where a double would lose some: `9007199254740993`, `1.10`, `1e400`. */
export class ExactNumber {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }

  valueOf(): number {
    return Number(this.text);
  }

  /** `JSON.stringify` by itself cannot write the digits: `writeJson` does, and says here what stands for them. */
  toJSON(): unknown {
    return standIn(this);
  }
}

export const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

type StandIn = (number: ExactNumber) => unknown;

/** Where nobody has asked for the digits: the number where a double has its value, else its text, never rounded. */
const valueOrText: StandIn = ({ text }) => (hasDouble(text) ? Number(text) : text);

let standIn = valueOrText;

/** Runs `work`, a call of `JSON.stringify`, in which every exact number is written as what `as` makes of it. */
export function writingExact(as: StandIn, work: () => string): string {
  const before = standIn;
  standIn = as;
  try {
    return work();
  } finally {
    standIn = before;
  }
}

export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** The number that a text is as JSON writes one, with its digits; undefined for any other text. */
export function numberIn(text: string): number | ExactNumber | undefined {
  if (!JSON_NUMBER.test(text)) return undefined;
  return keepsDigits(text) ? Number(text) : new ExactNumber(text);
}

export function sameNumber(one: unknown, other: unknown): boolean {
  if (!isNumber(one) || !isNumber(other)) return false;
  return one === other || isSame(toDecimal(String(one)), toDecimal(String(other)));
}

/** Below, at or above zero as `one` is less than, equal to or greater than `other`. */
export function compareNumbers(one: number | ExactNumber, other: number | ExactNumber): number {
  const [a, b] = [toDecimal(String(one)), toDecimal(String(other))];
  if (a.sign !== b.sign) return a.sign - b.sign;
  const [size, otherSize] = [a.digits.length + a.exponent, b.digits.length + b.exponent];
  if (size !== otherSize) return a.sign * (size - otherSize);
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -a.sign : a.sign;
}

export function isWhole(number: number | ExactNumber): boolean {
  return toDecimal(String(number)).exponent >= 0;
}

/** The most digits of a step that {@link isMultiple} takes: its time grows with them and those of the value. */
export const MAX_STEP_DIGITS = 100;
const CHUNK = 15;

/** Whether a number is a multiple of a positive one, by the decimals that are written: 19.99 is one of 0.01. */
export function isMultiple(value: number | ExactNumber, step: number | ExactNumber): boolean {
  const [a, b] = [toDecimal(String(value)), toDecimal(String(step))];
  const power = a.exponent - b.exponent;
  // Neither ends in a zero, so a smaller power of ten cannot be made up for.
  if (a.sign === 0 || power < 0) return a.sign === 0;
  const divisor = BigInt(b.digits);
  let rest = 0n;
  for (let at = 0; at < a.digits.length; at += CHUNK) {
    const part = a.digits.slice(at, at + CHUNK);
    rest = (rest * 10n ** BigInt(part.length) + BigInt(part)) % divisor;
  }
  // Further tens divide nothing more: a divisor of so many digits has fewer twos and fives.
  const tens = Math.min(power, 4 * b.digits.length);
  return (rest * 10n ** BigInt(tens)) % divisor === 0n;
}

/** True when writing its double gives back the digits of a JSON number; another notation of them counts. */
export function keepsDigits(text: string): boolean {
  const isPadded = /\.\d*0(?!\d)/.test(text);
  return !isPadded && hasDouble(text) && !Object.is(Number(text), -0);
}

/** True where a double has exactly the value of a JSON number. */
export function hasDouble(text: string): boolean {
  const double = Number(text);
  const written = String(double);
  // Nearly all that ask: a double of this size is written with all its digits.
  if (/^-?\d{1,21}$/.test(text)) return written === text || text === '0';
  return Number.isFinite(double) && isSame(toDecimal(text), toDecimal(written));
}

/** A decimal number: `digits × 10^exponent`, without zeros at either end of its digits; zero has none. */
export interface Decimal {
  sign: -1 | 0 | 1;
  digits: string;
  exponent: number;
}

/** The decimal that a JSON number, or a finite double as text, is. Linear in its length, whatever its exponent. */
export function toDecimal(text: string): Decimal {
  const [mantissa = '', power = '0'] = text.split(/[eE]/);
  const unsigned = mantissa.startsWith('-') ? mantissa.slice(1) : mantissa;
  const [whole = '', fraction = ''] = unsigned.split('.');
  const all = whole + fraction;
  let [start, end] = [0, all.length];
  while (all[start] === '0') start += 1;
  while (end > start && all[end - 1] === '0') end -= 1;
  if (start === end) return { sign: 0, digits: '', exponent: 0 };
  const exponent = Number(power) - fraction.length + (all.length - end);
  return { sign: mantissa.startsWith('-') ? -1 : 1, digits: all.slice(start, end), exponent };
}

function isSame(a: Decimal, b: Decimal): boolean {
  return a.sign === b.sign && a.exponent === b.exponent && a.digits === b.digits;
}

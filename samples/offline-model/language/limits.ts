/** What stands before the lower and the upper end of a limit, in English and German. */
const LOWER =
  /\b(?:over|above|more than|from|über|mehr als|ab)\s+(\d+(?:[.,]\d{3})*(?:[.,]\d+)?)/giu;
const UPPER =
  /\b(?:up to|at most|under|below|less than|bis(?: zu)?|höchstens|unter)\s+(\d+(?:[.,]\d{3})*(?:[.,]\d+)?)/giu;
/** A number of something: "class 3?" has none behind it. */
const AMOUNT = /(?<![\d.,])(\d+(?:[.,]\d{3})*(?:[.,]\d+)?)(?= ?(?:[€$%]|\p{L}))/gu;

/** The amounts that a text names, each with its unit behind it. */
export function amountsIn(text: string): number[] {
  return valuesOf(AMOUNT, text);
}

/** Whether an amount lies within the limits that a text names; `undefined` when it names none. */
export function isWithin(amount: number, text: string): boolean | undefined {
  const [above, below] = [valuesOf(LOWER, text), valuesOf(UPPER, text)];
  if (above.length + below.length === 0) return undefined;
  return above.every((value) => amount > value) && below.every((value) => amount <= value);
}

/** Thousands marks fall away. */
function valuesOf(form: RegExp, text: string): number[] {
  return [...text.matchAll(form)].map(([, number = '']) =>
    Number(number.replace(/[.,](?=\d{3})/g, '').replace(',', '.')),
  );
}

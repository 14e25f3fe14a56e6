const NUMBER = String.raw`(\d+(?:[.,]\d{3})*(?:[.,]\d+)?)`;
const LOWER = new RegExp(
  String.raw`\b(?:over|above|more than|from|über|mehr als|ab)\s+${NUMBER}`,
  'gi',
);
const UPPER = new RegExp(
  String.raw`\b(?:up to|at most|under|below|less than|bis(?: zu)?|höchstens|unter)\s+${NUMBER}`,
  'gi',
);

/** Whether an amount lies within the limits a sentence names; `undefined` when it names none. */
export function isWithin(amount: number, sentence: string): boolean | undefined {
  const lower = valuesAfter(LOWER, sentence);
  const upper = valuesAfter(UPPER, sentence);
  if (lower.length + upper.length === 0) return undefined;
  return lower.every((value) => amount > value) && upper.every((value) => amount <= value);
}

function valuesAfter(pattern: RegExp, sentence: string): number[] {
  return [...sentence.matchAll(pattern)].map((match) =>
    Number((match[1] ?? '').replace(/[.,](?=\d{3})/g, '').replace(',', '.')),
  );
}

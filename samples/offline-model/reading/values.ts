import type { KnownColumn } from './columns.js';
import type { Reading } from './reading.js';
import { stem } from '../../../src/foundation/english-stem.js';

/** A closed value of a column (`on_hold`) found in a sentence. */
export interface ValueMention {
  column: KnownColumn;
  value: string;
  from: number;
  to: number;
}

/** The closed values that a sentence names, in its order; longer ones win. */
export function findValues(reading: Reading, columns: readonly KnownColumn[]): ValueMention[] {
  const all = columns.flatMap((column) =>
    (column.values ?? []).flatMap((value) => placesOf(reading, column, value)),
  );
  all.sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from);
  const taken: ValueMention[] = [];
  for (const mention of all) {
    const clash = taken.some((other) => mention.from < other.to && other.from < mention.to);
    if (!clash) taken.push(mention);
  }
  return taken.sort((a, b) => a.from - b.from);
}

function placesOf(reading: Reading, column: KnownColumn, value: string): ValueMention[] {
  const words = value.split(/[\s_-]+/).map(stem);
  const { tokens } = reading;
  const found: ValueMention[] = [];
  for (let from = 0; from + words.length <= tokens.length; from += 1) {
    const whole = tokens[from]?.lower === value;
    if (whole) found.push({ column, value, from, to: from + 1 });
    else if (words.every((word, at) => fits(tokens[from + at], word)))
      found.push({ column, value, from, to: from + words.length });
  }
  return found;
}

function fits(token: Reading['tokens'][number] | undefined, word: string): boolean {
  if (token === undefined || token.kind === 'mark') return false;
  return token.stem === word || stem(token.text) === word;
}

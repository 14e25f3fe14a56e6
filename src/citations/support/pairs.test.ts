import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import type { Language } from '../../language/question-language.js';
import { checkStatement, claimOf, sourceOf } from './check-statement.js';

interface Pair {
  source: string;
  statement: string;
  kind: string;
  language: Language;
}

const TRUE = new Set(['true', 'quote']);

const folder = new URL('pairs/', import.meta.url);
const files = readdirSync(folder);

function pairsOf(file: string): Pair[] {
  const language = file.slice(0, 2) as Language;
  const entries = parse(readFileSync(new URL(file, folder), 'utf8')) as Record<
    string,
    string | string[]
  >[];
  return entries.flatMap(({ source, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, statements]) =>
      [statements]
        .flat()
        .map((statement) => ({ source: String(source), statement, kind, language })),
    ),
  );
}

function verdictOf({ source, statement, language }: Pair) {
  return checkStatement(claimOf(statement, language), [sourceOf(source, '', language)]);
}

/**
 * Of the false statements, how many are not signed, and how many are refused outright; of the true ones, how many are
 * refused, and how many not signed. What is neither signed nor refused is shown as an inference that is doubted.
 */
const FLOORS: readonly [
  string,
  RegExp,
  unsigned: number,
  caught: number,
  refused: number,
  doubted: number,
][] = [
  ['all pairs', /./, 0.94, 0.84, 0.06, 0.17],
  // Not looked at while it was developed: 62 and 54 of 64, 3 and 4 of 42.
  ['the pairs that were held out', /^..-held-out/, 0.95, 0.82, 0.08, 0.12],
  // Nor these, freely worded and of several facts each: 52 and 44 of 60, 10 and 18 of 40.
  ['the composite ones that were held out', /^..-composite-held-out/, 0.85, 0.72, 0.26, 0.46],
];

describe.each(FLOORS)('of %s', (_name, ofGroup, unsigned, caught, refused, doubted) => {
  const pairs = files.filter((file) => ofGroup.test(file)).flatMap(pairsOf);
  const judged = pairs.map((pair) => {
    const verdict = verdictOf(pair);
    const isRefused = 'objection' in verdict;
    return { ...pair, isRefused, isSigned: !isRefused && verdict.doubt === undefined };
  });
  const [trueOnes = [], falsified = []] = [true, false].map((isTrue) =>
    judged.filter(({ kind }) => TRUE.has(kind) === isTrue),
  );
  const share = (all: typeof judged, is: (one: (typeof judged)[number]) => boolean) =>
    all.filter(is).length / all.length;

  test(`at least ${100 * unsigned} % of the falsified are not signed, ${100 * caught} % are refused`, () => {
    expect(falsified.length).toBeGreaterThan(55);
    expect(share(falsified, ({ isSigned }) => !isSigned)).toBeGreaterThanOrEqual(unsigned);
    expect(share(falsified, ({ isRefused }) => isRefused)).toBeGreaterThanOrEqual(caught);
  });

  test(`at most ${100 * refused} % of the true are refused, ${100 * doubted} % are not signed`, () => {
    expect(trueOnes.length).toBeGreaterThan(39);
    expect(share(trueOnes, ({ isRefused }) => isRefused)).toBeLessThanOrEqual(refused);
    expect(share(trueOnes, ({ isSigned }) => !isSigned)).toBeLessThanOrEqual(doubted);
  });
});

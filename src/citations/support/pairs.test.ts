import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import type { Language } from '../../foundation/question-language.js';
import { checkStatement, claimOf, sourceOf } from './check-statement.js';

type Group = 'development' | 'held-out';
interface Pair {
  source: string;
  statement: string;
  kind: string;
  language: Language;
}

const TRUE = new Set(['true', 'quote']);

function pairsOf(language: Language, group: Group): Pair[] {
  const file = new URL(`pairs/${language}-${group}.yaml`, import.meta.url);
  const entries = parse(readFileSync(file, 'utf8')) as Record<string, string | string[]>[];
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

const groups: Group[] = process.env['GROUP'] ? ['development'] : ['development', 'held-out'];
describe.each(groups)('of the pairs of %s', (group) => {
  const pairs = (['de', 'en'] as const).flatMap((language) => pairsOf(language, group));
  const judged = pairs.map((pair) => ({ ...pair, verdict: verdictOf(pair) }));
  const told = (list: typeof judged) =>
    list.map(({ kind, statement, verdict }) => `${kind}: ${statement} ${JSON.stringify(verdict)}`);

  test('at least 95 % of the falsified are caught', () => {
    const falsified = judged.filter(({ kind }) => !TRUE.has(kind));
    const missed = falsified.filter(({ verdict }) => 'kind' in verdict);
    console.log(falsified.length, missed.length, told(missed).join('\n'));
    expect(missed.length / falsified.length).toBeLessThanOrEqual(0.05);
  });

  test('at most 10 % of the true are refused', () => {
    const trueOnes = judged.filter(({ kind }) => TRUE.has(kind));
    const refused = trueOnes.filter(({ verdict }) => !('kind' in verdict));
    console.log(trueOnes.length, refused.length, told(refused).join('\n'));
    expect(refused.length / trueOnes.length).toBeLessThanOrEqual(0.1);
  });
});

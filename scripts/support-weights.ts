/**
 * Fits the weights of the check of statements to its pairs, without those that were held out:
 * `node bench/run.mjs scripts/support-weights.ts [--write]`. Reports how the check does on the pairs of each author when it
 * is fitted to all others, and on those held out; `--show` prints what it gets wrong, `--write` writes the weights.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { claimOf, sourceOf } from '../src/citations/support/check-statement.js';
import type { Features } from '../src/citations/support/features/drawing.js';
import { measure, SUPPORTS } from '../src/citations/support/features/features.js';
import { standingOf, surenessOf, type Standing } from '../src/citations/support/judge.js';
import type { Language } from '../src/language/question-language.js';

type Weights = Record<string, number>;

interface Pair {
  /** The files of one author, in both languages. */
  author: string;
  kind: string;
  source: string;
  statement: string;
  isTrue: boolean;
  features: Features;
}

const support = new URL('../src/citations/support/', import.meta.url);

function pairsIn(file: string): Pair[] {
  const language = file.slice(0, 2) as Language;
  const text = readFileSync(new URL(`pairs/${file}`, support), 'utf8');
  const entries = parse(text) as Record<string, string | string[]>[];
  return entries.flatMap(({ source, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, statements]) =>
      [statements].flat().map((statement) => {
        const read = sourceOf(String(source), '', language);
        const { features } = measure(claimOf(statement, language), [read]);
        const isTrue = kind === 'true' || kind === 'quote';
        return { author: file.slice(3), kind, source: String(source), statement, isTrue, features };
      }),
    ),
  );
}

/** These tell how far to trust the others, so that they may count either way. */
const EITHER = new Set(['literal', 'guessed', 'hasValue', 'sentences', 'length']);
const STEPS = 1500;
const RATE = 0.05;
/** How much large weights cost. */
const COST = 0.0009;

/** Logistic regression by Adam, true and false pairs weighing the same; no objection may speak for a statement. */
function fit(pairs: readonly Pair[]): Weights {
  const names = ['bias', ...Object.keys(pairs[0]?.features ?? {})];
  const rows = pairs.map(({ features }) => names.map((name) => features[name] ?? 1));
  const share = pairs.filter(({ isTrue }) => isTrue).length / pairs.length;
  const weights = names.map(() => 0);
  const first = names.map(() => 0);
  const second = names.map(() => 0);
  for (let step = 1; step <= STEPS; step += 1) {
    const slopes = weights.map((weight, at) => (at === 0 ? 0 : COST * weight));
    rows.forEach((row, n) => {
      const sum = row.reduce((total, value, at) => total + value * weights[at]!, 0);
      const { isTrue } = pairs[n]!;
      const error = 1 / (1 + Math.exp(-sum)) - (isTrue ? 1 : 0);
      const part = (error * (isTrue ? 0.5 / share : 0.5 / (1 - share))) / rows.length;
      row.forEach((value, at) => (slopes[at]! += part * value));
    });
    slopes.forEach((slope, at) => {
      first[at] = 0.9 * first[at]! + 0.1 * slope;
      second[at] = 0.999 * second[at]! + 0.001 * slope ** 2;
      const rate = RATE / (1 - 0.9 ** step);
      const next =
        weights[at]! - (rate * first[at]) / (Math.sqrt(second[at] / (1 - 0.999 ** step)) + 1e-8);
      weights[at] = bounded(names[at]!, next);
    });
  }
  return Object.fromEntries(names.map((name, at) => [name, weights[at]!]));
}

function bounded(name: string, weight: number): number {
  if (name === 'bias' || EITHER.has(name)) return weight;
  return SUPPORTS.has(name) ? Math.max(0, weight) : Math.min(0, weight);
}

type Judged = Pair & { sureness: number; standing: Standing };

function judged(pairs: readonly Pair[], weights: Weights): Judged[] {
  return pairs.map((pair) => ({
    ...pair,
    sureness: surenessOf(pair.features, weights),
    standing: standingOf(pair.features, weights),
  }));
}

function report(name: string, pairs: readonly Judged[]): void {
  const [trueOnes, falseOnes] = [true, false].map((isTrue) =>
    pairs.filter((pair) => pair.isTrue === isTrue),
  );
  const share = (all: readonly Judged[] = [], is: (standing: Standing) => boolean = () => true) =>
    `${all.filter(({ standing }) => is(standing)).length} of ${all.length}`;
  const line = (all: readonly Judged[] | undefined) =>
    `not signed ${share(all, (it) => it !== 'signed')}, refused ${share(all, (it) => it === 'refused')}`;
  console.log(`${name.padEnd(24)} false: ${line(falseOnes)}; true: ${line(trueOnes)}`);
}

function show(
  { author, kind, sureness, source, statement, features }: Judged,
  weights: Weights,
): void {
  const parts = Object.entries(features)
    .map(([name, value]) => [name, value * (weights[name] ?? 0)] as const)
    .filter(([, part]) => Math.abs(part) > 0.15)
    .map(([name, part]) => `${name} ${part.toFixed(1)}`);
  console.log(
    `\n[${author}] ${kind} ${sureness.toFixed(2)}\n  S: ${source}\n  T: ${statement}\n  ${parts.join(' ')}`,
  );
}

const all = readdirSync(new URL('pairs/', support)).flatMap(pairsIn);
const isHeldOut = ({ author }: Pair) => author.includes('held-out');
const known = all.filter((pair) => !isHeldOut(pair));
const final = fit(known);
const bySource = process.argv.includes('--by-source');
const partOf = ({ author, source }: Pair) => (bySource ? String(source.length % 10) : author);
const parts = [...new Set(known.map(partOf))].flatMap((part) => {
  const weights = fit(known.filter((pair) => partOf(pair) !== part));
  return judged(
    known.filter((pair) => partOf(pair) === part),
    weights,
  );
});
for (const author of new Set(parts.map((pair) => pair.author)))
  report(
    author,
    parts.filter((pair) => pair.author === author),
  );
report('all of these', parts);
const heldOut = judged(all.filter(isHeldOut), final);
for (const author of new Set(heldOut.map((pair) => pair.author)))
  report(
    author,
    heldOut.filter((pair) => pair.author === author),
  );
if (process.argv.includes('--show'))
  for (const pair of parts.toSorted((a, b) => a.sureness - b.sureness))
    if (pair.isTrue ? pair.standing !== 'signed' : pair.standing !== 'refused') show(pair, final);
if (process.argv.includes('--write')) {
  const lines = Object.entries(final).map(
    ([name, weight]) => `  ${name}: ${Number(weight.toFixed(3))},`,
  );
  const text = `/** How much each measure speaks for a statement, made by \`scripts/support-weights.ts\`. */
export const weights: Readonly<Record<string, number>> = {
${lines.join('\n')}
};
`;
  writeFileSync(new URL('weights.ts', support), text);
}

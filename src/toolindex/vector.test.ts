import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { normalized } from './vector.js';
import { QueryScores } from './query-scores.js';
import { backOffMs, defaultBackOff } from './back-off.js';
import { EmbedApiError } from './embedders/http/refusal.js';

const finite = { noNaN: true, noDefaultInfinity: true };
const vector = fc.float32Array({ minLength: 1, maxLength: 40, ...finite });

it('gives length 1 whatever the size of the numbers, and keeps the direction', () =>
  holds([vector], (values) => {
    fc.pre(values.some((value) => value !== 0));
    const unit = normalized(values);
    expect(Math.hypot(...unit)).toBeCloseTo(1, 5);
    values.forEach((value, i) => expect(Math.sign(unit[i]!) * Math.sign(value)).not.toBe(-1));
  }));

it('leaves zeros, and the argument, as they are', () => {
  expect([...normalized(new Float32Array(3))]).toEqual([0, 0, 0]);
  const given = Float32Array.of(3, 4);
  normalized(given);
  expect([...given]).toEqual([3, 4]);
});

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const ALL = { topK: 8, minScore: -1, allowed: new Set(NAMES) };
const FALLING = NAMES.map((_, row) => 0.9 - row / 10);

const rows = new Map(NAMES.map((name, row) => [name, row]));
const scoresOf = (scores: readonly number[], ranks = scores) =>
  new QueryScores({ names: NAMES, rows, scores, ranks, known: 1 });
const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);

it('ranks by what tools gain and lose beside their ranks; scores stay', () => {
  const gains = new Map(Object.entries({ f: 1, b: -1, unknown: 1 }));
  const found = scoresOf(FALLING).top({ ...ALL, topK: 4, gains });
  expect(names(found)).toEqual(['f', 'a', 'c', 'd']);
  expect(found[0]?.score).toBeCloseTo(0.4);
});

it('ranks by the rank, answers the score, and drops by the score', () => {
  const ranks = FALLING.map((score, row) => (row === 5 ? 2 : score));
  const options = { ...ALL, topK: 2, minScore: 0.1 };
  const top = scoresOf(FALLING, ranks).top(options);
  expect(names(top)).toEqual(['f', 'a']);
  expect(top.map(({ score }) => score)).toEqual([FALLING[5], FALLING[0]]);
  expect(names(scoresOf(FALLING, ranks).top({ ...options, minScore: 0.5 }))).toEqual(['a', 'b']);
});

const withRandom = (value: number) => ({ ...defaultBackOff, random: () => value });

it('doubles from 5 s to 60 s, and takes the half to the whole of a step', () => {
  const waits = [1, 4, 50].map((failures) => backOffMs(failures, undefined, withRandom(1)));
  expect([waits, backOffMs(2, undefined, withRandom(0))]).toEqual([[5000, 40_000, 60_000], 5000]);
  expect(backOffMs(2, undefined, withRandom(0.5))).toBe(7500);
});

it('waits at least as long as the API asks for, but never more than a quarter of an hour', () => {
  const asked = (ms: number) => new EmbedApiError('slow down', 429, ms);
  expect(backOffMs(1, asked(34_400), withRandom(1))).toBe(34_400);
  expect(backOffMs(1, asked(10), withRandom(1))).toBe(5000);
  expect(backOffMs(1, asked(86_400_000), withRandom(1))).toBe(900_000);
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toolDocument } from './document.js';
import { Prerequisites } from './prerequisites.js';
import { QueryScores } from './query-scores.js';
import { comesBefore } from './top-k.js';

/** `rate_movie` requires a movie's id and a token; `find_movie` and `get_token` give them. */
const TOOLS: Record<string, string[]> = {
  rate_movie: ['movie_id', 'token'],
  list_genres: [],
  list_actors: [],
  list_years: [],
  list_prices: [],
  list_halls: [],
  find_movie: [],
  get_token: [],
};
const NAMES = Object.keys(TOOLS);
const ALL = new Set(NAMES);
const FALLING = NAMES.map((_, row) => 0.9 - row / 10);

const scoresOf = async (scores: readonly number[], identified = false) => {
  const documents = Object.entries(TOOLS).map(([name, required]) => {
    const properties = Object.fromEntries(required.map((input) => [input, {}]));
    const inputSchema = { properties, required };
    return toolDocument({ name, description: '', examples: [], inputSchema });
  });
  return new QueryScores({
    names: NAMES,
    rows: new Map(NAMES.map((name, row) => [name, row])),
    scores: { of: (row) => scores[row] ?? 0, all: () => scores },
    prerequisites: await Prerequisites.of(documents),
    identified,
  });
};
const top = async (
  scores: readonly number[],
  { topK = 6, minScore = -1, allowed = ALL, identified = false } = {},
) => (await scoresOf(scores, identified)).top({ topK, minScore, allowed });
const names = (tools: { name: string }[]) => tools.map(({ name }) => name);

describe('QueryScores.top', () => {
  it('ranks by what tools gain and lose beside their scores, which stay', async () => {
    const gains = new Map([
      ['list_halls', 1],
      ['list_actors', -1],
      ['unknown', 1],
    ]);
    const found = (await scoresOf(FALLING)).top({ topK: 4, minScore: -1, allowed: ALL, gains });
    expect(names(found)).toEqual(['list_halls', 'rate_movie', 'list_genres', 'list_years']);
    expect(found[0]?.score).toBeCloseTo(0.4);
  });

  it('lifts what the best tool needs behind the fourth, with its own score and the reason', async () => {
    const found = await top(FALLING);
    expect(names(found)).toEqual([...NAMES.slice(0, 4), 'find_movie', 'get_token']);
    expect(found.slice(3)).toEqual([
      { name: 'list_years', score: FALLING[3] },
      { name: 'find_movie', score: FALLING[6], prerequisiteOf: 'rate_movie' },
      { name: 'get_token', score: FALLING[7], prerequisiteOf: 'rate_movie' },
    ]);
  });

  it('ranks by what is given beside the score, and answers the score', async () => {
    const ranked = new QueryScores({
      names: NAMES,
      rows: new Map(NAMES.map((name, row) => [name, row])),
      scores: { of: (row) => FALLING[row]!, all: () => FALLING },
      ranks: (given) => FALLING.map((score, row) => (row === given ? 2 : score)),
      prerequisites: await Prerequisites.of([]),
      identified: false,
    });
    const options = { topK: 2, minScore: 0.1, allowed: ALL, givenIds: 5 };
    expect(ranked.top(options)).toEqual([
      { name: 'list_halls', score: FALLING[5] },
      { name: 'rate_movie', score: FALLING[0] },
    ]);
    expect(names(ranked.top({ ...options, minScore: 0.5 }))).toEqual(['rate_movie', 'list_genres']);
  });

  it('lifts them whatever their score, but never one that is not allowed', async () => {
    const allowed = new Set([...ALL].filter((name) => name !== 'get_token'));
    const found = await top(FALLING, { minScore: 0.85, allowed });
    expect(names(found)).toEqual(['rate_movie', 'find_movie']);
  });

  it('lifts nothing for a tool that is not among the best two', async () => {
    const scores = [0.6, 0.9, 0.8, 0.7, 0.5, 0.4, 0.3, 0.2];
    const best = ['list_genres', 'list_actors', 'list_years', 'rate_movie'];
    expect(names(await top(scores))).toEqual([...best, 'list_prices', 'list_halls']);
  });

  it('leaves a prerequisite in its place when it is among the first four', async () => {
    const scores = [0.9, 0.5, 0.4, 0.3, 0.2, 0.1, 0.8, 0.7];
    const first = ['rate_movie', 'find_movie', 'get_token', 'list_genres'];
    expect(names(await top(scores))).toEqual([...first, 'list_actors', 'list_years']);
  });

  it('does not look for what the message names', async () => {
    expect(names(await top(FALLING, { identified: true }))).toEqual([
      ...NAMES.slice(0, 4),
      'get_token',
      'list_prices',
    ]);
  });

  it('reads one by one the few tools that are allowed, and all rows at once for many', async () => {
    const ranked = {
      names: NAMES,
      rows: new Map(NAMES.map((name, row) => [name, row])),
      prerequisites: await Prerequisites.of([]),
      identified: false,
    };
    const few = new QueryScores({
      ...ranked,
      scores: {
        of: (row) => FALLING[row]!,
        all: () => {
          throw new Error('two of eight are not worth reading all');
        },
      },
    });
    const options = { topK: 4, minScore: -1 };
    const allowed = new Set(['find_movie', 'list_halls', 'unknown']);
    expect(names(few.top({ ...options, allowed: new Set([...allowed].slice(0, 2)) }))).toEqual([
      'list_halls',
      'find_movie',
    ]);
    const many = new QueryScores({ ...ranked, scores: { of: () => NaN, all: () => FALLING } });
    expect(names(many.top({ ...options, allowed }))).toEqual(['list_halls', 'find_movie']);
  });

  it('keeps the best four, the order of the scores of what is not lifted, each tool once and at most topK', async () => {
    const score = fc.integer({ min: -4, max: 4 }).map((value) => value / 4);
    const scores = fc.array(score, { minLength: NAMES.length, maxLength: NAMES.length });
    await fc.assert(
      fc.asyncProperty(scores, fc.nat(10), fc.subarray(NAMES), async (all, topK, some) => {
        const found = await top(all, { topK, allowed: new Set(some) });
        const sorted = some
          .map((name) => ({ name, score: all[NAMES.indexOf(name)]! }))
          .sort((a, b) => (comesBefore(a, b) ? -1 : 1));
        expect(found).toHaveLength(Math.min(topK, some.length));
        expect(found.slice(0, 4)).toEqual(sorted.slice(0, Math.min(4, topK)));
        expect(new Set(names(found)).size).toBe(found.length);
        for (const { name, score } of found) expect(score).toBe(all[NAMES.indexOf(name)]);
        const given = found.flatMap((tool) =>
          tool.prerequisiteOf === undefined ? [tool.score] : [],
        );
        expect(given).toEqual([...given].sort((a, b) => b - a));
        if (topK >= some.length) expect(new Set(names(found))).toEqual(new Set(some));
      }),
    );
  });
});

import { joinVariants } from './read-chunks.js';

const passage = (chunkId: string, score: number, cited?: string) => ({
  chunkId,
  score,
  why: chunkId,
  parts: cited === undefined ? {} : { cited },
});
const ids = (passages: readonly { chunkId: string }[]) => passages.map(({ chunkId }) => chunkId);

test('keep their order where no variant finds any', () => {
  const own = [passage('a', 0.9), passage('b', 0.5)];
  expect(joinVariants(own, [{ query: 'q', passages: [] }])).toEqual(own);
});

test('the question counts more than a variant, and all that agree count most', () => {
  const own = [passage('a', 0.9), passage('b', 0.5), passage('c', 0.4)];
  const one = { query: 'one', passages: [passage('d', 0.9)] };
  expect(ids(joinVariants(own, [one]))).toEqual(['a', 'b', 'd', 'c']);
  const agreeing = { query: 'two', passages: [passage('c', 0.9), passage('b', 0.1)] };
  expect(ids(joinVariants(own, [agreeing]))).toEqual(['c', 'b', 'a']);
});

test('no score is above the one before, and what only a variant found says so', () => {
  const own = [passage('a', 0.6), passage('b', 0.5)];
  const joined = joinVariants(own, [{ query: 'other', passages: [passage('d', 0.9)] }]);
  expect(joined.map(({ score }) => score)).toEqual([0.6, 0.5, 0.5]);
  expect(joined[2]?.why).toBe('in other words: other; d');
});

test('what the question cites stays first', () => {
  const own = [passage('a', 1, '§ 7'), passage('b', 0.5)];
  const all = ['one', 'two', 'three'].map((query) => ({ query, passages: [passage('b', 0.9)] }));
  expect(ids(joinVariants(own, all))).toEqual(['a', 'b']);
});

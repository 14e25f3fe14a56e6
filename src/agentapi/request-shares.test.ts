import { expect, test } from '@jest/globals';
import { RequestShares } from './request-shares.js';

test('a user at the limit is refused, and nobody else', () => {
  const shares = new RequestShares(2);
  const first = shares.take('noisy');
  shares.take('noisy');
  expect(() => shares.take('noisy')).toThrow(
    'You have 2 costly requests under way, the most that one user may have at once.',
  );
  expect(shares.take('quiet')).toBeInstanceOf(Function);
  first();
  expect(shares.take('noisy')).toBeInstanceOf(Function);
});

test('a place is given back once', () => {
  const shares = new RequestShares(1);
  const place = shares.take('mara');
  place();
  shares.take('mara');
  place();
  expect(() => shares.take('mara')).toThrow('You have 1 costly requests');
});

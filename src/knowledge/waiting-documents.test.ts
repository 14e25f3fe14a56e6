import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import type { AppError } from '../foundation/errors.js';
import { WaitingDocuments } from './waiting-documents.js';

const limits = { perUser: { documents: 3, bytes: 100 }, all: { documents: 5, bytes: 150 } };

function take(waiting: WaitingDocuments<string>, userId: string, bytes = 1) {
  try {
    return waiting.take(userId, bytes);
  } catch (error) {
    return (error as AppError).code;
  }
}

test('users take turns, regardless of order', () => {
  const waiting = new WaitingDocuments<string>();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) waiting.add(name.charAt(0), name);
  const order = Array.from({ length: 8 }, () => waiting.next());
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', undefined]);
});

test('shares count documents and bytes; all together have a limit of their own', () => {
  const waiting = new WaitingDocuments<string>(limits);
  const back = take(waiting, 'a', 90) as () => void;
  expect(take(waiting, 'a', 11)).toBe('too_many_requests');
  expect(take(waiting, 'b', 61)).toBe('server_busy');
  expect(take(waiting, 'b', 60)).toBeInstanceOf(Function);
  back();
  back();
  expect(take(waiting, 'a', 90)).toBeInstanceOf(Function);
});

test('one document larger than a share may wait alone', () => {
  const waiting = new WaitingDocuments<string>(limits);
  expect(take(waiting, 'a', 120)).toBeInstanceOf(Function);
  expect(take(waiting, 'a', 1)).toBe('too_many_requests');
});

test('property: what is taken and given back in any order leaves all places free', async () => {
  const step = fc.record({ user: fc.constantFrom('a', 'b', 'c'), give: fc.boolean() });
  await holds([fc.array(step)], (steps) => {
    const waiting = new WaitingDocuments<string>(limits);
    const places: (() => void)[] = [];
    for (const { user, give } of steps) {
      const place = give ? places.shift()?.() : take(waiting, user);
      if (typeof place === 'function') places.push(place);
      expect(places.length).toBeLessThanOrEqual(limits.all.documents);
    }
    for (const place of places) place();
    for (const user of ['a', 'a', 'a', 'b', 'b'])
      expect(take(waiting, user)).toBeInstanceOf(Function);
  });
});

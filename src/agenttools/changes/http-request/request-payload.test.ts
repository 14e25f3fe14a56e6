import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../../foundation/json.js';
import { MAX_LEAVES } from '../alike.js';
import { fieldsSet } from './request-payload.js';

const set = (body: JsonObject) =>
  fieldsSet(
    { method: 'PATCH', path: '/projects/1', path_template: '/projects/{id}', body },
    { action: 'merge', secrets: [] },
  );

const wide = (last: string) =>
  Object.fromEntries(
    [...Array.from({ length: MAX_LEAVES }, (_, at) => `f${at}`), last].map((name) => [name, 1]),
  );
const deep = (last: string) => {
  let body: JsonObject = { [last]: 1 };
  for (let depth = 0; depth < 40; depth += 1) body = { inner: body };
  return body;
};

test.each<[string, (last: string) => JsonObject]>([
  ['wider', wide],
  ['deeper', deep],
])('a body %s than what is compared is the same as no other', (_, bodyWith) => {
  expect([set(bodyWith('a')), set(bodyWith('b'))]).toEqual([undefined, undefined]);
});

test('the same fields are the same whatever their order and values, and others are not', () => {
  expect(set({ a: 1, b: { c: 2 } })).toBe(set({ b: { c: 3 }, a: 4 }));
  expect(set({ a: 1, b: {} })).not.toBe(set({ a: 1, b: { c: 2 } }));
});

import fc from 'fast-check';
import { holds, property } from '../../test/support/property.js';
import { parseJson, parsePlainJson } from './exact-json.js';
import { jsonLength } from './json.js';
import { beyondLimits, cutToLimits, TooMuchJson } from './json-limits.js';

const rows = (count: number, row: (at: number) => object): string =>
  JSON.stringify(Array.from({ length: count }, (_, at) => row(at)));
const many = { maxDepth: 50, maxKeys: 1e6, maxValues: 1e6 };

test('rows alike have few different fields, and rows that differ have many', () => {
  const alike = rows(5_000, (at) => ({ id: at, name: 'x', owner: { id: 1, name: 'y' } }));
  expect(beyondLimits(alike, { ...many, maxShapes: 3 })).toBeUndefined();
  expect(beyondLimits(alike, { ...many, maxShapes: 2 })).toBe('has more than 2 different fields');
  const permuted = rows(500, (at) => ({ [`k${at % 20}`]: 1, [`k${at % 19}a`]: 1 }));
  expect(beyondLimits(permuted, { ...many, maxShapes: 300 })).toMatch(/different fields/);
});

const KEYS = Array.from({ length: 12_100 }, (_, k) => k);
test.each<[string, string, RegExp]>([
  ['values', `[${'{},'.repeat(60_000)}1]`, /more than 80000 values/],
  ['numbers', `[${'1,'.repeat(100_000)}1]`, /more than 80000 values/],
  ['keys', JSON.stringify(Object.fromEntries(KEYS.map((k) => [k, 1]))), /12000/],
  ['levels', `${'['.repeat(501)}${']'.repeat(501)}`, /deeper than 500 levels/],
])('too many %s are not parsed', (_what, text, why) => {
  for (const parse of [parseJson, parsePlainJson]) {
    expect(() => parse(text)).toThrow(TooMuchJson);
    expect(() => parse(text)).toThrow(why);
  }
});

property(
  'property: the beginning within limits is JSON, and begins as the whole does',
  [fc.jsonValue({ maxDepth: 6 }), fc.nat({ max: 30 }), fc.nat({ max: 30 })],
  (value, maxValues, maxKeys) => {
    const text = JSON.stringify(value);
    const limits = { maxDepth: 4, maxValues, maxKeys };
    const beginning = cutToLimits(text, limits);
    if (beyondLimits(text, limits) === undefined) expect(beginning).toBe(text);
    if (beginning === undefined) return;
    JSON.parse(beginning);
    expect(text.startsWith(beginning.replace(/[\]}]*$/, ''))).toBe(true);
    expect(beyondLimits(beginning, limits)).toBeUndefined();
  },
);

test('the beginning of rows is their first rows', () => {
  const text = rows(50, (at) => ({ id: at, tags: ['a', '],{'] }));
  const beginning = JSON.parse(cutToLimits(`{"items":${text}}`, { ...many, maxValues: 60 }) ?? '');
  expect(beginning.items.length).toBeGreaterThan(8);
  expect(beginning.items.slice(0, 8)).toEqual(JSON.parse(text).slice(0, 8));
  expect(cutToLimits('['.repeat(60), many)).toBeUndefined();
});

test('property: the length of JSON is exact up to the limit, and above it beyond', () =>
  holds([fc.jsonValue({ maxDepth: 5 }), fc.nat({ max: 200 })], (value, limit) => {
    const length = JSON.stringify(value).length;
    const found = jsonLength(value, limit);
    if (length <= limit) expect(found).toBe(length);
    else expect(found).toBeGreaterThan(limit);
  }));

test('a long value is looked at no further than the limit', () => {
  let looks = 0;
  const item = {
    get one() {
      looks += 1;
      return 1;
    },
  };
  jsonLength(Array<object>(10_000).fill(item), 100);
  expect(looks).toBeLessThan(20);
});

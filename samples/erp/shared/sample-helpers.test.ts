import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isUuid } from '../../../src/foundation/ids.js';
import type { Queryable } from '../../../src/store/database.js';
import { insertRows } from './insert-rows.js';
import { namedId } from './named-id.js';
import { createRandom } from './random.js';

describe('random', () => {
  test('the same seed gives the same sequence, another seed another', () => {
    const draw = (seed: number) => {
      const random = createRandom(seed);
      return Array.from({ length: 20 }, () => random.next());
    };
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(draw(seed)).toEqual(draw(seed));
        expect(draw(seed)).not.toEqual(draw(seed + 1));
      }),
    );
  });
  test('numbers stay in their range and reach both ends', () => {
    const random = createRandom(7);
    const drawn = new Set(Array.from({ length: 500 }, () => random.int(3, 6)));
    expect([...drawn].sort()).toEqual([3, 4, 5, 6]);
  });
  test('a sample has different items, and never more than there are', () => {
    fc.assert(
      fc.property(fc.integer(), fc.uniqueArray(fc.integer()), fc.nat(20), (seed, items, count) => {
        const sample = createRandom(seed).sample(items, count);
        expect(new Set(sample).size).toBe(Math.min(count, items.length));
        expect(sample.every((item) => items.includes(item))).toBe(true);
      }),
    );
  });
});

test('a named id is a UUID of version 5, the same for the same name', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (kind, name) => {
      const id = namedId(kind, name);
      expect(isUuid(id)).toBe(true);
      expect(id).toMatch(/^.{14}5.{4}[89ab]/);
      expect(namedId(kind, name)).toBe(id);
      expect(namedId(kind, `${name}x`)).not.toBe(id);
    }),
  );
});

test('rows are inserted once each, in statements PostgreSQL can take', async () => {
  const statements: { text: string; values: readonly unknown[] }[] = [];
  const tx: Queryable = {
    query: async (text, values = []) => {
      statements.push({ text, values });
      return [];
    },
  };
  const rows = Array.from({ length: 25_000 }, (_, index) => ({ a: index, b: 'x' }));
  await insertRows(tx, 's.t', rows);
  expect(statements.every(({ values }) => values.length <= 65_535)).toBe(true);
  expect(statements.flatMap(({ values }) => values.filter((_, i) => i % 2 === 0))).toEqual(
    rows.map((row) => row.a),
  );
  await insertRows(tx, 's.t', []);
  expect(statements).toHaveLength(2);
  expect(statements[0]?.text).toMatch(/^insert into s\.t \("a", "b"\) values \(\$1, \$2\), /);
});

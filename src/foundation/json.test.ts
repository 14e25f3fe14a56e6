import fc from 'fast-check';
import { property, holds } from '../../test/support/property.js';
import { jsonDepth, escapePart, pointerKeys } from './json.js';

/** `depth` levels of one-field objects and one-item arrays in turn, around a scalar. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

function depthByDefinition(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthByDefinition));
}

describe('jsonDepth', () => {
  property('is the longest way down, for any JSON', [fc.jsonValue({ maxDepth: 6 })], (value) => {
    expect(jsonDepth(value)).toBe(depthByDefinition(value));
  });

  test('does not exhaust the stack: neither by 12,000 levels nor by 500,000 items', () => {
    expect(jsonDepth(nested(12_000))).toBe(12_000);
    expect(jsonDepth({ wide: Array.from({ length: 500_000 }, () => 1) })).toBe(2);
  });

  test('stops counting one above the limit', () => {
    expect(jsonDepth(nested(12_000), 32)).toBe(33);
    expect(jsonDepth(nested(32), 32)).toBe(32);
  });
});

test.each([
  ['', []],
  ['/', ['']],
  ['/a~1b/m~0n/~01', ['a/b', 'm~n', '~1']],
])('%j', (pointer, keys) => expect(pointerKeys(pointer)).toEqual(keys));

test('whatever keys are called, they come back', () =>
  holds([fc.array(fc.stringMatching(/^[~/01a]*$/))], { seed: 6901 }, (list) => {
    expect(pointerKeys(list.map((key) => `/${escapePart(key)}`).join(''))).toEqual(list);
  }));

import { isObject } from '../../foundation/json.js';

/**
 * What `actual` lacks of `expected`, a line for each place; empty when it holds all of it. Objects may
 * have more fields, lists more items and another order.
 */
export function differences(expected: unknown, actual: unknown, path = ''): string[] {
  if (Array.isArray(expected)) return listDifferences(expected, actual, path);
  if (isObject(expected)) {
    if (!isObject(actual)) return [describe(path, expected, actual)];
    return Object.entries(expected).flatMap(([key, value]) =>
      differences(value, actual[key], path === '' ? key : `${path}.${key}`),
    );
  }
  return Object.is(expected, actual) ? [] : [describe(path, expected, actual)];
}

function listDifferences(expected: readonly unknown[], actual: unknown, path: string): string[] {
  if (!Array.isArray(actual)) return [describe(path, expected, actual)];
  const assigned = pairUp(expected, actual, (one, other) => differences(one, other).length === 0);
  return expected.flatMap((one, at) =>
    assigned[at] === undefined ? [`${path}: no item has ${shown(one)}`] : [],
  );
}

/**
 * For each of `wanted` the place of an item of `found` that `fits`, each item once and as many as can
 * be (augmenting paths: an item that fits two goes to the one that has no other).
 */
export function pairUp<A, B>(
  wanted: readonly A[],
  found: readonly B[],
  fits: (one: A, other: B) => boolean,
): readonly (number | undefined)[] {
  const ownerOf = new Map<number, number>();
  const place = (at: number, tried: Set<number>): boolean =>
    found.some((other, item) => {
      if (tried.has(item) || !fits(wanted[at] as A, other)) return false;
      tried.add(item);
      const owner = ownerOf.get(item);
      if (owner !== undefined && !place(owner, tried)) return false;
      ownerOf.set(item, at);
      return true;
    });
  wanted.forEach((_one, at) => place(at, new Set()));
  const assigned: (number | undefined)[] = wanted.map(() => undefined);
  for (const [item, at] of ownerOf) assigned[at] = item;
  return assigned;
}

function describe(path: string, expected: unknown, actual: unknown): string {
  return `${path === '' ? 'it' : path} is ${shown(actual)}, not ${shown(expected)}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

import { sameNumber } from '../../../src/foundation/exact-number.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';

/** One place at which two JSON values differ; `undefined` on the side that has none. */
export interface Edit {
  /** From the root: `config.data_source[0].rows`. */
  path: string;
  before: unknown;
  after: unknown;
}

/** Where `after` differs from `before`, each place as deep as both sides go together. */
export function editsIn(before: unknown, after: unknown, path = ''): Edit[] {
  if (Array.isArray(before) && Array.isArray(after)) return listEdits(before, after, path);
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      editsIn(own(before, name), own(after, name), path === '' ? name : `${path}.${name}`),
    );
  }
  return before === after || sameNumber(before, after) ? [] : [{ path, before, after }];
}

function own(value: JsonObject, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Of lists: what both begin and end with is the same item, wherever it has moved to. */
function listEdits(before: readonly unknown[], after: readonly unknown[], path: string): Edit[] {
  const same = (one: unknown, other: unknown) => editsIn(one, other).length === 0;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && same(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && same(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const olds = before.slice(start, before.length - end);
  const news = after.slice(start, after.length - end);
  return Array.from({ length: Math.max(olds.length, news.length) }, (_, at) =>
    editsIn(olds[at], news[at], `${path}[${start + at}]`),
  ).flat();
}

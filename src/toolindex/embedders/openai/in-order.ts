import { isObject } from '../../../foundation/json.js';

/**
 * The embeddings of `[{index, embedding}]` by index, whatever order they came in. An index that is
 * missing or named twice leaves a hole (`undefined`), which is no vector: one text must never get
 * another's.
 */
export function inOrder(data: readonly unknown[]): unknown[] {
  const ordered = new Array<unknown>(data.length).fill(undefined);
  const taken = new Set<number>();
  for (const item of data) {
    if (!isObject(item)) continue;
    const index = item['index'];
    if (typeof index !== 'number' || !(index in ordered)) continue;
    ordered[index] = taken.has(index) ? undefined : item['embedding'];
    taken.add(index);
  }
  return ordered;
}

/** How much of a layer there is, and how much of that is still of the catalogue. */
export interface LayerSize {
  held: number;
  live: number;
}

/** A layer this many times as large as what comes is left alone. */
const FACTOR = 8;

/**
 * What an index holds stands in layers, so that one tool more costs a small layer and not a copy of all.
 * Answers from which layer on they are made one with `fresh` that comes: all that are not much larger,
 * and those of which most is gone. So there are few, and each entry is copied a few times in its life.
 */
export function mergedFrom(layers: readonly LayerSize[], fresh: number): number {
  let from = layers.length;
  let size = fresh;
  layers.forEach(({ held, live }, at) => {
    if (live * 2 < held) from = Math.min(from, at);
  });
  for (let at = layers.length - 1; at >= 0; at -= 1) {
    const live = layers[at]?.live ?? 0;
    if (at < from && live > 0 && live >= FACTOR * size) break;
    from = Math.min(from, at);
    size += live;
  }
  return from;
}

/** The rows of a layer after the catalogue has changed: -1 stays, and comes for those that are gone. */
export function renumbered(rows: Int32Array, newRows: Int32Array): Int32Array {
  return rows.map((row) => (row < 0 ? -1 : (newRows[row] as number)));
}

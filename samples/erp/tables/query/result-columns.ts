import type { ResultColumn, VisualColumn } from '../../../../src/platform/types.js';
import { defined } from '../../../../src/foundation/defined.js';

/** The columns in the order the page shows them: by `order` when given, hidden ones last. */
export function resultColumns(
  keys: readonly string[],
  visual: ReadonlyMap<string, VisualColumn>,
): ResultColumn[] {
  const columns = keys.flatMap((key) => {
    const column = visual.get(key);
    return column === undefined ? [] : [{ key, column }];
  });
  columns.sort((a, b) => rank(a.column) - rank(b.column));
  return columns.map(({ key, column }) => ({
    key,
    header: column.header,
    type: column.type,
    ...defined({ format: column.format }),
    hidden: column.hidden ?? false,
  }));
}

/** Larger than any `order`, and finite, because infinity less infinity is no number. */
const UNPLACED = 1_000_000;

function rank(column: VisualColumn): number {
  if (column.hidden === true) return 2 * UNPLACED;
  return column.order ?? UNPLACED;
}

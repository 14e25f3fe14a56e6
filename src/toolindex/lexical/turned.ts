/** From earlier row by row to row by earlier row, of which there were `rows`; -1 where there is none. */
export function turned(before: Int32Array, rows: number): Int32Array {
  const after = new Int32Array(rows).fill(-1);
  before.forEach((earlier, row) => {
    if (earlier !== -1) after[earlier] = row;
  });
  return after;
}

/** A row without the columns that are null: on the wire an absent value is an absent field. */
export function withoutNulls<T extends object>(row: T): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;
}

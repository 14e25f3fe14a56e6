import type { ForeignTable, SelectColumn } from '../../../src/platform/types.js';

/** Limits of one config that more than its schema knows of; a config over them is refused with the limit named. */
export const limits = {
  joins: 8,
  /** Joins that can multiply rows (one-to-many): the embedded database has one session to share. */
  fanOuts: 2,
  columns: 100,
  rows: 500,
} as const;

/** Rows of a query when neither the config nor the request says. */
export const DEFAULT_CONFIG_ROWS = 50;

/** The name a selected column goes by everywhere else in the config. */
export function keyOf(column: SelectColumn): string {
  return column.alias ?? column.name;
}

/** The name a joined table goes by in column references. */
export function nameOf(table: ForeignTable): string {
  return table.alias ?? table.table;
}

import type { SortWish } from './config-table.js';

/**
 * The order that a click on a column's header asks for: ascending, then descending, then the table's
 * own again (undefined). A column that the table sorts by first begins the other way round.
 */
export function nextSort(
  tried: SortWish | undefined,
  own: SortWish | undefined,
  key: string,
): SortWish | undefined {
  const first = own?.column === key && own.direction === 'asc' ? 'desc' : 'asc';
  if (tried?.column !== key) return { column: key, direction: first };
  if (tried.direction !== first || own?.column === key) return undefined;
  return { column: key, direction: 'desc' };
}

import type { TableConfig } from '../../../../src/platform/types.js';
import { columnsOf, type TableColumn } from './table-columns.js';

const NUMBERS: readonly string[] = ['number', 'computed'];
const TIMES: readonly string[] = ['datetime'];

/** Sentences about one table that make sense for it, with the names of its own columns. */
export function suggestionsFor(name: string, config: TableConfig): string[] {
  const shown = columnsOf(config).filter(({ hidden }) => !hidden);
  const [first] = shown;
  const last = shown.at(-1);
  return [
    `What does the table “${name}” show?`,
    ...sortBy(shown),
    ...(last === undefined || last === first ? [] : [`Hide the column “${last.header}”`]),
    ...(first === undefined
      ? []
      : [`Rename the column “${first.header}” to “Our ${first.header}”`]),
  ];
}

function sortBy(columns: readonly TableColumn[]): string[] {
  const sortable = columns.filter((column) => column.sortable);
  const number = sortable.find(({ type }) => NUMBERS.includes(type));
  if (number !== undefined) return [`Sort by “${number.header}”, highest first`];
  const time = sortable.find(({ type }) => TIMES.includes(type));
  return time === undefined ? [] : [`Sort by “${time.header}”, newest first`];
}

import {
  sourceOf,
  type Sort,
  type SortDirection,
  type TableConfig,
  refuse,
  type Changed,
} from '../config-model.js';
import type { Facts } from '../facts.js';
import { findColumn, refersTo, configColumns } from '../references.js';

export const sortOperations = ['set', 'add', 'remove', 'clear'] as const;
export type SortOperation = (typeof sortOperations)[number];

/** One change of the order of rows; `sorts` count from the most important. */
export interface SortChange {
  operation: SortOperation;
  sorts: readonly { column: string; direction?: SortDirection }[];
}

/** Changes the order of rows. `facts` must hold the config's tables. Pure. */
export function changeSort(base: TableConfig, change: SortChange, facts: Facts): Changed {
  const config = structuredClone(base);
  const source = sourceOf(config);
  const before = source.sort ?? [];
  if (change.operation === 'clear') {
    if (before.length === 0) refuse('The table has no sort order.');
    source.sort = [];
    return { config, summary: ['removed the sort order'] };
  }
  if (change.sorts.length === 0) refuse(`Operation "${change.operation}" needs "column".`);
  const places = configColumns(config, facts);
  const wanted = change.sorts.map(({ column, direction = 'asc' }): Sort => {
    const place = findColumn(places, column);
    const present = before.find((sort) => refersTo(places, sort.column, place));
    return { column: present?.column ?? place.reference, direction };
  });
  const step = {
    set: () => wanted,
    add: () => merge(before, wanted),
    remove: () => without(before, wanted),
  };
  source.sort = step[change.operation]();
  return { config, summary: [`the rows are now sorted by ${describeSorts(source.sort)}`] };
}

/** Appends sorts; one on the same column only changes its direction, in place. */
function merge(before: readonly Sort[], wanted: readonly Sort[]): Sort[] {
  const result = before.map((sort) => {
    const change = wanted.find((item) => item.column === sort.column);
    return change === undefined ? sort : { ...sort, direction: change.direction };
  });
  const added = wanted.filter((item) => !before.some((sort) => sort.column === item.column));
  const priorities = before.flatMap((sort) => sort.priority ?? []);
  let next = Math.max(0, ...priorities);
  const numbered = added.map((sort) =>
    priorities.length === 0 ? sort : { ...sort, priority: (next += 1) },
  );
  return [...result, ...numbered];
}

function without(before: readonly Sort[], wanted: readonly Sort[]): Sort[] {
  for (const { column } of wanted) {
    if (!before.some((sort) => sort.column === column)) {
      refuse(`The rows are not sorted by "${column}" but by ${describeSorts(before)}.`);
    }
  }
  return before.filter((sort) => !wanted.some((item) => item.column === sort.column));
}

/** A sort order as a short text, most important first: `name ascending, price descending`. */
export function describeSorts(sorts: readonly Sort[]): string {
  if (sorts.length === 0) return 'nothing';
  return sorts
    .toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0))
    .map(({ column, direction }) => `${column} ${direction === 'asc' ? 'ascending' : 'descending'}`)
    .join(', ');
}

import { readFileSync } from 'node:fs';
import { resolveReference } from './named-id.js';

/**
 * A JSON file of the sample, from `samples/erp/data`, with the ids that it names as `@kind:name`; its
 * shape is held by the tests of its rows.
 */
export function readData<T>(name: string): T {
  return JSON.parse(textOf(name), (_key, value) => resolveReference(value)) as T;
}

/** One row of a table by column name. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * The rows of a table of the sample company: a file of tab-separated values whose first line names the
 * columns. An empty cell is null, `@kind:name` the id of that name.
 */
export function readRows(table: string): Row[] {
  const [columns = [], ...rows] = textOf(`company/${table}.tsv`)
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  return rows.map((cells) =>
    Object.fromEntries(
      columns.map((name, at) => [name, cells[at] === '' ? null : resolveReference(cells[at])]),
    ),
  );
}

function textOf(name: string): string {
  return readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8');
}

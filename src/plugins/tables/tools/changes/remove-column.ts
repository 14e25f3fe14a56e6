import {
  joinsOf,
  keyOf,
  nameOfJoin,
  sourceOf,
  type SelectColumn,
  type TableConfig,
} from '../config-model.js';
import { refuse } from './changed.js';

/**
 * Takes a column out of everything: selection, looks, colours; filters and sorts on it stay and name
 * the database column from now on. Refuses while a calculation or a link uses it. Changes `config`;
 * answers one sentence per thing that went with it.
 */
export function removeKey(config: TableConfig, key: string): string[] {
  refuseWhenUsed(config, key);
  delete config.visual_settings.columns[key];
  for (const table of selectedTables(config)) {
    const index = table.columns.findIndex((column) => keyOf(column) === key);
    const [column] = index < 0 ? [] : table.columns.splice(index, 1);
    if (column !== undefined) renameReferences(config, key, bareReference(config, table, column));
  }
  return dropColours(config, key);
}

/** Takes the conditional formats of a column away. Changes `config`. */
export function dropColours(config: TableConfig, key: string): string[] {
  const visual = config.visual_settings;
  const kept = visual.conditional_formatting?.filter((item) => item.column !== key);
  if (kept === undefined || kept.length === visual.conditional_formatting?.length) return [];
  visual.conditional_formatting = kept;
  return [`removed the colours that depended on ${key}`];
}

interface SelectedTable {
  name: string;
  ofSource: boolean;
  columns: SelectColumn[];
}

function selectedTables(config: TableConfig): SelectedTable[] {
  const source = sourceOf(config);
  return [
    { name: source.source, ofSource: true, columns: source.select.columns },
    ...joinsOf(config).map((join) => ({
      name: nameOfJoin(join),
      ofSource: false,
      columns: join.columns,
    })),
  ];
}

/** A reference that still means the column once its key is gone. */
function bareReference(config: TableConfig, table: SelectedTable, { name }: SelectColumn): string {
  const shadowed = Object.hasOwn(config.visual_settings.columns, name);
  return table.ofSource && !shadowed ? name : `${table.name}.${name}`;
}

function renameReferences(config: TableConfig, from: string, to: string): void {
  const source = sourceOf(config);
  for (const item of [...(source.filters ?? []), ...(source.sort ?? [])]) {
    if (item.column === from) item.column = to;
  }
}

/** Refuses to take a column away whose value something else shows; names what does. */
export function refuseWhenUsed(config: TableConfig, key: string): void {
  const users = usersOf(config, key);
  if (users.length === 0) return;
  refuse(
    `"${key}" cannot be removed: ${users.join(' and ')} needs its value. Use operation "hide" instead, or remove that first.`,
  );
}

function usersOf(config: TableConfig, key: string): string[] {
  const visual = config.visual_settings;
  const inUrl = (url: string | undefined) => url?.includes(`{${key}}`) === true;
  const columns = Object.entries(visual.columns).filter(([name]) => name !== key);
  return [
    ...columns
      .filter(([, column]) => column.compute?.columns.includes(key))
      .map(([name]) => `the computed column "${name}"`),
    ...columns
      .filter(([, column]) => inUrl(column.link?.url))
      .map(([name]) => `the link on "${name}"`),
    ...[...(visual.row_actions ?? []), ...(visual.table_actions ?? [])]
      .filter((action) => inUrl(action.url))
      .map((action) => `the action "${action.label}"`),
  ];
}

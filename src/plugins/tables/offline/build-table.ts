import { defined } from '../../../foundation/defined.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import { bare, readFilters, readSorts } from './filters-and-sorts.js';
import { database, sayable } from './lexicon.js';
import { READY, some } from './table-view.js';

/** Builds a new table from a kind of record and the columns named. */
export function* buildTable({ reading, today }: kit.World): kit.Plan {
  const source =
    kit.entityOf(reading) ??
    kit.giveUp('What should the table list, for example orders, customers or products?');
  const { columns, references } = yield* kit.columnsOf(source, database);
  const parts = splitWish(reading);
  const nouns = reading.all(`entity.${source}`).flatMap((tag) => tag.covers);
  const usable = columns.filter(({ type }) => type !== 'uuid');
  const named = kit.findColumns(parts.columns, usable).filter(({ from }) => !nouns.includes(from));
  const values = kit.findValues(parts.columns, columns);
  const isValue = (from: number) => values.some((value) => value.from <= from && from < value.to);
  const tables = [...references.values()].filter((table) => table !== source);
  const linked = yield* linkedColumns(parts.columns, tables, isValue);
  const filters = readFilters({ clause: parts.rows, columns, today });
  const sort = reading.has('act.sort|dir.*') ? readSorts(parts.order, columns) : [];
  const own = kit.givenName(reading);
  const usual = `${kit.capital(kit.entityWords(source))} (${filters.length > 0 ? 'filtered' : 'new table'})`;
  const args = defined({
    ...{ name: own ?? usual, source },
    columns: some([
      ...new Set(named.flatMap(({ column, from }) => (linked.at.has(from) ? [] : column.key))),
      ...linked.keys,
    ]),
    ...{ filters: some(filters.map(bare)), sort: some(sort) },
  });
  const { concepts, texts } = sayable(['table', ...Object.keys(args)]);
  kit.requireAllRead(reading, {
    calls: [args],
    concepts: [...concepts, linked.keys.length > 0 ? 'entity.*' : `entity.${source}`],
    texts: [...texts, ...(own === undefined ? [] : [own, 'called named titled'])],
    said: [...filters.map((filter) => filter.said), ...linked.said],
    columns,
  });
  const result = kit.objectOf(yield* kit.need('preview_table_config', args));
  const shown = kit.objectsOf(kit.objectOf(result['shown'])['columns']);
  const headers = kit.join(shown.map(({ header }) => kit.textOf(header)));
  const rows = kit.count(Number(result['total_rows']), 'row');
  return `I built the table “${kit.textOf(result['table'])}” on ${kit.entityWords(source)} with the columns ${headers}; it shows ${rows}. ${READY}`;
}

/** The parts of a wish for a table: which columns, which rows, which order. */
function splitWish(reading: kit.Reading): {
  columns: kit.Reading;
  rows: kit.Reading;
  order: kit.Reading;
} {
  const end = reading.tokens.length;
  const sort = reading.first('act.sort')?.from ?? end;
  const rows = reading.first('act.filter|frame.if')?.from ?? end;
  const columns = reading.slice(0, Math.min(sort, rows));
  const order = reading.slice(sort, sort < rows ? rows : end);
  const none = rows === end ? columns : reading.slice(rows, end);
  return { columns, rows: rows < sort ? reading.slice(rows, sort) : none, order };
}

/** "with the supplier and the supplier's rating": columns of other tables, as `table.column`; "the warehouse department" is none. */
function* linkedColumns(
  part: kit.Reading,
  tables: readonly string[],
  isValue: (from: number) => boolean,
): kit.Part<{ keys: string[]; said: string[]; at: ReadonlySet<number> }> {
  const [keys, said, at] = [new Set<string>(), [] as string[], new Set<number>()];
  const tags = part.all('entity.*').filter(({ from }) => !isValue(from));
  for (const { concept, from, to } of tags) {
    const table = concept.slice('entity.'.length);
    if (!tables.includes(table)) continue;
    const { columns } = yield* kit.columnsOf(table, database);
    let end = to;
    for (const mention of kit.findColumns(part, columns)) {
      // "the customer's city and country"
      const goesOn = end > to && /^(and|,)$/.test(part.lower(end)) && mention.from === end + 1;
      if (mention.from !== to && !goesOn) continue;
      end = mention.to;
      at.add(mention.from);
      keys.add(`${table.split('.')[1]}.${mention.column.key}`);
    }
    if (end === to) keys.add(`${table.split('.')[1]}.name`);
    said.push(part.words(from, end));
  }
  return { keys: [...keys], said, at };
}

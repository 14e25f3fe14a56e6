import {
  capital,
  columnsOf,
  entityOf,
  entityWords,
  findColumns,
  givenName,
  giveUp,
  needCorrected,
  readConditions,
  requireAllRead,
  type Plan,
  type Reading,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { database } from './lexicon.js';
import { readFilters, readSorts } from './row-changes.js';
import { sayTablePreview } from './say-preview.js';

const BUILDING = 'act.create act.list act.add act.filter noun.table noun.column noun.row noun.name';

/** Builds a new table from a kind of record and the columns named. */
export function* buildTable({ reading, today }: World): Plan {
  const source =
    entityOf(reading) ??
    giveUp('What should the table list, for example orders, customers or products?');
  const { columns } = yield* columnsOf(source, database);
  const parts = splitWish(reading);
  const nouns = reading.all(`entity.${source}`).flatMap((tag) => tag.covers);
  const usable = columns.filter(({ type }) => type !== 'uuid');
  const named = findColumns(parts.columns, usable).filter(({ from }) => !nouns.includes(from));
  const linked = linkedColumns(parts.columns, source);
  const wanted = [...new Set(named.map(({ column }) => column.key)), ...linked];
  const filters = readFilters(parts.rows, columns, today);
  const sort = reading.has('act.sort|dir.*') ? readSorts(parts.order, columns) : [];
  const own = givenName(reading);
  const args = {
    name:
      own ?? `${capital(entityWords(source))} (${filters.length > 0 ? 'filtered' : 'new table'})`,
    source,
    ...(wanted.length > 0 ? { columns: wanted } : {}),
    ...(filters.length > 0 ? { filters } : {}),
    ...(sort.length > 0 ? { sort } : {}),
  };
  requireAllRead(reading, {
    calls: [args],
    concepts: [
      ...BUILDING.split(' '),
      ...(sort.length > 0 ? ['act.sort', 'dir.*', 'pos.first'] : []),
      linked.length > 0 ? 'entity.*' : `entity.${source}`,
    ],
    texts: own === undefined ? [] : [own, 'called named titled'],
    said: readConditions(parts.rows, { columns, today }).map((test) => test.said),
    columns,
  });
  return sayTablePreview(yield* needCorrected('preview_table_config', args));
}

/** The parts of a wish for a table: which columns, which rows, which order. */
function splitWish(reading: Reading): { columns: Reading; rows: Reading; order: Reading } {
  const end = reading.tokens.length;
  const sort = reading.first('act.sort')?.from ?? end;
  const rows = reading.first('act.filter|frame.if')?.from ?? end;
  const columns = reading.slice(0, Math.min(sort, rows));
  const order = reading.slice(sort, sort < rows ? rows : end);
  const none = rows === end ? columns : reading.slice(rows, end);
  return { columns, rows: rows < sort ? reading.slice(rows, sort) : none, order };
}

/** "with customer name": columns of another table, as `table.name`. */
function linkedColumns(reading: Reading, source: string): string[] {
  const others = reading.all('entity.*').map(({ concept }) => concept.slice('entity.'.length));
  return others
    .filter((entity) => entity !== source)
    .map((entity) => `${entity.split('.')[1] ?? ''}.name`);
}

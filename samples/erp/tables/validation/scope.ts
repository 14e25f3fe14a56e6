import type { ColumnInfo, DataSource, SelectColumn } from '../../../../src/platform/types.js';
import type { Catalog, CatalogTable } from '../../introspection/catalog.js';
import { keyOf, nameOf } from '../table-config.model.js';

/** A table a config reads: number 0 is the source, the rest are joined in order. */
export interface ScopeTable {
  index: number;
  /** What column references call it. */
  name: string;
  schema: string;
  table: string;
  /** Absent when the database has no such table. */
  info: CatalogTable | undefined;
  /** Where the config names it. */
  path: string;
}

export interface ScopeColumn {
  key: string;
  name: string;
  table: ScopeTable;
  /** Absent when the table has no such column. */
  info: ColumnInfo | undefined;
  path: string;
}

/** A column of the database that a reference means. */
export interface ResolvedColumn {
  table: ScopeTable;
  info: ColumnInfo;
}

/** The names of one data source and what they mean: the one place that knows how references resolve. */
export class Scope {
  readonly tables: readonly ScopeTable[];
  readonly selected: readonly ScopeColumn[];
  private readonly byKey: ReadonlyMap<string, ScopeColumn>;

  constructor(source: DataSource, catalog: Catalog) {
    this.tables = tablesOf(source, catalog);
    this.selected = selectedOf(source, this.tables);
    this.byKey = new Map([...this.selected].reverse().map((column) => [column.key, column]));
  }

  /** The selected column with this key; the first, should two share it. */
  selectedBy(key: string): ScopeColumn | undefined {
    return this.byKey.get(key);
  }

  /** What a column reference means: a key, else a column of the source, else `<table or alias>.<column>`. */
  resolve(reference: string): ResolvedColumn | undefined {
    const selected = this.byKey.get(reference);
    if (selected !== undefined) return resolved(selected.table, selected.info);
    const dot = reference.indexOf('.');
    if (dot === -1) return columnOf(this.tables[0], reference);
    const table = this.tableNamed(reference.slice(0, dot));
    return columnOf(table, reference.slice(dot + 1));
  }

  tableNamed(name: string): ScopeTable | undefined {
    return this.tables.find((table) => table.name === name);
  }

  /** Every reference that would resolve, keys first: the choices an error names. */
  references(): string[] {
    const keys = this.selected.map((column) => column.key);
    const all = this.tables.flatMap((table) =>
      (table.info?.columns ?? []).map((column) =>
        table.index === 0 ? column.name : `${table.name}.${column.name}`,
      ),
    );
    return [...new Set([...keys, ...all])];
  }
}

function tablesOf(source: DataSource, catalog: Catalog): ScopeTable[] {
  const first = {
    index: 0,
    name: source.source,
    schema: source.schema,
    table: source.source,
    info: catalog.table(source.schema, source.source),
    path: 'data_source[0]',
  };
  const joined = (source.select.foreign_tables ?? []).map((foreign, index) => ({
    index: index + 1,
    name: nameOf(foreign),
    schema: foreign.schema,
    table: foreign.table,
    info: catalog.table(foreign.schema, foreign.table),
    path: `data_source[0].select.foreign_tables[${index}]`,
  }));
  return [first, ...joined];
}

function selectedOf(source: DataSource, tables: readonly ScopeTable[]): ScopeColumn[] {
  return tables.flatMap((table) => {
    const columns =
      table.index === 0
        ? source.select.columns
        : (source.select.foreign_tables?.[table.index - 1]?.columns ?? []);
    const path = table.index === 0 ? `${table.path}.select` : table.path;
    return columns.map((column, index) =>
      toScopeColumn(column, table, `${path}.columns[${index}]`),
    );
  });
}

function toScopeColumn(column: SelectColumn, table: ScopeTable, path: string): ScopeColumn {
  const info = table.info?.columns.find((known) => known.name === column.name);
  return { key: keyOf(column), name: column.name, table, info, path };
}

function columnOf(table: ScopeTable | undefined, name: string): ResolvedColumn | undefined {
  if (table === undefined) return undefined;
  return resolved(
    table,
    table.info?.columns.find((column) => column.name === name),
  );
}

function resolved(table: ScopeTable, info: ColumnInfo | undefined): ResolvedColumn | undefined {
  return info === undefined ? undefined : { table, info };
}

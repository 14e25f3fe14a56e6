import type {
  ColumnInfo,
  DataSource,
  SelectColumn,
  ForeignTable,
  TableConfig,
  VisualColumn,
} from '../../../../src/platform/types.js';
import type { Catalog, CatalogTable } from '../../introspection/catalog.store.js';
import type { ErrorDetail } from '../../../../src/foundation/errors.js';

/** A table a config reads: number 0 is the source, the rest are joined in order. */
export interface ScopeTable {
  index: number;
  name: string;
  schema: string;
  table: string;
  /** Absent when the database has no such table. */
  info: CatalogTable | undefined;
  path: string;
}

interface ScopeColumn {
  key: string;
  name: string;
  /** Its `table_column`. */
  said: string | undefined;
  table: ScopeTable;
  /** Absent when the table has no such column. */
  info: ColumnInfo | undefined;
  path: string;
}

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
    const dot = reference.indexOf('.');
    const table =
      selected?.table ?? (dot === -1 ? this.tables[0] : this.tableNamed(reference.slice(0, dot)));
    const name = selected?.name ?? reference.slice(dot + 1);
    const info = table?.info?.columns.find((column) => column.name === name);
    return table && info && { table, info };
  }

  tableNamed(name: string): ScopeTable | undefined {
    return this.tables.find((table) => table.name === name);
  }

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

function selectedOf({ select }: DataSource, tables: readonly ScopeTable[]): ScopeColumn[] {
  return tables.flatMap((table) => {
    const joined = select.foreign_tables?.[table.index - 1]?.columns ?? [];
    const path = table.index === 0 ? `${table.path}.select` : table.path;
    return (table.index === 0 ? select.columns : joined).map((column, index) => {
      const { name, table_column: said } = column;
      const info = table.info?.columns.find((known) => known.name === name);
      return { key: keyOf(column), name, said, table, info, path: `${path}.columns[${index}]` };
    });
  });
}

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

export function keyOf(column: SelectColumn): string {
  return column.alias ?? column.name;
}

export function nameOf(table: ForeignTable): string {
  return table.alias ?? table.table;
}

export interface JoinEnds {
  /** Absent when `relationship_from` names no earlier table. */
  from: ScopeTable | undefined;
  fromName: string;
  fromColumn: ColumnInfo | undefined;
  to: ScopeTable;
  toColumn: ColumnInfo | undefined;
  /** `many_to_one`: the key lies at `from`; `one_to_many`: at `to`; absent: no foreign key. */
  relationship: 'many_to_one' | 'one_to_many' | undefined;
  earlier: string[];
}

export function joinEnds(scope: Scope, foreign: ForeignTable, index: number): JoinEnds {
  const earlier = scope.tables.slice(0, index + 1);
  const to = scope.tables[index + 1];
  if (to === undefined) throw new Error(`the scope has no join ${index}`);
  const dot = foreign.relationship_from.indexOf('.');
  const fromName = foreign.relationship_from.slice(dot + 1);
  const from =
    dot === -1
      ? earlier[0]
      : earlier.find((table) => table.name === foreign.relationship_from.slice(0, dot));
  const fromColumn = from?.info?.columns.find((column) => column.name === fromName);
  const toColumn = to.info?.columns.find((column) => column.name === foreign.relationship_to);
  return {
    from,
    fromName,
    fromColumn,
    to,
    toColumn,
    relationship: relationshipOf(from, fromColumn, to, toColumn),
    earlier: earlier.map((table) => table.name),
  };
}

function relationshipOf(
  from: ScopeTable | undefined,
  fromColumn: ColumnInfo | undefined,
  to: ScopeTable,
  toColumn: ColumnInfo | undefined,
): JoinEnds['relationship'] {
  if (from === undefined || fromColumn === undefined || toColumn === undefined) return undefined;
  if (pointsAt(fromColumn, to, toColumn)) return 'many_to_one';
  return pointsAt(toColumn, from, fromColumn) ? 'one_to_many' : undefined;
}

function pointsAt({ references: key }: ColumnInfo, at: ScopeTable, target: ColumnInfo): boolean {
  return key?.schema === at.schema && key.table === at.table && key.column === target.name;
}

export interface Knowledge {
  catalog: Catalog;
  roles: readonly string[];
}

/** What every rule sees. The config already has the right shape. */
export interface RuleContext {
  config: TableConfig;
  source: DataSource;
  scope: Scope;
  /** `visual_settings.columns` by key. */
  visual: ReadonlyMap<string, VisualColumn>;
  knowledge: Knowledge;
}

/** One rule: what breaks it, each with its place and its own sentence; nothing when it holds. */
export type Rule = (context: RuleContext) => ErrorDetail[];

export function contextOf(config: TableConfig, knowledge: Knowledge): RuleContext {
  const source = config.data_source[0];
  return {
    config,
    source,
    scope: new Scope(source, knowledge.catalog),
    visual: new Map(Object.entries(config.visual_settings.columns)),
    knowledge,
  };
}

export function visualPath(key: string): string {
  return `visual_settings.columns.${key}`;
}

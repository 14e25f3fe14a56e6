import type { ColumnInfo, EnumInfo, RelationshipInfo } from '../../../src/platform/types.js';

/** The schemas that belong to the business; nothing else is ever shown or queried. */
export const businessSchemas = ['core', 'hr', 'inventory', 'procurement', 'sales'] as const;

/** One business table with its columns in order. */
export interface CatalogTable {
  schema: string;
  name: string;
  comment?: string;
  rowEstimate: number;
  columns: readonly ColumnInfo[];
}

export interface ForeignKey {
  schema: string;
  table: string;
  column: string;
  toSchema: string;
  toTable: string;
  toColumn: string;
}

export interface CatalogParts {
  tables: readonly CatalogTable[];
  foreignKeys: readonly ForeignKey[];
  enums: readonly EnumInfo[];
}

/** A snapshot of the business schemas: the allow-list behind every identifier of a config. Knows no SQL. */
export class Catalog {
  private readonly byName: ReadonlyMap<string, CatalogTable>;

  constructor(private readonly parts: CatalogParts) {
    this.byName = new Map(parts.tables.map((table) => [`${table.schema}.${table.name}`, table]));
  }

  /** Names of the schemas that hold tables, sorted. */
  schemas(): string[] {
    return [...new Set(this.parts.tables.map((table) => table.schema))].sort();
  }

  tables(schema?: string): readonly CatalogTable[] {
    return schema === undefined
      ? this.parts.tables
      : this.parts.tables.filter((table) => table.schema === schema);
  }

  table(schema: string, name: string): CatalogTable | undefined {
    return this.byName.get(`${schema}.${name}`);
  }

  enums(schema: string): readonly EnumInfo[] {
    return this.parts.enums.filter((found) => found.schema === schema);
  }

  enum(schema: string, name: string): EnumInfo | undefined {
    return this.parts.enums.find((found) => found.schema === schema && found.name === name);
  }

  /** Foreign keys of a table in both directions, those it holds first. */
  relationships(schema: string, table: string): RelationshipInfo[] {
    const keys = this.parts.foreignKeys;
    const outgoing = keys
      .filter((key) => key.schema === schema && key.table === table)
      .map((key) => ({
        direction: 'outgoing' as const,
        column: key.column,
        schema: key.toSchema,
        table: key.toTable,
        foreign_column: key.toColumn,
      }));
    const incoming = keys
      .filter((key) => key.toSchema === schema && key.toTable === table)
      .map((key) => ({
        direction: 'incoming' as const,
        column: key.toColumn,
        schema: key.schema,
        table: key.table,
        foreign_column: key.column,
      }));
    return [...outgoing, ...incoming];
  }
}

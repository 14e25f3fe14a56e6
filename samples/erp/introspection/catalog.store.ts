import { Inject, Injectable } from '@nestjs/common';
import type {
  ColumnInfo,
  DatabaseColumnType,
  EnumInfo,
  RelationshipInfo,
} from '../../../src/platform/types.js';
import type { Database } from '../../../src/store/database.js';
import { DATABASE } from '../shared/fields.js';

/** The schemas that belong to the business; nothing else is ever shown or queried. */
export const businessSchemas = ['core', 'hr', 'inventory', 'procurement', 'sales'] as const;

export interface CatalogTable {
  schema: string;
  name: string;
  comment?: string;
  rowEstimate: number;
  columns: readonly ColumnInfo[];
}

interface ForeignKey {
  schema: string;
  table: string;
  column: string;
  toSchema: string;
  toTable: string;
  toColumn: string;
}

/** A snapshot of the business schemas: the allow-list behind every identifier of a config. Knows no SQL. */
export class Catalog {
  private readonly byName: ReadonlyMap<string, CatalogTable>;

  constructor(
    private readonly all: readonly CatalogTable[],
    private readonly foreignKeys: readonly ForeignKey[],
    private readonly allEnums: readonly EnumInfo[],
  ) {
    this.byName = new Map(all.map((table) => [`${table.schema}.${table.name}`, table]));
  }

  schemas(): string[] {
    return [...new Set(this.all.map(({ schema }) => schema))].sort();
  }

  tables(schema?: string): readonly CatalogTable[] {
    return this.all.filter((table) => schema === undefined || table.schema === schema);
  }

  table(schema: string, name: string): CatalogTable | undefined {
    return this.byName.get(`${schema}.${name}`);
  }

  enums(schema: string): readonly EnumInfo[] {
    return this.allEnums.filter((found) => found.schema === schema);
  }

  enum(schema: string, name: string): EnumInfo | undefined {
    return this.enums(schema).find((found) => found.name === name);
  }

  /** Foreign keys of a table in both directions, those it holds first. */
  relationships(schema: string, table: string): RelationshipInfo[] {
    const outgoing = this.foreignKeys
      .filter((key) => key.schema === schema && key.table === table)
      .map((key) => ({
        direction: 'outgoing' as const,
        column: key.column,
        schema: key.toSchema,
        table: key.toTable,
        foreign_column: key.toColumn,
      }));
    const incoming = this.foreignKeys
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

interface ColumnRow {
  schema: string;
  table: string;
  table_comment: string | null;
  row_estimate: number;
  name: string;
  pg_type: string;
  is_enum: boolean;
  nullable: boolean;
  is_primary_key: boolean;
  comment: string | null;
}

/** A page or an agent asks for table after table, each in a request of its own. */
const FRESH_MS = 1000;

/** Reads the business schemas from PostgreSQL's own catalog: three queries, once a second at most. */
@Injectable()
export class CatalogStore {
  private last: { at: number; catalog: Promise<Catalog> } | undefined;

  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** The catalog as it was a second ago or less; `now` in milliseconds. */
  async load(now = performance.now()): Promise<Catalog> {
    if (this.last === undefined || now - this.last.at >= FRESH_MS)
      this.last = { at: now, catalog: this.read() };
    try {
      return await this.last.catalog;
    } catch (error) {
      this.last = undefined;
      throw error;
    }
  }

  private async read(): Promise<Catalog> {
    const schemas = [businessSchemas];
    const [columns, foreignKeys, enums] = await Promise.all([
      this.db.query<ColumnRow>(COLUMNS, schemas),
      this.db.query<ForeignKey>(FOREIGN_KEYS, schemas),
      this.db.query<EnumInfo>(ENUMS, schemas),
    ]);
    return new Catalog(toTables(columns, foreignKeys), foreignKeys, enums);
  }
}

function toTables(rows: readonly ColumnRow[], keys: readonly ForeignKey[]): CatalogTable[] {
  const tables = new Map<string, CatalogTable & { columns: ColumnInfo[] }>();
  for (const row of rows) {
    const name = `${row.schema}.${row.table}`;
    const table = tables.get(name) ?? {
      schema: row.schema,
      name: row.table,
      rowEstimate: Math.max(0, row.row_estimate),
      comment: row.table_comment ?? undefined,
      columns: [],
    };
    table.columns.push(toColumn(row, keys));
    tables.set(name, table);
  }
  return [...tables.values()];
}

function toColumn(row: ColumnRow, keys: readonly ForeignKey[]): ColumnInfo {
  const key = keys.find(
    (found) =>
      found.schema === row.schema && found.table === row.table && found.column === row.name,
  );
  return {
    name: row.name,
    type: row.is_enum ? 'status' : (configTypes[row.pg_type] ?? 'string'),
    pg_type: row.pg_type,
    nullable: row.nullable,
    is_primary_key: row.is_primary_key,
    enum: row.is_enum ? row.pg_type : undefined,
    references: key && { schema: key.toSchema, table: key.toTable, column: key.toColumn },
    comment: row.comment ?? undefined,
  };
}

const configTypes: Readonly<Record<string, DatabaseColumnType>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  timestamp: 'datetime',
  timestamptz: 'datetime',
  date: 'datetime',
  bool: 'boolean',
  uuid: 'uuid',
};

const COLUMNS = `
  select n.nspname::text as schema, c.relname::text as "table",
         obj_description(c.oid, 'pg_class') as table_comment,
         c.reltuples::float8 as row_estimate,
         a.attname::text as name, t.typname::text as pg_type, t.typtype = 'e' as is_enum,
         not a.attnotnull as nullable,
         coalesce(a.attnum = any (p.conkey), false) as is_primary_key,
         col_description(c.oid, a.attnum) as comment
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_constraint p on p.conrelid = c.oid and p.contype = 'p'
   where n.nspname = any ($1::text[]) and c.relkind = 'r'
   order by n.nspname, c.relname, a.attnum`;

/** Keys of one column each; the sample has no others, and a config joins on one column. */
const FOREIGN_KEYS = `
  select n.nspname::text as schema, c.relname::text as "table", a.attname::text as "column",
         fn.nspname::text as "toSchema", fc.relname::text as "toTable", fa.attname::text as "toColumn"
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_class c on c.oid = k.conrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    join pg_catalog.pg_class fc on fc.oid = k.confrelid
    join pg_catalog.pg_namespace fn on fn.oid = fc.relnamespace
    join pg_catalog.pg_attribute fa on fa.attrelid = k.confrelid and fa.attnum = k.confkey[1]
   where k.contype = 'f' and array_length(k.conkey, 1) = 1
     and n.nspname = any ($1::text[]) and fn.nspname = any ($1::text[])
   order by 1, 2, a.attnum`;

const ENUMS = `
  select n.nspname::text as schema, t.typname::text as name,
         json_agg(e.enumlabel order by e.enumsortorder) as values
    from pg_catalog.pg_type t
    join pg_catalog.pg_namespace n on n.oid = t.typnamespace
    join pg_catalog.pg_enum e on e.enumtypid = t.oid
   where n.nspname = any ($1::text[])
   group by 1, 2
   order by 1, 2`;

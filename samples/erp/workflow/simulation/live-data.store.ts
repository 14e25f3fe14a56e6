import { Inject, Injectable } from '@nestjs/common';
import { sql, type SQL } from 'drizzle-orm';
import { AppError } from '../../../../src/foundation/errors.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import type { Database } from '../../../../src/store/database.js';
import { DATABASE, rowsOf } from '../../shared/fields.js';
import { type EntityColumn, KnowledgeStore } from '../knowledge.store.js';
import { asText } from './evaluate.js';

export interface Stock {
  product: string;
  onHand: number;
  /** Units there that no order has. */
  available: number;
  reorderPoint: number;
}

export interface TimedRow {
  record: JsonObject;
  at: Date;
}

export interface Window {
  entity: string;
  column: string;
  days: number;
  /** Only rows where `column` is later than this other column. */
  laterThan: string | undefined;
  limit: number;
}

/** Reads the sample's data for simulations and estimates. Identifiers are checked against the catalogue and quoted. */
@Injectable()
export class LiveDataStore {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly knowledge: KnowledgeStore,
  ) {}

  /** Counts in `inventory.inventory_items`; stock that is not `available` does not count. Nothing: no such product. */
  async stock(
    productId: string,
    warehouseId: string | undefined,
    locationId: string | undefined,
  ): Promise<Stock | undefined> {
    const place = [warehouseId ?? null, locationId ?? null];
    const [stock] = await this.db.query<Stock>(STOCK, [productId, ...place]);
    return stock;
  }

  /** The first row whose columns have these values; nothing when there is none. Names must be known columns. */
  async findRow(
    entity: string,
    filter: Readonly<Record<string, unknown>>,
    fields: readonly string[] | undefined,
  ): Promise<JsonObject | undefined> {
    const columns = await this.knowledge.columnsOf(entity);
    const tests = Object.entries(filter).map(([name, value]) =>
      equals(known(columns, name), value),
    );
    const [row] = await rowsOf<{ record: JsonObject }>(
      this.db,
      sql`select to_jsonb(t) as record from ${tableOf(entity)} t where ${sql.join(tests, sql` and `)} limit 1`,
    );
    if (row === undefined || fields === undefined) return row?.record;
    return Object.fromEntries(fields.map((name) => [name, row.record[name]]));
  }

  /** The rows of a window, latest first; the window ends at the latest row, but never later than now. */
  async recentRows(window: Window): Promise<TimedRow[]> {
    const columns = await this.knowledge.columnsOf(window.entity);
    const at = sql`t.${sql.identifier(known(columns, window.column).name)}`;
    const table = tableOf(window.entity);
    const later =
      window.laterThan === undefined
        ? sql`true`
        : sql`${at} > t.${sql.identifier(known(columns, window.laterThan).name)}`;
    return rowsOf<TimedRow>(
      this.db,
      sql`select to_jsonb(t) as record, ${at}::timestamptz as at from ${table} t
           where ${later} and ${at} <= now()
             and ${at} > (select max(${at}) from ${table} t where ${at} <= now()) - make_interval(days => ${window.days}::int)
           order by ${at} desc limit ${window.limit}`,
    );
  }
}

const STOCK = `
  select p.name as product, p.reorder_point as "reorderPoint",
         coalesce(sum(i.quantity), 0)::int as "onHand",
         coalesce(sum(greatest(i.quantity - i.reserved_quantity, 0)), 0)::int as available
    from inventory.products p
    left join inventory.inventory_items i
      on i.product_id = p.id and i.status = 'available'
     and ($2::uuid is null or i.warehouse_id = $2::uuid)
     and ($3::uuid is null or i.location_id = $3::uuid)
   where p.id = $1
   group by p.id`;

/** The column of that name; anything else cannot reach SQL. */
function known(columns: readonly EntityColumn[], name: string): EntityColumn {
  const column = columns.find((candidate) => candidate.name === name);
  if (column !== undefined) return column;
  const names = columns.map((candidate) => candidate.name);
  throw new AppError('invalid_rule', `There is no column "${name}"; use ${names.join(', ')}.`);
}

function tableOf(entity: string): SQL {
  const [schema = '', table = ''] = entity.split('.');
  return sql`${sql.identifier(schema)}.${sql.identifier(table)}`;
}

const NUMBER_TYPES: readonly string[] = ['int2', 'int4', 'int8', 'numeric', 'float4', 'float8'];

/** Compared as text (or as a number), so that a value of the wrong type finds nothing instead of failing. */
function equals(column: EntityColumn, value: unknown): SQL {
  const name = sql`t.${sql.identifier(column.name)}`;
  if (NUMBER_TYPES.includes(column.type) && Number.isFinite(Number(value)))
    return sql`${name} = ${String(Number(value))}::numeric`;
  return sql`${name}::text = ${asText(value)}`;
}

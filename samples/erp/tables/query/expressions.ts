import { type SQL, sql } from 'drizzle-orm';
import { joinEnds } from '../validation/joins.js';
import type { RuleContext } from '../validation/rule.js';
import type { ResolvedColumn, Scope, ScopeTable } from '../validation/scope.js';
import type {
  ColumnInfo,
  Compute,
  ComputeOperation,
  JoinType,
} from '../../../../src/platform/types.js';

/** The SQL name of a table of the query: our own, by number, so that no name of a config becomes one. */
export function aliasOf(table: ScopeTable): SQL {
  return sql.identifier(`t${table.index}`) as unknown as SQL;
}

/** A column of the database. Its name comes from the database's own catalog. */
export function columnSql(table: ScopeTable, info: ColumnInfo): SQL {
  return sql`${aliasOf(table)}.${sql.identifier(info.name)}`;
}

export function resolvedSql(column: ResolvedColumn): SQL {
  return columnSql(column.table, column.info);
}

const signs: Readonly<Record<Exclude<ComputeOperation, 'concat'>, SQL>> = {
  add: sql.raw('+'),
  subtract: sql.raw('-'),
  multiply: sql.raw('*'),
  divide: sql.raw('/'),
};

/** A computed value, from left to right; dividing by zero gives null, and so does a number that is absent. */
export function computeSql(compute: Compute, scope: Scope): SQL {
  const operands = compute.columns.map((key) => operandOf(key, scope));
  if (compute.operation === 'concat') {
    return sql`concat_ws(' ', ${sql.join(operands, sql`, `)})`;
  }
  const divides = compute.operation === 'divide';
  const sign = signs[compute.operation];
  return operands.reduce((left, right) => {
    const value = sql`${right}::numeric`;
    return sql`(${left}::numeric ${sign} ${divides ? sql`nullif(${value}, 0)` : value})`;
  });
}

function operandOf(key: string, scope: Scope): SQL {
  const column = scope.selectedBy(key);
  if (column?.info === undefined) throw new Error(`the config was not validated: ${key}`);
  return columnSql(column.table, column.info);
}

const kinds: Readonly<Record<JoinType, SQL>> = {
  inner: sql.raw('inner join'),
  left: sql.raw('left join'),
  right: sql.raw('right join'),
  full: sql.raw('full join'),
};

/** `from` with all joins of a valid config; every name comes from the database's catalog. */
export function fromSql({ source, scope }: RuleContext): SQL {
  const joins = (source.select.foreign_tables ?? []).map((foreign, index) => {
    const { from, fromColumn, to, toColumn } = joinEnds(scope, foreign, index);
    if (from === undefined || fromColumn === undefined || toColumn === undefined) {
      throw new Error(`the config was not validated: join ${index}`);
    }
    const kind = kinds[foreign.join_type ?? 'left'];
    return sql`${kind} ${tableSql(to)} on ${columnSql(from, fromColumn)} = ${columnSql(to, toColumn)}`;
  });
  const [first] = scope.tables;
  if (first === undefined) throw new Error('the scope has no source table');
  return sql.join([sql`from ${tableSql(first)}`, ...joins], sql` `);
}

function tableSql(table: ScopeTable): SQL {
  if (table.info === undefined) throw new Error(`the config was not validated: ${table.path}`);
  const { schema, name } = table.info;
  return sql`${sql.identifier(schema)}.${sql.identifier(name)} ${aliasOf(table)}`;
}

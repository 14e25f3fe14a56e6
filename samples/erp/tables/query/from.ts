import type { JoinType } from '../../../../src/platform/types.js';
import { sql, type SQL } from 'drizzle-orm';
import { joinEnds } from '../validation/joins.js';
import type { RuleContext } from '../validation/rule.js';
import type { ScopeTable } from '../validation/scope.js';
import { aliasOf, columnSql } from './expressions.js';

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

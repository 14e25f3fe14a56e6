import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import type { ForeignTable } from '../../../../../src/platform/types.js';
import { problem } from '../../../shared/refusals.js';
import { limits } from '../../table-config.model.js';
import { type JoinEnds, joinEnds } from '../joins.js';
import type { Rule, RuleContext } from '../rule.js';

/** The source and every joined table exist in a business schema. */
export const tablesExist: Rule = ({ scope, knowledge: { catalog } }) =>
  scope.tables
    .filter((table) => table.info === undefined)
    .map((table) => {
      const schemas = catalog.schemas();
      if (!schemas.includes(table.schema)) {
        return problem(`${table.path}.schema`, `there is no schema '${table.schema}'`, schemas);
      }
      const names = catalog.tables(table.schema).map((known) => known.name);
      const field = table.index === 0 ? 'source' : 'table';
      return problem(
        `${table.path}.${field}`,
        `schema '${table.schema}' has no table '${table.table}'`,
        names,
      );
    });

/** No two tables of a config go by the same name. */
export const tableNamesUnique: Rule = ({ scope }) =>
  scope.tables
    .filter((table) => scope.tableNamed(table.name) !== table)
    .map((table) =>
      problem(
        `${table.path}.alias`,
        `the table name '${table.name}' is used twice: give this join an alias of its own`,
      ),
    );

/** Every join runs along a foreign key, in either direction. */
export const relationshipsExist: Rule = (context) =>
  (context.source.select.foreign_tables ?? []).flatMap((foreign, index) =>
    joinErrors(context, foreign, index),
  );

function joinErrors(context: RuleContext, foreign: ForeignTable, index: number): ErrorDetail[] {
  const ends = joinEnds(context.scope, foreign, index);
  const path = `data_source[0].select.foreign_tables[${index}]`;
  // A table that does not exist has its own error.
  if (ends.to.info === undefined || context.scope.tables[0]?.info === undefined) return [];
  const missing = [...fromErrors(ends, foreign, path), ...toErrors(ends, foreign, path)];
  if (missing.length > 0) return missing;
  return ends.relationship === undefined ? [notAKey(context, ends, foreign, path)] : [];
}

function fromErrors(ends: JoinEnds, foreign: ForeignTable, path: string): ErrorDetail[] {
  if (ends.fromColumn !== undefined) return [];
  const allowed = ends.from?.info?.columns.map((column) => column.name) ?? [];
  const place = `${path}.relationship_from`;
  return [
    ends.from === undefined
      ? problem(
          place,
          `'${foreign.relationship_from}' names no table joined before this one`,
          ends.earlier,
        )
      : problem(place, `'${ends.from.name}' has no column '${ends.fromName}'`, allowed),
  ];
}

function toErrors(ends: JoinEnds, foreign: ForeignTable, path: string): ErrorDetail[] {
  if (ends.toColumn !== undefined) return [];
  const allowed = ends.to.info?.columns.map((column) => column.name) ?? [];
  const message = `table '${foreign.table}' has no column '${foreign.relationship_to}'`;
  return [problem(`${path}.relationship_to`, message, allowed)];
}

function notAKey(
  context: RuleContext,
  ends: JoinEnds,
  foreign: ForeignTable,
  path: string,
): ErrorDetail {
  const from = ends.from ?? ends.to;
  const pairs = context.knowledge.catalog
    .relationships(from.schema, from.table)
    .filter((known) => known.schema === foreign.schema && known.table === foreign.table)
    .map((known) => `${known.column} = ${known.foreign_column}`);
  return problem(
    path,
    `'${foreign.relationship_from}' and '${foreign.table}.${foreign.relationship_to}' are not the two ends of a foreign key`,
    pairs,
  );
}

/** Few joins lead from the one to the many: each multiplies the rows of those before it. */
export const fanOutsBounded: Rule = ({ source, scope }) => {
  const count = (source.select.foreign_tables ?? []).filter(
    (foreign, index) => joinEnds(scope, foreign, index).relationship === 'one_to_many',
  ).length;
  if (count <= limits.fanOuts) return [];
  const message = `${count} joins lead from one row to many; at most ${limits.fanOuts} may, because each multiplies the rows`;
  return [problem('data_source[0].select.foreign_tables', message)];
};

import type { ForeignTable } from '../../../../../src/platform/types.js';
import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { joinEnds, type JoinEnds } from '../joins.js';
import { problem } from '../../../shared/problem.js';
import type { Rule, RuleContext } from '../rule.js';

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

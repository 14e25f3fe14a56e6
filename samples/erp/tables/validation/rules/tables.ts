import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import type { ForeignTable, VisualColumn } from '../../../../../src/platform/types.js';
import { problem } from '../../../shared/schema-problems.js';
import {
  limits,
  type JoinEnds,
  joinEnds,
  type Rule,
  type RuleContext,
  visualPath,
} from '../scope.js';

export const tablesExist: Rule = ({ scope, knowledge: { catalog } }) =>
  scope.tables
    .filter((table) => table.info === undefined)
    .map((table) => {
      const schemas = catalog.schemas();
      if (!schemas.includes(table.schema)) {
        return problem(`${table.path}.schema`, `there is no schema '${table.schema}'`, schemas);
      }
      const names = catalog.tables(table.schema).map((known) => known.name);
      const path = `${table.path}.${table.index === 0 ? 'source' : 'table'}`;
      return problem(path, `schema '${table.schema}' has no table '${table.table}'`, names);
    });

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
  (context.source.select.foreign_tables ?? []).flatMap((foreign, index) => {
    const ends = joinEnds(context.scope, foreign, index);
    const path = `data_source[0].select.foreign_tables[${index}]`;
    // A table that does not exist has its own error.
    if (ends.to.info === undefined || context.scope.tables[0]?.info === undefined) return [];
    const missing = [...fromErrors(ends, foreign, path), ...toErrors(ends, foreign, path)];
    if (missing.length > 0 || ends.relationship !== undefined) return missing;
    const from = ends.from ?? ends.to;
    const pairs = context.knowledge.catalog
      .relationships(from.schema, from.table)
      .filter((known) => known.schema === foreign.schema && known.table === foreign.table)
      .map((known) => `${known.column} = ${known.foreign_column}`);
    const message = `'${foreign.relationship_from}' and '${foreign.table}.${foreign.relationship_to}' are not the two ends of a foreign key`;
    return [problem(path, message, pairs)];
  });

function fromErrors(ends: JoinEnds, foreign: ForeignTable, path: string): ErrorDetail[] {
  const { from, fromColumn, fromName, earlier } = ends;
  if (fromColumn !== undefined) return [];
  const place = `${path}.relationship_from`;
  const unknown = `'${foreign.relationship_from}' names no table joined before this one`;
  if (from === undefined) return [problem(place, unknown, earlier)];
  const allowed = from.info?.columns.map((column) => column.name) ?? [];
  return [problem(place, `'${from.name}' has no column '${fromName}'`, allowed)];
}

function toErrors(ends: JoinEnds, foreign: ForeignTable, path: string): ErrorDetail[] {
  if (ends.toColumn !== undefined) return [];
  const allowed = ends.to.info?.columns.map((column) => column.name) ?? [];
  const message = `table '${foreign.table}' has no column '${foreign.relationship_to}'`;
  return [problem(`${path}.relationship_to`, message, allowed)];
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

const KEY = /^[a-z_][a-z0-9_]{0,62}$/;

export const computedFit: Rule = (context) =>
  [...context.visual].flatMap(([key, column]) => {
    if (column.type === 'computed')
      return [...keyErrors(context, key), ...computeErrors(context, key, column)];
    if (column.compute === undefined) return [];
    return [problem(`${visualPath(key)}.compute`, "only columns of the type 'computed' compute")];
  });

function keyErrors({ scope }: RuleContext, key: string): ErrorDetail[] {
  const selected = `'${key}' is a selected column, not a computed one`;
  if (scope.selectedBy(key) !== undefined) return [problem(`${visualPath(key)}.type`, selected)];
  const message = 'the key of a computed column is lower-case letters, digits and _';
  return KEY.test(key) ? [] : [problem('visual_settings.columns', message)];
}

function computeErrors({ scope }: RuleContext, key: string, column: VisualColumn): ErrorDetail[] {
  const path = `${visualPath(key)}.compute`;
  const { compute } = column;
  if (compute === undefined)
    return [problem(path, `the computed column '${key}' needs compute: {operation, columns}`)];
  const usable = scope.selected
    .filter((known) => compute.operation === 'concat' || known.info?.type === 'number')
    .map((known) => known.key);
  return compute.columns.flatMap((name, index) => {
    const message = `'${name}' cannot be used to ${compute.operation}`;
    return usable.includes(name) ? [] : [problem(`${path}.columns[${index}]`, message, usable)];
  });
}

export const lookupsExist: Rule = ({ visual, knowledge: { catalog } }) =>
  [...visual].flatMap(([key, { lookup, type }]) => {
    const path = `${visualPath(key)}.lookup`;
    const needed = `the lookup column '${key}' needs lookup: {schema, table, value_column, label_column}`;
    if (lookup === undefined) return type === 'lookup' ? [problem(path, needed)] : [];
    const table = catalog.table(lookup.schema, lookup.table);
    if (table === undefined) {
      const names = catalog.tables().map((known) => `${known.schema}.${known.name}`);
      const message = `there is no table '${lookup.schema}.${lookup.table}'`;
      return [problem(`${path}.table`, message, names)];
    }
    const columns = table.columns.map((column) => column.name);
    const missing = (['value_column', 'label_column'] as const).filter(
      (field) => !columns.includes(lookup[field]),
    );
    return missing.map((field) =>
      problem(`${path}.${field}`, `'${lookup.table}' has no column '${lookup[field]}'`, columns),
    );
  });

/** Links stay on this site or on https, and fill in only columns that exist. */
export const linksFit: Rule = (context) => {
  const columns = [...context.visual].flatMap(([key, column]) =>
    column.link === undefined
      ? []
      : urlErrors(column.link.url, `${visualPath(key)}.link.url`, keysOf(context)),
  );
  const inActions = (field: 'row_actions' | 'table_actions', keys: readonly string[]) =>
    (context.config.visual_settings[field] ?? []).flatMap(({ name, action, url }, index) => {
      const path = `visual_settings.${field}[${index}].url`;
      if (url !== undefined) return urlErrors(url, path, keys);
      return action === 'link' ? [problem(path, `the link '${name}' needs a url`)] : [];
    });
  const inRows = inActions('row_actions', keysOf(context));
  return [...columns, ...inRows, ...inActions('table_actions', [])];
};

function keysOf({ scope, visual }: RuleContext): string[] {
  return [...new Set([...scope.selected.map((column) => column.key), ...visual.keys()])];
}

function urlErrors(url: string, path: string, keys: readonly string[]): ErrorDetail[] {
  // `//host` and `/\host` leave the site, and a control character can hide either.
  if (!/^(\/(?![/\\])|https:\/\/)[^\s\\]*$/.test(url)) {
    return [problem(path, 'a link starts with one / or with https:// and has no spaces')];
  }
  const placeholders = [...url.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  return placeholders
    .filter((name) => !keys.includes(name))
    .map((name) => problem(path, `'{${name}}' names no column of this table`, keys));
}

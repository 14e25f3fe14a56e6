import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import type { Lookup, VisualColumn } from '../../../../../src/platform/types.js';
import type { Catalog } from '../../../introspection/catalog.js';
import { problem } from '../../../shared/refusals.js';
import { type Rule, type RuleContext, visualPath } from '../rule.js';

const KEY = /^[a-z_][a-z0-9_]{0,62}$/;

/** A computed column says what of, from selected columns that can be computed with; no other column does. */
export const computedFit: Rule = (context) =>
  [...context.visual].flatMap(([key, column]) => {
    if (column.type !== 'computed') return computeElsewhere(key, column);
    return [...keyErrors(context, key), ...computeErrors(context, key, column)];
  });

function computeElsewhere(key: string, column: VisualColumn): ErrorDetail[] {
  if (column.compute === undefined) return [];
  return [problem(`${visualPath(key)}.compute`, "only columns of the type 'computed' compute")];
}

function keyErrors({ scope }: RuleContext, key: string): ErrorDetail[] {
  if (scope.selectedBy(key) !== undefined) {
    return [
      problem(`${visualPath(key)}.type`, `'${key}' is a selected column, not a computed one`),
    ];
  }
  if (KEY.test(key)) return [];
  const message = 'the key of a computed column is lower-case letters, digits and _';
  return [problem('visual_settings.columns', message)];
}

function computeErrors({ scope }: RuleContext, key: string, column: VisualColumn): ErrorDetail[] {
  const path = `${visualPath(key)}.compute`;
  const compute = column.compute;
  if (compute === undefined) {
    const message = `the computed column '${key}' needs compute: {operation, columns}`;
    return [problem(path, message)];
  }
  const usable = scope.selected
    .filter((known) => compute.operation === 'concat' || known.info?.type === 'number')
    .map((known) => known.key);
  return compute.columns
    .map((name, index) => ({ name, index }))
    .filter(({ name }) => !usable.includes(name))
    .map(({ name, index }) =>
      problem(
        `${path}.columns[${index}]`,
        `'${name}' cannot be used to ${compute.operation}`,
        usable,
      ),
    );
}

/** A lookup column names a table and two of its columns. */
export const lookupsExist: Rule = ({ visual, knowledge }) =>
  [...visual].flatMap(([key, column]) => {
    const path = `${visualPath(key)}.lookup`;
    if (column.lookup !== undefined) return lookupErrors(column.lookup, path, knowledge.catalog);
    if (column.type !== 'lookup') return [];
    const message = `the lookup column '${key}' needs lookup: {schema, table, value_column, label_column}`;
    return [problem(path, message)];
  });

function lookupErrors(lookup: Lookup, path: string, catalog: Catalog): ErrorDetail[] {
  const table = catalog.table(lookup.schema, lookup.table);
  if (table === undefined) {
    const names = catalog.tables().map((known) => `${known.schema}.${known.name}`);
    const message = `there is no table '${lookup.schema}.${lookup.table}'`;
    return [problem(`${path}.table`, message, names)];
  }
  const columns = table.columns.map((column) => column.name);
  return (['value_column', 'label_column'] as const)
    .filter((field) => !columns.includes(lookup[field]))
    .map((field) =>
      problem(`${path}.${field}`, `'${lookup.table}' has no column '${lookup[field]}'`, columns),
    );
}

/** Links stay on this site or on https, and fill in only columns that exist. */
export const linksFit: Rule = (context) => {
  const { row_actions, table_actions } = context.config.visual_settings;
  const columns = [...context.visual].flatMap(([key, column]) =>
    column.link === undefined
      ? []
      : urlErrors(column.link.url, `${visualPath(key)}.link.url`, keysOf(context)),
  );
  const rows = (row_actions ?? []).flatMap((action, index) =>
    actionErrors(action, `visual_settings.row_actions[${index}].url`, keysOf(context)),
  );
  const table = (table_actions ?? []).flatMap((action, index) =>
    actionErrors(action, `visual_settings.table_actions[${index}].url`, []),
  );
  return [...columns, ...rows, ...table];
};

function keysOf({ scope, visual }: RuleContext): string[] {
  return [...new Set([...scope.selected.map((column) => column.key), ...visual.keys()])];
}

function actionErrors(
  action: { name: string; action: string; url?: string },
  path: string,
  keys: readonly string[],
): ErrorDetail[] {
  if (action.url !== undefined) return urlErrors(action.url, path, keys);
  return action.action === 'link' ? [problem(path, `the link '${action.name}' needs a url`)] : [];
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

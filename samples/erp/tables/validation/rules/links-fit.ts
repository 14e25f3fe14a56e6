import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { problem } from '../../../shared/problem.js';
import { visualPath, type Rule, type RuleContext } from '../rule.js';

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

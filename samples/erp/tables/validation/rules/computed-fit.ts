import type { VisualColumn } from '../../../../../src/platform/types.js';
import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { problem } from '../../../shared/problem.js';
import { visualPath, type Rule, type RuleContext } from '../rule.js';

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

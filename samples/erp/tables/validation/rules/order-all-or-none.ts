import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { problem } from '../../../shared/problem.js';
import { visualPath, type Rule } from '../rule.js';

/** Positions stand on all visible columns or on none, and never twice. */
export const orderAllOrNone: Rule = ({ visual }) => {
  const visible = [...visual].filter(([, column]) => column.hidden !== true);
  const placed = visible.filter(([, column]) => column.order !== undefined);
  if (placed.length === 0) return [];
  const without = visible
    .filter(([, column]) => column.order === undefined)
    .map(([key]) =>
      problem(
        `${visualPath(key)}.order`,
        `'${key}' has no order, but other columns have: give all visible columns one, or none`,
      ),
    );
  return [...without, ...repeated(placed.map(([key, column]) => [key, column.order ?? 0]))];
};

function repeated(placed: readonly (readonly [string, number])[]): ErrorDetail[] {
  return placed.flatMap(([key, order], index) => {
    const first = placed.findIndex(([, other]) => other === order);
    if (first === index) return [];
    const message = `order ${order} is already taken by '${placed[first]?.[0] ?? ''}'`;
    return [problem(`${visualPath(key)}.order`, message)];
  });
}

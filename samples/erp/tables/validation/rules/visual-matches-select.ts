import { problem } from '../../../shared/problem.js';
import { visualPath, type Rule } from '../rule.js';

/** Every selected column has its settings, every settings a column, and `name` repeats the key. */
export const visualMatchesSelect: Rule = ({ scope, visual }) => {
  const keys = new Set(scope.selected.map((column) => column.key));
  const without = [...keys]
    .filter((key) => !visual.has(key))
    .map((key) =>
      problem(
        visualPath(key),
        `the selected column '${key}' has no settings: add header and type (and hidden: true to keep it off the page)`,
      ),
    );
  const misplaced = [...visual]
    .filter(([key, column]) => !keys.has(key) && column.type !== 'computed')
    .map(([key]) => problem(visualPath(key), `no selected column has the key '${key}'`, [...keys]));
  const misnamed = [...visual]
    .filter(([key, column]) => column.name !== undefined && column.name !== key)
    .map(([key]) => problem(`${visualPath(key)}.name`, `name must repeat the key '${key}'`));
  return [...without, ...misplaced, ...misnamed];
};

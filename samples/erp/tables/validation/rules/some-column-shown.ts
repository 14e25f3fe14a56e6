import { limits } from '../../table-config.model.js';
import { problem } from '../../../shared/problem.js';
import type { Rule } from '../rule.js';

/** There is something to read and something to see, and not too much of it. */
export const someColumnShown: Rule = ({ scope, visual }) => {
  if (scope.selected.length === 0) {
    return [problem('data_source[0].select.columns', 'select at least one column')];
  }
  if (scope.selected.length > limits.columns) {
    const message = `${scope.selected.length} columns are selected; at most ${limits.columns} are allowed`;
    return [problem('data_source[0].select', message)];
  }
  if ([...visual.values()].every((column) => column.hidden === true)) {
    return [problem('visual_settings.columns', 'every column is hidden: show at least one')];
  }
  return [];
};

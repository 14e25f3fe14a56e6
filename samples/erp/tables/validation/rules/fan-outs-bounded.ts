import { limits } from '../../table-config.model.js';
import { joinEnds } from '../joins.js';
import { problem } from '../../../shared/problem.js';
import type { Rule } from '../rule.js';

/** Few joins lead from the one to the many: each multiplies the rows of those before it. */
export const fanOutsBounded: Rule = ({ source, scope }) => {
  const count = (source.select.foreign_tables ?? []).filter(
    (foreign, index) => joinEnds(scope, foreign, index).relationship === 'one_to_many',
  ).length;
  if (count <= limits.fanOuts) return [];
  const message = `${count} joins lead from one row to many; at most ${limits.fanOuts} may, because each multiplies the rows`;
  return [problem('data_source[0].select.foreign_tables', message)];
};

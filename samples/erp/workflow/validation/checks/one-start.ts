import { actionsById, type RuleCheck } from './check.js';

/** There is exactly one start edge. */
export const oneStart: RuleCheck = (rule) => {
  const starts = rule.edges.filter((edge) => edge.type === 'start');
  if (starts.length === 1) return [];
  const known = actionsById(rule);
  const named = starts.map((edge) => `"${known.get(edge.target)?.name ?? edge.target}"`);
  const message =
    starts.length === 0
      ? 'The rule has no start; add one edge of type start (without source_action_id) into the action that comes first'
      : `The rule has ${starts.length} start edges, into ${named.join(', ')}; exactly one is allowed`;
  return [{ path: 'edges', message }];
};

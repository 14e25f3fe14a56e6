import { called, edgesBySource, type RuleCheck } from './check.js';

/** Every action can be reached from the start. */
export const allReachable: RuleCheck = (rule) => {
  const starts = rule.edges.filter((edge) => edge.type === 'start').map((edge) => edge.target);
  if (starts.length === 0) return []; // the missing start is the fault to fix
  const bySource = edgesBySource(rule);
  const reached = new Set(starts);
  for (const id of reached) {
    for (const edge of bySource.get(id) ?? []) reached.add(edge.target);
  }
  return rule.actions.flatMap((action, index) =>
    reached.has(action.id)
      ? []
      : [
          {
            path: `actions[${index}]`,
            message: `${called(action)} cannot be reached from the start; add an edge into it (or "after"), or remove it`,
          },
        ],
  );
};

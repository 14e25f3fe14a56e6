import type { GraphEdge, RuleGraph } from '../../rules/rule.model.js';
import { actionsById, edgesBySource, type RuleCheck } from './check.js';

/** No way through the rule comes back to an action it has passed. */
export const noCycle: RuleCheck = (rule) => {
  const cycle = findCycle(rule);
  if (cycle === undefined) return [];
  const known = actionsById(rule);
  const way = [...cycle, cycle[0] ?? ''].map((id) => `"${known.get(id)?.name ?? id}"`);
  return [
    {
      path: 'edges',
      message: `The actions go round in a circle: ${way.join(' → ')}; remove one of these edges`,
    },
  ];
};

/** The ids along the first cycle found, by depth-first search without recursion. */
function findCycle(rule: RuleGraph): string[] | undefined {
  const bySource = edgesBySource(rule);
  const finished = new Set<string>();
  for (const { id } of rule.actions) {
    const cycle = finished.has(id) ? undefined : searchFrom(id, bySource, finished);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

function searchFrom(
  root: string,
  bySource: ReadonlyMap<string, GraphEdge[]>,
  finished: Set<string>,
): string[] | undefined {
  const path = [root];
  const untried = [[...(bySource.get(root) ?? [])]];
  while (path.length > 0) {
    const next = untried.at(-1)?.pop()?.target;
    if (next === undefined) {
      finished.add(path.pop() ?? '');
      untried.pop();
    } else if (path.includes(next)) {
      return path.slice(path.indexOf(next));
    } else if (!finished.has(next)) {
      path.push(next);
      untried.push([...(bySource.get(next) ?? [])]);
    }
  }
  return undefined;
}

import { stepsOf, type RunView } from '../../run/run-view.js';
import { provisionsOf } from './findings.js';
import { graphOf, type DrawnProvision } from './knowledge-graph.js';

/** The provisions that an answer may cite; where two have one citation, only one that was read by itself. */
export function citedProvisions(view: RunView): DrawnProvision[] {
  const drawn = graphOf(view).nodes;
  const found = stepsOf(view).flatMap(({ state, result }) =>
    state === 'done' ? provisionsOf(result) : [],
  );
  const all = [...drawn, ...found.map((one) => ({ ...one, use: 'near' as const }))];
  const byId = new Map(all.toReversed().map((one) => [one.id, one]));
  const known = [...byId.values()].filter(({ source_id: citation }) => citation !== '');
  return known.filter(({ id, use, source_id: citation }) => {
    const others = known.filter((one) => one.source_id === citation && one.id !== id);
    if (others.length === 0) return true;
    return use === 'read' && others.every((other) => other.use !== 'read');
  });
}

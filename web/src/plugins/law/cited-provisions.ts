import type { RunView } from '../../run/run-view.js';
import { graphOf, type DrawnProvision } from './knowledge-graph.js';
import { hasFindings } from './findings.js';

/** The provisions that an answer may cite by name; where two have one citation, only one that was read by itself. */
export function citedProvisions(view: RunView): DrawnProvision[] {
  if (!hasFindings(view)) return [];
  const known = graphOf(view).nodes.filter(({ source_id: citation }) => citation !== '');
  return known.filter(({ id, use, source_id: citation }) => {
    const others = known.filter((one) => one.source_id === citation && one.id !== id);
    if (others.length === 0) return true;
    return use === 'read' && others.every((other) => other.use !== 'read');
  });
}

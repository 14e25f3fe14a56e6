import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import type { GraphEdge } from '../../rules/rule.model.js';
import { actionsById, type RuleCheck } from './check.js';

/** Edges run between actions of the rule, each at most once; only the start edge has no source. */
export const edgesConnect: RuleCheck = (rule) => {
  const known = actionsById(rule);
  const allowed = [...known.keys()];
  const seen = new Set<string>();
  return rule.edges.flatMap((edge, index) => {
    const path = `edges[${index}]`;
    const key = JSON.stringify([edge.source, edge.port, edge.target]);
    const again = seen.has(key);
    seen.add(key);
    return [
      ...checkSource(edge, path, allowed),
      ...(known.has(edge.target) ? [] : [unknown('target_action_id', edge.target, path, allowed)]),
      ...(again ? [{ path, message: `Edge ${index + 1} repeats an earlier edge; remove it` }] : []),
    ];
  });
};

function checkSource(edge: GraphEdge, path: string, allowed: string[]): ErrorDetail[] {
  const at = `${path}.source_action_id`;
  if (edge.type === 'start')
    return edge.source === null
      ? []
      : [{ path: at, message: 'The start edge must not have a source_action_id' }];
  if (edge.source === null)
    return [
      {
        path: at,
        message: `An edge of type ${edge.type} needs a source_action_id; only the start edge has none`,
        allowed,
      },
    ];
  return allowed.includes(edge.source)
    ? []
    : [unknown('source_action_id', edge.source, path, allowed)];
}

function unknown(field: string, id: string, path: string, allowed: string[]): ErrorDetail {
  return {
    path: `${path}.${field}`,
    message: `${field} "${id}" is not an action of this rule; its actions are ${allowed.join(', ')}`,
    allowed,
  };
}

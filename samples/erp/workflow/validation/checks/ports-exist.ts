import { portNames } from '../../action-types/action-type.js';
import { findActionType } from '../../action-types/registry.js';
import { actionsById, called, type RuleCheck } from './check.js';

/** A sequence edge leaves through a port that its action type has. */
export const portsExist: RuleCheck = (rule) => {
  const known = actionsById(rule);
  return rule.edges.flatMap((edge, index) => {
    const source = edge.source === null ? undefined : known.get(edge.source);
    const type = source && findActionType(source.actionType);
    if (source === undefined || type === undefined || edge.type !== 'sequence') return [];
    const allowed = portNames(type);
    if (edge.port !== null && allowed.includes(edge.port)) return [];
    return [
      {
        path: `edges[${index}].source_output`,
        message: `${called(source)} (${type.type}) has no port "${edge.port ?? ''}"; its ports are ${allowed.join(', ')}`,
        allowed,
      },
    ];
  });
};

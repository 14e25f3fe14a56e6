import { findTriggerType, triggerTypes } from '../../trigger-types.js';
import type { RuleCheck } from './check.js';

/** The trigger type exists. */
export const triggerTypeValid: RuleCheck = (rule) => {
  if (findTriggerType(rule.triggerType) !== undefined) return [];
  const allowed = triggerTypes.map((type) => type.name);
  const message =
    rule.triggerType === ''
      ? `The rule names no trigger_type; it is one of ${allowed.join(', ')}`
      : `There is no trigger type "${rule.triggerType}"; it is one of ${allowed.join(', ')}`;
  return [{ path: 'trigger_type', message, allowed }];
};

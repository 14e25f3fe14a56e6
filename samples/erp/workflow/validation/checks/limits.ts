import { jsonDepth } from '../../../../../src/foundation/json.js';
import { called, type RuleCheck } from './check.js';

/** How big a rule may be. */
export const ruleLimits = {
  actions: 100,
  edges: 300,
  triggerConditions: 50,
  description: 2000,
  configDepth: 16,
} as const;

/** A rule has at least one action and is not bigger than {@link ruleLimits}. */
export const limits: RuleCheck = (rule) => {
  const errors = [];
  if (rule.actions.length === 0)
    errors.push({ path: 'actions', message: 'A rule needs at least one action' });
  const counted = [
    ['actions', rule.actions.length, ruleLimits.actions],
    ['edges', rule.edges.length, ruleLimits.edges],
    ['trigger_conditions', rule.triggerConditions.length, ruleLimits.triggerConditions],
  ] as const;
  for (const [path, count, most] of counted) {
    if (count > most)
      errors.push({ path, message: `A rule may have at most ${most} ${path}; this has ${count}` });
  }
  if (rule.description.length > ruleLimits.description)
    errors.push({
      path: 'description',
      message: `The description may have at most ${ruleLimits.description} characters`,
    });
  rule.actions.forEach((action, index) => {
    if (jsonDepth(action.config, ruleLimits.configDepth) > ruleLimits.configDepth)
      errors.push({
        path: `actions[${index}].config`,
        message: `${called(action)}: config may be nested at most ${ruleLimits.configDepth} levels deep`,
      });
  });
  return errors;
};

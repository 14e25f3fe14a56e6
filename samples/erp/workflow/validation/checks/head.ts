import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { jsonDepth } from '../../../../../src/foundation/json.js';
import { type RuleCheck, called } from './check.js';

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
    ['trigger_conditions', rule.trigger_conditions.length, ruleLimits.triggerConditions],
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

const LONGEST = 255;

/** The rule and each action have a name of 1 to 255 characters. */
export const names: RuleCheck = (rule) => [
  ...checkName(rule.name, 'name', 'The rule'),
  ...rule.actions.flatMap((action, index) =>
    checkName(action.name, `actions[${index}].name`, `Action ${index + 1}`),
  ),
];

function checkName(name: string, path: string, what: string): { path: string; message: string }[] {
  if (name.length === 0)
    return [{ path, message: `${what} has no name; give it one of 1 to ${LONGEST} characters` }];
  if (name.length <= LONGEST) return [];
  return [{ path, message: `${what} has a name of ${name.length} characters; at most ${LONGEST}` }];
}

/** No two actions of a rule share a name, whatever the case, nor an id. */
export const uniqueNames: RuleCheck = (rule) => {
  const errors: ErrorDetail[] = [];
  const seenNames = new Map<string, number>();
  const seenIds = new Set<string>();
  rule.actions.forEach((action, index) => {
    const key = action.name.toLowerCase();
    const first = seenNames.get(key);
    if (first !== undefined && key !== '')
      errors.push({
        path: `actions[${index}].name`,
        message: `${called(action)} has the same name as action ${first + 1}; names within a rule must differ by more than case`,
      });
    else seenNames.set(key, index);
    if (seenIds.has(action.id))
      errors.push({
        path: `actions[${index}].id`,
        message: `${called(action)} has the id "${action.id}" of another action; ids must differ`,
      });
    seenIds.add(action.id);
  });
  return errors;
};

/** An action's id is `temp:N` or that of an action the rule already has. */
export const actionIds: RuleCheck = (rule, { storedActions }) => {
  if (storedActions === undefined) return [];
  return rule.actions.flatMap((action, index) => {
    if (/^temp:\d+$/.test(action.id) || storedActions.has(action.id)) return [];
    return [
      {
        path: `actions[${index}].id`,
        message: `${called(action)}: the id "${action.id}" is not one of this rule's actions; a new action has the id temp:0, temp:1… or none`,
        allowed: storedActions.size > 0 ? [...storedActions] : undefined,
      },
    ];
  });
};

import { readConditions, type Condition, type Rule } from './rule.js';

const MOST = 4;

/** Sentences about one rule that make sense for it: how it works, its first threshold, its alerts, its switch. */
export function suggestionsFor(rule: Rule): string[] {
  const { name, isActive, actions } = rule;
  const threshold = conditionsOf(rule).find(({ value }) => typeof value === 'number' && value > 0);
  const alerts = actions.some(({ action_type: type }) => type === 'create_alert');
  return [
    `How does “${name}” work?`,
    ...(threshold === undefined
      ? []
      : [`Set the threshold of ${threshold.field_name} to ${Number(threshold.value) * 2}`]),
    ...(alerts ? ['Which alerts did this rule create?'] : []),
    isActive ? 'Switch this rule off' : 'Switch this rule on',
    'Which other rules does this rule set off?',
  ].slice(0, MOST);
}

/** Those it starts by, and those that its steps decide by. */
function conditionsOf({ conditions, actions }: Rule): Condition[] {
  return [...conditions, ...actions.flatMap(({ config }) => readConditions(config['conditions']))];
}

import type { RuleCheck } from './check.js';

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

import { firstChars } from '../../../foundation/first-chars.js';
import type { Condition, RuleSummary } from './wire.js';

/** A rule in a list, as the model sees it. */
export function toRuleLine(rule: RuleSummary) {
  return {
    id: rule.id,
    name: rule.name,
    entity: rule.entity,
    trigger_type: rule.trigger_type,
    is_active: rule.is_active,
    action_count: rule.action_count,
  };
}

/** A condition in words: `quantity less_than 10`. */
export function conditionText(condition: Condition): string {
  const { field_name, operator, value, previous_value } = condition;
  const parts = [field_name, operator];
  if (value !== undefined) parts.push(JSON.stringify(value));
  if (previous_value !== undefined) parts.push(`(before: ${JSON.stringify(previous_value)})`);
  return parts.join(' ');
}

const MAX_LINE = 160;

/** A config in one line: `severity=high, title="Low stock"`, cut when it is long. */
export function configLine(config: object): string {
  const line = Object.entries(config)
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join(', ');
  return line.length <= MAX_LINE ? line : `${firstChars(line, MAX_LINE - 1)}…`;
}

import { AppError } from '../../../foundation/errors.js';
import { isUuid } from '../../../foundation/ids.js';
import { fetchAll } from '../../../platform/lists.js';
import { requireByName } from '../../../agenttools/names.js';
import type { Rule, RuleSummary } from './wire.js';
import type { ToolCall } from '../../../agenttools/tool.js';

const RULES = ['v1', 'workflow', 'rules'] as const;

/** The arguments by which a tool takes one rule. */
export interface RuleInput {
  workflow_id?: string;
  workflow_name?: string;
}

/** Schema of {@link RuleInput}: spread into a tool's properties. */
export const ruleProperties = {
  workflow_id: {
    type: 'string',
    description: 'UUID (or name) of the rule; leave out for the rule open on the page.',
  },
  workflow_name: {
    type: 'string',
    description: 'Name of the rule when the user names one; stands before workflow_id.',
  },
} as const;

/** All rules in short form, under the platform's filters. */
export function listRules(
  context: ToolCall,
  query: { entity?: string; trigger_type?: string; is_active?: boolean } = {},
): Promise<RuleSummary[]> {
  return fetchAll<RuleSummary>(context.read, RULES, query);
}

/** What the arguments name the rule by; undefined where they leave it out or blank. */
export function namedRule({ workflow_name: name, workflow_id: id }: RuleInput): string | undefined {
  return [name, id].find((text) => text !== undefined && text.trim() !== '');
}

/**
 * The id of the rule meant: by name, by `workflow_id` (UUID or name), or the one open on the page.
 * Rejects with `not_found` and close names, or `invalid_arguments` when no rule is named at all.
 */
export async function resolveRuleId(input: RuleInput, context: ToolCall): Promise<string> {
  const open = context.requestContext['workflow_id'];
  const wanted = namedRule(input) ?? open;
  if (typeof wanted !== 'string') {
    throw new AppError(
      'invalid_arguments',
      'Which rule? Pass workflow_name or workflow_id; list_workflow_rules shows all rules.',
      [{ path: 'workflow_name', message: 'is missing, and no rule is open on the page' }],
    );
  }
  return resolveRuleReference(wanted, context);
}

/** The id of the rule that `reference` (UUID or name) means. */
export async function resolveRuleReference(reference: string, context: ToolCall): Promise<string> {
  if (isUuid(reference)) return reference;
  const rules = await listRules(context);
  return requireByName(rules, withoutNoun(reference, rules), RULE_WORDS).id;
}

const RULE_WORDS = {
  nameOf: (rule: RuleSummary) => rule.name,
  noun: 'workflow rule',
  listTool: 'list_workflow_rules',
};

/** `the low stock alert rule` → `low stock alert`, unless a rule is really named with the noun. */
function withoutNoun(reference: string, rules: readonly RuleSummary[]): string {
  if (rules.some((rule) => rule.name === reference)) return reference;
  const bare = reference
    .trim()
    .replace(/^the\s+/i, '')
    .replace(/\s(rule|workflow)$/i, '')
    .trimEnd();
  return bare === '' ? reference : bare;
}

/** The whole rule meant by the arguments; see {@link resolveRuleId}. */
export async function resolveRule(input: RuleInput, context: ToolCall): Promise<Rule> {
  return loadRule(await resolveRuleId(input, context), context);
}

/** The rule with this id; a 404 is told in words that help. */
export async function loadRule(id: string, context: ToolCall): Promise<Rule> {
  try {
    return await context.read.get<Rule>([...RULES, id]);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    const names = (await listRules(context)).slice(0, 10).map((rule) => rule.name);
    throw new AppError(
      'not_found',
      `There is no workflow rule with the id ${id}. It may have been deleted. Rules that exist: ${names.join(', ')}.`,
      [{ path: 'workflow_id', message: 'names no rule', allowed: names }],
      { cause: error },
    );
  }
}

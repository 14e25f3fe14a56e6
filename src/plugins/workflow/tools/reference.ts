import { textProperty } from '../../../foundation/json.js';
import { invalidArguments, notFound } from '../../../foundation/errors.js';
import { fetchAll, getIfThere } from '../../../platform/lists.js';
import { closeNames, matchName, requireByName } from '../../../agenttools/names.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { isUuid } from '../../../foundation/ids.js';
import type { ToolCall } from '../../../agenttools/tool.js';
import type { PortsByType } from './full-rule.js';
import type {
  ActionTypeSchema,
  ActionTypeSummary,
  Entity,
  Template,
  Rule,
  RuleSummary,
} from './wire.js';

const WORKFLOW = ['v1', 'workflow'] as const;

export function listActionTypes(read: ReadClient): Promise<ActionTypeSummary[]> {
  return fetchAll<ActionTypeSummary>(read, [...WORKFLOW, 'action-types']);
}

export function portsByType(types: readonly ActionTypeSummary[]): PortsByType {
  return new Map(types.map((type) => [type.type, type.ports]));
}

export function listEntities(read: ReadClient): Promise<Entity[]> {
  return fetchAll<Entity>(read, [...WORKFLOW, 'entities']);
}

export function listTemplates(read: ReadClient): Promise<Template[]> {
  return fetchAll<Template>(read, [...WORKFLOW, 'templates']);
}

export async function loadActionType(
  read: ReadClient,
  type: string,
  types?: readonly ActionTypeSummary[],
): Promise<ActionTypeSchema> {
  const { type: known } = findActionType(type, types ?? (await listActionTypes(read)));
  return read.get<ActionTypeSchema>([...WORKFLOW, 'action-types', known, 'schema']);
}

/** The action type meant, by its type or its display name; `not_found` names close ones. */
export function findActionType(
  wanted: string,
  types: readonly ActionTypeSummary[],
): ActionTypeSummary {
  const exact = types.find((type) => type.type === wanted);
  if (exact) return exact;
  for (const key of ['type', 'name'] as const) {
    const match = matchName(types, wanted, (type) => type[key]);
    if (match.kind === 'one') return match.item;
  }
  const names = types.map((type) => type.type);
  const close = closeNames(names, wanted);
  throw notFound(
    `There is no action type "${wanted}". Close ones: ${close.join(', ')}. Call discover with category action_types to see all.`,
    [{ path: 'action_type', message: 'is not an action type', allowed: close }],
  );
}

/** `schema.table`, a table name, or its singular; `not_found` names close ones. */
export function findEntity(wanted: string, entities: readonly Entity[]): Entity {
  const text = wanted.trim().toLowerCase().replaceAll(' ', '_');
  const exact = entities.filter((entity) => entity.name === text || entity.table === text);
  const plural = entities.filter((entity) => pluralsOf(text).includes(entity.table));
  const [found] = exact.length > 0 ? exact : plural;
  if (found && (exact.length || plural.length) === 1) return found;
  return requireByName(entities, wanted, {
    nameOf: (entity) => entity.name,
    noun: 'entity',
    listTool: 'discover (category entities)',
  });
}

export function pluralsOf(word: string): string[] {
  return [`${word}s`, `${word}es`, word.replace(/y$/, 'ies')];
}

export const RULES = [...WORKFLOW, 'rules'] as const;

export interface RuleInput {
  workflow_id?: string;
  workflow_name?: string;
}

export const ruleProperties = {
  workflow_id: textProperty('UUID (or name) of the rule; leave out for the rule open on the page.'),
  workflow_name: textProperty(
    'Name of the rule when the user names one; stands before workflow_id.',
  ),
} as const;

export function listRules(
  context: ToolCall,
  query: { entity?: string; trigger_type?: string; is_active?: boolean; search?: string } = {},
): Promise<RuleSummary[]> {
  return fetchAll<RuleSummary>(context.read, RULES, query);
}

/** What the arguments name the rule by; undefined where they leave it out or blank. */
export function namedRule({ workflow_name: name, workflow_id: id }: RuleInput): string | undefined {
  return [name, id].find((text) => text !== undefined && text.trim() !== '');
}

/** The rule meant by name, `workflow_id` or the page; `not_found`, or `invalid_arguments` without any. */
export async function resolveRule(input: RuleInput, context: ToolCall): Promise<Rule> {
  const wanted = namedRule(input) ?? context.requestContext['workflow_id'];
  if (typeof wanted === 'string') return ruleNamed(wanted, context);
  throw invalidArguments(
    'Which rule? Pass workflow_name or workflow_id; list_workflow_rules shows all rules.',
    [{ path: 'workflow_name', message: 'is missing, and no rule is open on the page' }],
  );
}

export async function ruleNamed(reference: string, context: ToolCall): Promise<Rule> {
  if (isUuid(reference)) return loadRule(reference, context);
  const rules = await listRules(context);
  return loadRule(requireByName(rules, withoutNoun(reference, rules), RULE_WORDS).id, context);
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

/** The rule with this id; a 404 is told in words that help. */
export async function loadRule(id: string, context: ToolCall): Promise<Rule> {
  const rule = await getIfThere<Rule>(context.read, [...RULES, id]);
  if (rule !== undefined) return rule;
  const names = (await listRules(context)).slice(0, 10).map(({ name }) => name);
  throw notFound(
    `There is no workflow rule with the id ${id}. It may have been deleted. Rules that exist: ${names.join(', ')}.`,
    [{ path: 'workflow_id', message: 'names no rule', allowed: names }],
  );
}

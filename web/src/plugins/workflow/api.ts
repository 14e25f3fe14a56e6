import type { JsonObject } from '../../../../src/foundation/json.js';
import { type DraftItem, postJson } from '../../api/client.js';
import { useLibraryItem, LIBRARY } from '../../library/queries.js';
import { defined } from '../../../../src/foundation/defined.js';
import { href } from '../../shell/route.js';
import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import { findingsOf } from '../../changes/use-edited-body.js';
import { t } from './texts.js';

/** A rule in the library's list. */
export interface RuleItem {
  id: string;
  name: string;
  description: string;
  is_active: boolean;
  /** `schema.table`. */
  entity: string;
  trigger_type: string;
  action_count: number;
  version: number;
  updated_at: string;
}

/** A rule that is being built. */
export interface RuleDraft extends DraftItem {
  description: string;
  /** The rule it changes. */
  workflow_id?: string;
  workflow: JsonObject;
}

/** One stored rule with its graph. */
export function useRule(id: string) {
  return useLibraryItem<RuleItem & JsonObject>('rules', id);
}

/** The kind of change that makes and alters rules. */
export const RULE_CHANGE = 'workflow_preview';

/** The agent that works on rules. */
export const AGENT = 'workflow';

/** What its chat can take along: the open rule, and a draft that is continued. */
export const FIELDS = ['workflow_id', 'draft_id'] as const;

/** The page of a stored rule. */
export function ruleAddress(id: string): string {
  return href('library', ['rules', id]);
}

/** The query of a chat, with a rule open when one is named. */
export function chatQuery(id: string | undefined): Record<string, string> {
  return { context: AGENT, ...defined({ workflow_id: id || undefined }) };
}

/** A new chat with a rule open. */
export function chatWithRule(id: string): string {
  return href('chat', [], chatQuery(id));
}

/** A new chat that continues with a draft: it can be taken up in any. */
export function chatWithDraft({ id, workflow_id: rule }: RuleDraft): string {
  return href('chat', [], { ...chatQuery(rule), draft_id: id });
}

/** What is wrong with a rule: it is simulated, and nothing is stored. */
export async function checkRule(body: JsonObject): Promise<readonly ErrorDetail[]> {
  const simulation = postJson(`${LIBRARY}/rules/simulate`, { workflow: body, record: {} });
  const findings = await findingsOf(simulation);
  const hasName = typeof body['name'] === 'string';
  return hasName ? findings : [{ path: 'name', message: t('must be a text') }, ...findings];
}

import { defined } from '../../../../src/foundation/defined.js';
import { href } from '../../shell/route.js';
import type { RuleDraft } from './api.js';

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

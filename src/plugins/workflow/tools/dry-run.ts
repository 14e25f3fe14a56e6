import { AppError, type ErrorDetail } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { toFullRule } from './full-rule.js';
import { flowOutline } from './rule-outline.js';
import { diffRules } from './rule-diff.js';
import type { DryRun, FullRule, Rule } from './wire.js';
import type { ToolCall, ToolOutcome } from '../../../agenttools/tool.js';

/** What the platform says of a body; nothing is written. */
export async function dryRun(
  body: FullRule | JsonObject,
  workflowId: string | undefined,
  read: ReadClient,
): Promise<DryRun> {
  return read.send({ ...routeOf(workflowId), body, query: { dry_run: true } });
}

/** Where a whole rule is created, or the one with this id replaced. */
export function routeOf(id: string | undefined) {
  const rules = ['v1', 'workflow', 'rules'];
  return id === undefined
    ? { method: 'POST', segments: [...rules, 'full'] }
    : { method: 'PUT', segments: [...rules, id, 'full'] };
}

/** The dry run's answer, or `invalid_rule` with the platform's findings and how to fix them. */
export async function requireValid(
  body: FullRule,
  workflowId: string | undefined,
  howToFix: string,
  context: ToolCall,
): Promise<DryRun> {
  const answer = await dryRun(body, workflowId, context.read);
  if (answer.valid) return answer;
  const list = answer.errors.map(toLine).join('; ');
  throw new AppError(
    'invalid_rule',
    `The rule is not valid, so no preview was shown: ${list}. ${howToFix}`,
    answer.errors satisfies ErrorDetail[],
  );
}

function toLine({ path, message }: ErrorDetail): string {
  return path === undefined || path === '' ? message : `${path}: ${message}`;
}

/** Shows the user a valid body as a preview; the model gets only a short summary. */
export function proposeRule(
  body: FullRule,
  answer: DryRun,
  existing: Rule | undefined,
  description: string,
  subject: string,
): ToolOutcome {
  const diff = existing && diffRules(toFullRule(existing), body);
  const summary = {
    workflow_name: body.name,
    is_update: existing !== undefined,
    action_count: answer.action_count,
    edge_count: answer.edge_count,
    flow: flowOutline(body.actions, body.edges),
    warning: diff?.identical ? 'Nothing changes compared with the saved rule.' : undefined,
  };
  const preview = {
    kind: 'workflow_preview' as const,
    description,
    subject,
    payload: { ...body } satisfies JsonObject,
    targetId: existing?.id,
    extra: diff && { diff },
    facts: existing && { before: toFullRule(existing) },
  };
  return { result: summary, signals: [{ type: 'preview', preview }] };
}

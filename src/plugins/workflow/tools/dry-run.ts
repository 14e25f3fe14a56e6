import { AppError, type ErrorDetail } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ToolOutcome } from '../../../agenttools/tool.js';
import { defined } from '../../../foundation/defined.js';
import { toFullRule } from './full-rule.js';
import { flowOutline } from './rule-outline.js';
import { diffRules } from './rule-diff.js';
import type { DryRun, FullRule, Rule } from './wire.js';
import type { WorkflowCall } from '../services.js';

/** What the platform says of a body; nothing is written. */
export async function dryRun(
  body: FullRule,
  workflowId: string | undefined,
  context: WorkflowCall,
): Promise<DryRun> {
  const { read } = context;
  const rules = ['v1', 'workflow', 'rules'];
  return workflowId === undefined
    ? read.send<DryRun>({
        method: 'POST',
        segments: [...rules, 'full'],
        body,
        query: { dry_run: true },
      })
    : read.send<DryRun>({
        method: 'PUT',
        segments: [...rules, workflowId, 'full'],
        body,
        query: { dry_run: true },
      });
}

/** The dry run's answer, or `invalid_rule` with the platform's findings and how to fix them. */
export async function requireValid(
  body: FullRule,
  workflowId: string | undefined,
  howToFix: string,
  context: WorkflowCall,
): Promise<DryRun> {
  const answer = await dryRun(body, workflowId, context);
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
    ...defined({
      warning: diff?.identical ? 'Nothing changes compared with the saved rule.' : undefined,
    }),
  };
  const preview = {
    kind: 'workflow_preview' as const,
    description,
    subject,
    payload: { ...body } satisfies JsonObject,
    ...defined({
      targetId: existing?.id,
      extra: diff && { diff },
      facts: existing && { before: toFullRule(existing) },
    }),
  };
  return { result: summary, signals: [{ type: 'preview', preview }] };
}

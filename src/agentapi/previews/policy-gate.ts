import { parseJson } from '../../foundation/exact-json.js';
import { AppError } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { TracedValue } from '../../agenttools/changes/trace-values.js';
import type { PolicyBook } from '../../agenttools/changes/policies/change-policy.js';
import type { Caller } from '../../agenttools/tool.js';
import { countSent, limitReached, UNDO } from '../../store/change-sets.store.js';
import type { Queryable } from '../../store/database.js';
import type { ExactText, StoredPreview } from '../../store/previews.model.js';
import type { PgPreviewStore } from '../../store/previews.store.js';
import { approvalNeeded, refusedByPolicy } from './preview-states.js';

export interface GateDeps {
  policies: PolicyBook;
  store: Pick<PgPreviewStore, 'requireApproval'>;
}

export interface ChangeToSend {
  source: string;
  text: ExactText;
  edited?: ExactText | undefined;
  isDirect: boolean;
}

/** Lets through what the policies of now allow of what is sent; else `change_refused` or `approval_needed`. Answers what holds the limits in the transaction that begins it. */
export async function requireAllowed(
  { policies, store }: GateDeps,
  caller: Caller,
  preview: StoredPreview,
  { source, text, edited, isDirect }: ChangeToSend,
): Promise<(tx: Queryable) => Promise<void>> {
  const payload = parseJson(text.text) as JsonObject;
  const origins = (preview.details?.['origins'] ?? []) as readonly TracedValue[];
  const by = { roles: caller.roles ?? [], origins };
  const decision = policies.policyOf(source, payload, by, preview.kind);
  if (decision.policy === 'refuse') throw refusedByPolicy(decision.reason, 'sent');
  if (isDirect && decision.policy !== 'direct')
    throw new AppError('approval_needed', 'A person has to decide on this change.');
  if (decision.policy === 'approver') {
    const { approval } = preview;
    const isApproved = approval?.role === decision.role && approval.by !== undefined;
    // Approved was what was shown: with something else nobody has looked at what is sent.
    if (edited !== undefined) throw approvalNeeded(decision.role, 'edited');
    if (!isApproved) {
      await store.requireApproval(caller.userId, preview.id, decision.role);
      throw approvalNeeded(decision.role, 'open');
    }
  }
  return (tx) => requireWithinLimits(tx, policies, caller, preview, { source, payload });
}

/** A limit that was set, or lowered, since the changes were proposed. */
async function requireWithinLimits(
  tx: Queryable,
  policies: PolicyBook,
  { userId }: Caller,
  { id: beside, changeSetId, toolUseId, kind }: StoredPreview,
  { source, payload }: { source: string; payload: JsonObject },
): Promise<void> {
  if (changeSetId === undefined || toolUseId.startsWith(UNDO)) return;
  const most = await limitReached(policies.limitsOf(source, kind), payload, () =>
    countSent(tx, { userId, changeSetId, source, beside }),
  );
  if (most === undefined) return;
  throw new AppError(
    'change_refused',
    `The operator allows at most ${most} of "${source}" in one change set, and that many were applied. Nothing more was sent.`,
  );
}

import type { Caller } from '../../agenttools/tool.js';
import { type ErrorBody, conflict, invalidRequest, toErrorBody } from '../../foundation/errors.js';
import { firstChars } from '../../foundation/text.js';
import type { JsonObject } from '../../foundation/json.js';
import type { StoredPreview } from '../../store/previews.model.js';
import { errorIn, MAX_REASON } from '../previews/previews.model.js';
import type { PreviewsService } from '../previews/previews.service.js';

/** What a client says its user decided. Nothing of it is believed but which preview, and which way. */
export interface ClientDecision {
  previewId: string;
  accept: boolean;
  reason?: string | undefined;
  /** An edited content, to be checked like any other. */
  payload?: JsonObject | undefined;
  shownHashes: readonly string[];
}

/** What became of it: the preview, if it is the caller's, and why it was not done as decided. */
export interface DecisionOutcome {
  preview?: StoredPreview;
  error?: ErrorBody['error'];
}

/** Far more than one answer asks. */
export const MAX_DECISIONS = 50;

/** Rejects with `invalid_request` more decisions than are taken at once. */
export function checkDecisionCount(count: number): void {
  if (count <= MAX_DECISIONS) return;
  throw invalidRequest(
    `The request decides on ${count} previews, and at most ${MAX_DECISIONS} are taken at once.`,
  );
}

/** Decides as the routes of previews do, with what is stored; never rejects. */
export async function decideForClient(
  previews: PreviewsService,
  caller: Caller,
  decision: ClientDecision,
): Promise<DecisionOutcome> {
  try {
    const preview = await decided(previews, caller, decision);
    const error = errorIn(preview);
    return error === undefined ? { preview } : { preview, error };
  } catch (thrown) {
    return { error: toErrorBody(thrown).error };
  }
}

async function decided(
  previews: PreviewsService,
  caller: Caller,
  { previewId, accept, reason, payload, shownHashes }: ClientDecision,
): Promise<StoredPreview> {
  const { id, shown } = await previews.find(caller, previewId);
  if (!accept) return previews.reject(caller, id, reason && firstChars(reason, MAX_REASON));
  if (shownHashes.some((hash) => hash !== shown.sha256))
    throw conflict(
      `The page showed something else than preview ${id} holds, so nothing was saved. Look at GET /v1/agent/previews/${id} and decide there.`,
    );
  return previews.accept(caller, id, payload);
}

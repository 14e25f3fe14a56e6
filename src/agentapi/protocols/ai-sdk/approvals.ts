import { AppError, toErrorBody } from '../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { systemClock } from '../../../foundation/clock.js';
import type { Caller } from '../../../agenttools/tool.js';
import type { StoredPreview } from '../../../store/previews.model.js';
import { errorIn, MAX_REASON, toView } from '../../previews/previews.model.js';
import type { PreviewsService } from '../../previews/previews.service.js';
import { firstChars } from '../../../foundation/first-chars.js';
import { defined } from '../../../foundation/defined.js';
import { dataFrame, DONE_FRAME } from '../rendering.js';
import type { UiMessage } from './chat-body.js';
import type { UiPart } from './parts.js';

/** What a client says its user decided. Nothing of it is believed but which preview, and which way. */
export interface Approval {
  toolCallId: string;
  previewId: string;
  approved: boolean;
  reason?: string;
  /** The hashes of what the client showed, where it says. */
  shownHashes: string[];
}

/** The decisions of a message that have not been answered yet. */
function approvalsIn({ parts }: UiMessage): Approval[] {
  return parts.flatMap((part) => {
    const { state, toolCallId, approval } = part;
    if (state !== 'approval-responded' || typeof toolCallId !== 'string') return [];
    if (!isObject(approval)) return [];
    const { id, approved, reason } = approval;
    if (typeof id !== 'string' || typeof approved !== 'boolean') return [];
    return [
      {
        ...{ toolCallId, previewId: id, approved, shownHashes: hashesOf(id, approval, parts) },
        ...defined({
          reason: typeof reason === 'string' ? firstChars(reason, MAX_REASON) : undefined,
        }),
      },
    ];
  });
}

function hashesOf(id: string, approval: JsonObject, parts: readonly JsonObject[]): string[] {
  const cards = parts.filter((part) => part['type'] === 'data-preview' && part['id'] === id);
  const places = [approval['descriptor'], ...cards.map(({ data }) => data)];
  return places.flatMap((place) => {
    const hash = isObject(place) ? place['payload_sha256'] : undefined;
    return typeof hash === 'string' ? [hash] : [];
  });
}

/** Far more than one answer asks. */
const MAX_APPROVALS = 50;

/** The decisions of a message; rejects with `invalid_request` when there are none, or too many. */
export function approvalsToDecide(message: UiMessage): Approval[] {
  const approvals = approvalsIn(message);
  if (approvals.length === 0) {
    throw new AppError(
      'invalid_request',
      "The last message is the assistant's, and holds no approval that was answered. Send a message of the user, or answer an approval first.",
      [{ path: 'messages', message: 'nothing in the last message asks for an answer' }],
    );
  }
  if (approvals.length <= MAX_APPROVALS) return approvals;
  throw new AppError(
    'invalid_request',
    `The last message answers ${approvals.length} approvals, and at most ${MAX_APPROVALS} are taken at once.`,
    [{ path: 'messages', message: 'too many approvals' }],
  );
}

/** A whole answer that goes on with the client's message: what became of each decision, in its order. */
export async function* decisionFrames(
  previews: PreviewsService,
  caller: Caller,
  { id }: UiMessage,
  approvals: readonly Approval[],
): AsyncGenerator<string, void> {
  yield dataFrame({ type: 'start', ...defined({ messageId: id }) } satisfies UiPart);
  for (const approval of approvals) {
    const parts = await decide(previews, caller, approval);
    yield parts.map(dataFrame).join('');
  }
  yield dataFrame({ type: 'finish', finishReason: 'stop' } satisfies UiPart) + DONE_FRAME;
}

/** Decides as the routes of previews do, and answers the parts that tell the client what became of it. Never rejects. */
async function decide(
  previews: PreviewsService,
  caller: Caller,
  approval: Approval,
): Promise<UiPart[]> {
  const { toolCallId } = approval;
  try {
    return partsOf(toolCallId, await decided(previews, caller, approval));
  } catch (error) {
    const { message } = toErrorBody(error).error;
    return [{ type: 'tool-output-error', toolCallId, errorText: message, dynamic: true }];
  }
}

async function decided(
  previews: PreviewsService,
  caller: Caller,
  { previewId, approved, reason, shownHashes }: Approval,
): Promise<StoredPreview> {
  const preview = await previews.find(caller, previewId);
  if (!approved) return previews.reject(caller, preview.id, reason);
  if (shownHashes.some((hash) => hash !== preview.shown.sha256)) throw showedAnother(previewId);
  return previews.accept(caller, preview.id);
}

function showedAnother(id: string): AppError {
  return new AppError(
    'conflict',
    `The page showed something else than preview ${id.slice(0, 80)} holds, so nothing was saved. Look at GET /v1/agent/previews/${id.slice(0, 80)} and decide there.`,
  );
}

function partsOf(toolCallId: string, preview: StoredPreview): UiPart[] {
  const view = toView(preview, systemClock());
  const card: UiPart = {
    type: 'data-preview',
    id: preview.id,
    data: { ...view, preview_id: preview.id },
  };
  if (preview.state === 'rejected') return [card, { type: 'tool-output-denied', toolCallId }];
  const error = errorIn(preview);
  const end: UiPart =
    error === undefined
      ? {
          type: 'tool-output-available',
          toolCallId,
          output: { status: preview.state, ...preview.outcome },
          dynamic: true,
        }
      : { type: 'tool-output-error', toolCallId, errorText: error.message, dynamic: true };
  return [card, end];
}

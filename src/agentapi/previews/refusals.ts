import { AppError } from '../../foundation/errors.js';
import type { StoredPreview } from '../../store/previews.model.js';

/** There is no such preview of this user. */
export function unknownPreview(id: string): AppError {
  return new AppError(
    'not_found',
    `There is no preview ${id.slice(0, 80)}. GET /v1/agent/previews lists yours.`,
  );
}

/** The time to decide is over. */
export function expired({ expiresAt }: StoredPreview): AppError {
  return new AppError(
    'preview_expired',
    `The preview expired at ${expiresAt.toISOString()} and nothing was saved. Ask for the change again in the chat.`,
  );
}

/** Another decision stands. */
export function alreadyDecided({ state, decidedAt }: StoredPreview): AppError {
  const at = decidedAt === undefined ? '' : ` at ${decidedAt.toISOString()}`;
  return new AppError(
    'preview_decided',
    `The preview is ${state}${at}, and that stands; this call changed nothing. For another change ask in the chat.`,
  );
}

/** Another request is applying it. */
export function beingApplied(): AppError {
  return new AppError(
    'preview_decided',
    'The preview has been accepted and is being applied at this moment. Accept it again in a moment to see what became of it: it is applied once only.',
  );
}

/** The platform was asked, but what it said could not be kept. */
export function notStored(cause: unknown): AppError {
  return new AppError(
    'database_error',
    'The change was sent to the platform, but what became of it could not be stored. Accept it again in a moment: it is looked up then, and never applied twice.',
    [],
    { cause },
  );
}

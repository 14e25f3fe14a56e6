import type { PreviewState, StoredPreview } from '../../store/previews.model.js';
import { AppError, notFound } from '../../foundation/errors.js';

/** A stored state, or `expired`: it is pending, but has expired. */
export type ShownState = PreviewState | 'expired';

export type PreviewAction = 'accept' | 'reject';

/** `resolve` finds out what an earlier attempt did, `repeat` answers what was decided; others decide or refuse. */
export type PreviewMove = 'apply' | 'reject' | 'resolve' | 'repeat' | 'decided' | 'expired';

export const moves: Readonly<Record<ShownState, Readonly<Record<PreviewAction, PreviewMove>>>> = {
  waiting: { accept: 'apply', reject: 'reject' },
  applying: { accept: 'resolve', reject: 'decided' },
  accepted: { accept: 'repeat', reject: 'decided' },
  rejected: { accept: 'decided', reject: 'repeat' },
  failed: { accept: 'repeat', reject: 'decided' },
  stale: { accept: 'repeat', reject: 'decided' },
  unknown: { accept: 'resolve', reject: 'decided' },
  superseded: { accept: 'repeat', reject: 'decided' },
  expired: { accept: 'expired', reject: 'expired' },
};

export function shownState(preview: Pick<StoredPreview, 'state' | 'expiresAt'>, now: Date) {
  return preview.state === 'waiting' && preview.expiresAt <= now ? 'expired' : preview.state;
}

export function unknownPreview(id: string): AppError {
  return notFound(`There is no preview ${id.slice(0, 80)}. GET /v1/agent/previews lists yours.`);
}

export function expired({ expiresAt }: StoredPreview): AppError {
  return new AppError(
    'preview_expired',
    `The preview expired at ${expiresAt.toISOString()} and nothing was saved. Ask for the change again in the chat.`,
  );
}

export function alreadyDecided({ state, decidedAt }: StoredPreview): AppError {
  const at = decidedAt === undefined ? '' : ` at ${decidedAt.toISOString()}`;
  return new AppError(
    'preview_decided',
    `The preview is ${state}${at}, and that stands; this call changed nothing. For another change ask in the chat.`,
  );
}

/** Another user has to approve it first; `open`: nobody has yet, `edited`: what was approved is something else. */
export function approvalNeeded(role: string, why: 'open' | 'edited'): AppError {
  const must = `A user with the role "${role}", and not who asked for it, has to approve this change.`;
  return new AppError(
    'approval_needed',
    why === 'open'
      ? `${must} It is among what they see under GET /v1/agent/approvals; accept it again once they have approved. Nothing was sent, and the preview still waits.`
      : `${must} What they approve is the text as it was shown, so it cannot be edited: accept it unedited, or ask for the other change in the chat. Nothing was sent.`,
  );
}

/** The operator does not want this change; `done`: what was not done with it. */
export function refusedByPolicy(reason: string | undefined, done: 'proposed' | 'sent'): AppError {
  const why = reason === undefined ? '' : `: ${reason}`;
  return new AppError(
    'change_refused',
    `The operator of this server does not allow this change${why.endsWith('.') ? why.slice(0, -1) : why}. Nothing was ${done}. Tell the user, and do not try another way to the same end.`,
  );
}

export function beingApplied(): AppError {
  return new AppError(
    'preview_decided',
    'The preview has been accepted and is being applied at this moment. Accept it again in a moment to see what became of it: it is applied once only.',
  );
}

/** The platform was asked, but what it said could not be kept. */
export class NotStored extends AppError {
  constructor(cause: unknown) {
    const message =
      'The change was sent to the platform, but what became of it could not be stored. Accept it again in a moment: it is looked up then, and never applied twice.';
    super('database_error', message, [], { cause });
  }
}

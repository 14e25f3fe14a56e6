import type { PreviewState, StoredPreview } from '../../store/previews.model.js';

/** A stored state, or `expired`: it is pending, but has expired. */
export type ShownState = PreviewState | 'expired';

/** What a user can do with a preview. */
export type PreviewAction = 'accept' | 'reject';

/**
 * What an action leads to: `apply` and `reject` decide, `resolve` finds out what an earlier attempt
 * did, `repeat` answers what was decided before, the others refuse.
 */
export type PreviewMove = 'apply' | 'reject' | 'resolve' | 'repeat' | 'decided' | 'expired';

/** The whole life of a preview after it was shown. */
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

/** The state as a user sees it at `now`. */
export function shownState(
  preview: Pick<StoredPreview, 'state' | 'expiresAt'>,
  now: Date,
): ShownState {
  return preview.state === 'waiting' && preview.expiresAt <= now ? 'expired' : preview.state;
}

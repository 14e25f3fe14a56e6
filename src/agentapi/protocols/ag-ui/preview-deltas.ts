import type { StoredPreview } from '../../../store/previews.model.js';
import { systemClock } from '../../../foundation/clock.js';
import { shownState } from '../../previews/preview-states.js';
import type { ClientDecision, DecisionOutcome } from '../client-decision.js';
import type { AgUiEvent } from './ag-ui-events.js';

/** What became of a preview, for the card that the client shows of it. */
export function deltaOf(preview: StoredPreview): AgUiEvent {
  const { id, decidedAt, outcome, edited } = preview;
  return {
    type: 'ACTIVITY_DELTA',
    messageId: id,
    activityType: 'preview',
    patch: [
      { op: 'add', path: '/state', value: shownState(preview, systemClock()) },
      { op: 'add', path: '/edited', value: edited !== undefined },
      { op: 'add', path: '/decided_at', value: decidedAt?.toISOString() ?? null },
      { op: 'add', path: '/outcome', value: outcome ?? null },
    ],
  };
}

/** The events of a decision: the card's new state, and why it was not done as decided. */
export function decisionEvents(
  { previewId }: ClientDecision,
  { preview, error }: DecisionOutcome,
): AgUiEvent[] {
  const card = preview === undefined ? [] : [deltaOf(preview)];
  if (error === undefined) return card;
  const value = { preview_id: previewId, ...error };
  return [...card, { type: 'CUSTOM', name: 'decision_error', value }];
}

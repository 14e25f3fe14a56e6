import { toErrorBody } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { StoredPreview } from '../../store/previews.model.js';
import type { ChangeKind, TargetState } from '../../agenttools/changes/change-kind.js';
import { defined } from '../../foundation/defined.js';

const WAY_OUT = 'Ask for the change again in the chat.';

/** What is kept of a change that the platform refused: its own words. */
export function failedOutcome(error: unknown): JsonObject {
  return { ...toErrorBody(error) };
}

/** What is kept when the target has moved on: which version it has and what would change now. */
export function staleOutcome(
  { title }: ChangeKind,
  stored: TargetState,
  preview: StoredPreview,
  diff: JsonObject | undefined,
): JsonObject {
  const message =
    `The ${title} "${stored.name}" has changed since the preview was made (it is at version` +
    ` ${stored.version ?? 'unknown'}, the preview was made on version ${preview.baseVersion ?? 'unknown'}), so` +
    ` nothing was saved. diff shows what the preview would change now. ${WAY_OUT}`;
  const details = [{ path: 'if_version', message: `is at version ${stored.version}` }];
  return {
    error: { code: 'preview_stale', message, details },
    current_version: stored.version,
    ...defined({ diff }),
  };
}

/** What is kept when the source of a change sends to another place than it was shown for. */
export function movedOutcome(
  source: string | undefined,
  from: string,
  now = 'no address',
): JsonObject {
  const message = `The change was shown for ${from}, and its source "${source}" sends to ${now} now, so nothing was sent. ${WAY_OUT}`;
  return { error: { code: 'preview_stale', message, details: [] } };
}

/** What is kept when it cannot be told whether the change was applied. */
export function unknownOutcome({ title }: ChangeKind): JsonObject {
  const message =
    `The change was sent to the platform, and whether it was applied cannot be told. It is not sent` +
    ` again. Look at the ${title}: if the change is not there, ask for it again in the chat.`;
  return { error: { code: 'preview_unknown', message, details: [] } };
}

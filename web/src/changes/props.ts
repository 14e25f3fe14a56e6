import type { ErrorDetail } from '../../../src/foundation/errors.js';
import type { EventData } from '../../../src/agentloop/events.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import type { ApiProblem } from '../api/client.js';
import type { PreviewState, StoredPreview } from '../api/types.js';

/** A preview event of either kind, as it stands in a run. */
export type PreviewItem =
  | { kind: 'workflow_preview'; data: EventData['workflow_preview'] }
  | { kind: 'table_config_preview'; data: EventData['table_config_preview'] };

/** The user's decision on a preview: where it stands, and the ways to take it. */
export interface Decision {
  /** `loading` until the server has said where it stands. */
  state: PreviewState | 'loading';
  /** What the server has stored of it, with `payload` as accepting sends it. */
  stored: StoredPreview | undefined;
  /** The decision that is under way. */
  busy: 'accept' | 'reject' | undefined;
  /** Why the last try failed: findings for an edited body are in its `details`. */
  problem: ApiProblem | undefined;
  /** Applies it; with a payload, that instead of what was shown. */
  accept: (payload?: JsonObject) => void;
  reject: (reason?: string) => void;
}

/** A body that is being edited before it is accepted. */
export interface Draft {
  value: JsonObject;
  /** What the platform finds wrong with it. */
  findings: readonly ErrorDetail[];
  /** A newer one is being checked. */
  checking: boolean;
  /** Why it could not be checked. */
  unchecked?: string;
}

/** What a view of a workflow preview is given. */
export interface WorkflowPreviewProps {
  data: EventData['workflow_preview'];
  decision: Decision;
  /** The body as edited so far; undefined while nothing is edited. */
  draft: Draft | undefined;
}

/** What a view of a table preview is given. */
export interface TablePreviewProps {
  data: EventData['table_config_preview'];
  decision: Decision;
  /** The body as edited so far; undefined while nothing is edited. */
  draft: Draft | undefined;
}

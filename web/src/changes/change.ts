import type { ErrorDetail } from '../../../src/foundation/errors.js';
import type { InvisibleCharacters } from '../../../src/foundation/invisible.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import type { ApiProblem, PreviewState, StoredPreview } from '../api/client.js';

/** A proposed change of any kind, as the event that told of it has it. */
export interface ProposedChange {
  kind: string;
  data: ChangeData;
}

/** What every kind of change has; all other fields belong to the view of its kind. */
export interface ChangeData {
  preview_id: string;
  description: string;
  expires_at: string;
  is_update?: boolean;
  title?: string;
  invisible_characters?: readonly InvisibleCharacters[];
  [field: string]: unknown;
}

/** The event whose kinds are named inside it; each other event that proposes a change names one kind. */
const OPEN_EVENT = 'change_preview';

/** The change that an event proposes: any event with a `preview_id` does. */
export function changeIn(type: string, data: unknown): ProposedChange | undefined {
  if (!isObject(data)) return undefined;
  const { preview_id: id, description, expires_at: expires, kind } = data;
  if (typeof id !== 'string') return undefined;
  return {
    kind: type === OPEN_EVENT && typeof kind === 'string' ? kind : type,
    data: {
      ...data,
      preview_id: id,
      description: typeof description === 'string' ? description : '',
      expires_at: typeof expires === 'string' ? expires : '',
    },
  };
}

/** A stored preview as its event told it, as far as the server keeps that. */
export function changeOf({ id, ...stored }: StoredPreview): ProposedChange {
  return { kind: stored.kind, data: { ...stored, preview_id: id } };
}

/** The user's decision on a change: where it stands, and the ways to take it. */
export interface Decision {
  /** `loading` until the server has said where it stands. */
  state: PreviewState | 'loading';
  /** What the server has stored of it, with `payload` as accepting sends it. */
  stored: StoredPreview | undefined;
  /** The decision that is under way. */
  busy: 'accept' | 'reject' | undefined;
  /** Why the last try failed: findings for an edited body are in its `details`. */
  problem: ApiProblem | undefined;
  /** What the backend found wrong, by field, with the change whose place it took. */
  refused?: readonly ErrorDetail[];
  /** Applies it; with a payload, that instead of what was shown. */
  accept: (payload?: JsonObject) => void;
  reject: (reason?: string) => void;
}

/** A body that is being edited before it is accepted. */
export interface EditedBody {
  value: JsonObject;
  /** What the backend finds wrong with it. */
  findings: readonly ErrorDetail[];
  /** A newer one is being checked. */
  checking: boolean;
  /** Why it could not be checked. */
  unchecked?: string;
  /** Bodies of this kind are checked only when they are accepted. */
  isCheckedOnAccept?: true;
}

/** What the view of a change is given. */
export interface ChangeViewProps {
  data: ChangeData;
  decision: Decision;
  /** The body as edited so far; undefined while nothing is edited. */
  draft: EditedBody | undefined;
}

/** What starts the call of a change that was asked for without a chat, and of what undoes such a one. */
const WITHOUT_CHAT = ['asked_', 'undo_asked_'];

/** Whether a change was proposed in a chat: one that was asked for in the library has none. */
export function hasChat({ tool_use_id: call }: { tool_use_id: string }): boolean {
  return !WITHOUT_CHAT.some((start) => call.startsWith(start));
}

/** Whether a change takes something away: by its request, or by the name of its kind, as kinds that delete are called. */
export function isRemoval(kind: string, request: unknown): boolean {
  return kind.endsWith('_deletion') || (isObject(request) && request['method'] === 'DELETE');
}

/** Whether a person may change anything of what is sent: of what only takes something away, nothing. */
export function isEditable({ kind, payload }: StoredPreview): boolean {
  const { body, query } = payload;
  return !isRemoval(kind, payload) || body !== undefined || query !== undefined;
}

/** Nobody can accept it any more, and it was not saved. */
export function isOver(state: Decision['state']): boolean {
  return state === 'stale' || state === 'expired' || state === 'failed';
}

import {
  AppError,
  type ErrorCode,
  type ErrorDetail,
  configError,
} from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { UserFiles } from '../../foundation/user-files.js';
import type { ReadClient, WriteClient } from '../sources/clients.js';
import type { ChangeProposal } from '../tool.js';

export const CHANGE_PREVIEW = 'change_preview';

export interface TargetState extends JsonObject {
  id: string;
  name: string;
  /** Rises with every change; absent where the backend has none. */
  version?: number;
}

export interface DecidedChange {
  userId: string;
  conversationId: string;
  state: 'accepted' | 'rejected';
  payload: JsonObject;
  targetId?: string;
  subject?: string;
  stored?: TargetState;
}

export interface AppliedChange {
  /** The same at every attempt, so that it can be an idempotency key. */
  previewId: string;
  read: ReadClient;
  /** What the proposal noted for this moment; empty when nothing. */
  facts: JsonObject;
  isEdited: boolean;
  files?: UserFiles | undefined;
  /** Where its source sends now. */
  origin?: string | undefined;
}

/** No answer came just now, the server died on the way, or it could not be told before and a person asks again. */
export type OpenEnd = 'unanswered' | 'crashed' | 'unknown';

/** For kinds that judge their backend's answer themselves. `released`: nothing was applied, for certain. */
export class ChangeEnd {
  constructor(
    readonly state: 'accepted' | 'failed' | 'stale' | 'unknown' | 'released',
    /** What people and the model are told, in wire names. */
    readonly outcome: JsonObject,
    /** The backend's answer, for references to its fields. */
    readonly answer?: unknown,
  ) {}
}

/** The error of a change that was sent, and of which nobody knows whether it was applied. */
export function unknownChange(why: string): AppError {
  const message = `${why} Whether it was applied cannot be told, and it is not sent again. Look there; if it is missing, ask for it again in the chat.`;
  return new AppError('preview_unknown', message);
}

export interface UndoneChange {
  title: string;
  payload: JsonObject;
  facts: JsonObject;
  answer: unknown;
  targetId?: string;
  isNew: boolean;
  /** What takes back the later changes of its set: applied first. */
  first?: readonly ChangeProposal[];
}

export interface DirectAction {
  target: TargetState;
  /** What they wrote, such as a name; not checked yet. */
  input: JsonObject;
  read: ReadClient;
}

export interface Recheck {
  isSame: boolean;
  facts: JsonObject;
}

/** A kind of change that a person decides on. Without the optional parts, what they would tell counts as unknown. */
export interface ChangeKind {
  kind: string;
  title: string;
  /** The source whose backend it is applied to; absent: that of the tool which proposed it. */
  source?: string;
  /** The code under which an invalid payload is refused; absent: `invalid_request`. */
  invalidCode?: ErrorCode;
  /** The payload's field that names the version it was made on, if it has one. */
  versionField?: string;
  /** What is wrong with a payload, found out without a write; empty when nothing is. */
  check?(
    read: ReadClient,
    payload: JsonObject,
    targetId: string | undefined,
  ): Promise<readonly ErrorDetail[]>;
  /** Sends exactly this text, once. Answers what is stored, or the end; an error without an answer means `resolve`. */
  apply(
    write: WriteClient,
    exactText: string,
    targetId: string | undefined,
    change: AppliedChange,
  ): Promise<TargetState | ChangeEnd | undefined>;
  /** Finds out, without a write, what became of an attempt that began and of which no end is known. */
  resolve?(exactText: string, change: AppliedChange, after: OpenEnd): Promise<ChangeEnd>;
  /** What tells whether two changes are nearly the same: what is done to what (`of`), and with which values. */
  compared?(payload: JsonObject): { of: string; value: unknown };
  masked?(payload: JsonObject, facts: JsonObject): JsonObject;
  /** An edited payload with its masks undone; rejects an edit of what cannot be edited. */
  edited?(edited: JsonObject, payload: JsonObject): JsonObject;
  /** Reads again what a waiting change is made on; undefined where that cannot be told. */
  lookAgain?(
    payload: JsonObject,
    facts: JsonObject,
    read: ReadClient,
  ): Promise<Recheck | undefined>;
  /** Why a later change cannot refer to this value of the answer, and what works; undefined where it may. */
  refusedReference?(facts: JsonObject, ref: string, steps: readonly string[]): string | undefined;
  /** The change that takes an applied one back, or why there is none. */
  undo?(change: UndoneChange, read: ReadClient): Promise<ChangeProposal | { why: string }>;
  /** What people can ask for themselves, by name, such as `rename`: the change that it comes to. Needs `load`. */
  actions?: Readonly<
    Record<string, (asked: DirectAction) => ChangeProposal | Promise<ChangeProposal>>
  >;
  load?(read: ReadClient, id: string): Promise<TargetState>;
  findByName?(read: ReadClient, name: string): Promise<TargetState | undefined>;
  /** What accepting the payload would change in what is stored; absent: what is shown is made once, with the proposal. */
  diff?(stored: TargetState, payload: JsonObject): JsonObject;
  holds?(stored: TargetState, payload: JsonObject): boolean;
  /** Tidies what led to the change, such as its draft; called once for each decision. */
  settled?(change: DecidedChange): Promise<void>;
}

export interface ChangeKinds {
  find(kind: string): ChangeKind | undefined;
  /** The kind of this name; rejects with `unknown_change_kind` when its plugin is not loaded. */
  require(kind: string): ChangeKind;
  names(): string[];
}

/** An event's name is its kind's, so a kind may not be called like an event of the server's: the host refuses it. */
export const EVENT_NAME = /^[a-z][a-z0-9_]{2,59}$/;

/** Registers kinds; rejects a name twice or of another form with `config_error`. */
export function createChangeKinds(kinds: readonly ChangeKind[]): ChangeKinds {
  const byName = new Map<string, ChangeKind>();
  for (const kind of kinds) {
    if (!EVENT_NAME.test(kind.kind) || byName.has(kind.kind)) {
      throw configError(
        `The kind of change "${kind.kind}" is taken, or not a name in snake_case of 3 to 60 characters.`,
      );
    }
    byName.set(kind.kind, kind);
  }
  const names = () => [...byName.keys()];
  return {
    find: (kind) => byName.get(kind),
    require: (kind) => {
      const found = byName.get(kind);
      if (found !== undefined) return found;
      throw new AppError(
        'unknown_change_kind',
        `No loaded plugin knows changes of the kind "${kind}", so nothing was applied and the preview stays as it is. Load the plugin that made it; known are ${names().join(', ') || 'none'}.`,
      );
    },
    names,
  };
}

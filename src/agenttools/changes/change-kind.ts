import type { ErrorCode, ErrorDetail } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { ReadClient, WriteClient } from '../sources/clients.js';
import type { ChangeProposal } from '../tool.js';

/** Something stored in a backend that a change changes or makes. */
export interface TargetState extends JsonObject {
  id: string;
  name: string;
  /** Rises with every change; absent where the backend has none. */
  version?: number;
}

/** A change that was decided, as a kind is told of it. */
export interface DecidedChange {
  userId: string;
  conversationId: string;
  state: 'accepted' | 'rejected';
  /** What was proposed. */
  payload: JsonObject;
  targetId?: string;
  subject?: string;
  /** What is stored since it was accepted. */
  stored?: TargetState;
}

/**
 * A kind of change that a person decides on, and the only place that ever gets a {@link WriteClient}.
 * Only `apply` is required: what a kind cannot look up is reported as unknown instead.
 */
export interface ChangeKind {
  /** Its name, which is also the event it is shown as: `workflow_preview`. */
  kind: string;
  /** What people call the thing that is changed: `workflow rule`. */
  title: string;
  /** The source whose backend it is applied to; absent: that of the tool which proposed it. */
  source?: string;
  /** The code under which an invalid payload is refused; absent: `invalid_request`. */
  invalidCode?: ErrorCode;
  /** The payload's field that names the version it was made on, if it has one. */
  versionField?: string;
  /** The event's fields beside those of every preview, in wire names; absent: `payload` and `target_id`. */
  event?(proposal: ChangeProposal): JsonObject;
  /** What is wrong with a payload, found out without a write; empty when nothing is. */
  check?(
    read: ReadClient,
    payload: JsonObject,
    targetId: string | undefined,
  ): Promise<readonly ErrorDetail[]>;
  /** Sends exactly this text: the one write there is. Answers what is stored then. */
  apply(
    write: WriteClient,
    exactText: string,
    targetId: string | undefined,
  ): Promise<TargetState | undefined>;
  load?(read: ReadClient, id: string): Promise<TargetState>;
  /** The one of exactly this name, without case. */
  findByName?(read: ReadClient, name: string): Promise<TargetState | undefined>;
  /** What accepting the payload would change in what is stored. */
  diff?(stored: TargetState, payload: JsonObject): JsonObject;
  /** True when what is stored is what the payload says. */
  holds?(stored: TargetState, payload: JsonObject): boolean;
  /** Tidies what led to the change, such as its draft; called once for each decision. */
  settled?(change: DecidedChange): Promise<void>;
}

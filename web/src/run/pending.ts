import type { ChatRequest as Chat } from '@sextant/client';
import { parseJson, writeJson } from '../../../src/foundation/exact-json.js';
import type { JsonObject } from '../../../src/foundation/json.js';

/** A run whose end this tab has not seen: enough to read it again from its start after a reload. */
export interface PendingRun {
  key: string;
  request: ChatRequest;
  /** The run or the turn that it was said after; null for the first. */
  after: string | null;
  /** Sent in place of the message. */
  form?: FormRequest;
  runId?: string;
}

const KEY = 'sextant.pending-runs';

/** What `sessionStorage` gives of these. */
type PendingStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The pending runs of this tab; what cannot be read counts as none. */
export function pendingRuns(storage: PendingStorage): PendingRun[] {
  try {
    const stored: unknown = parseJson(storage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPending) : [];
  } catch {
    return [];
  }
}

/** Keeps a run, or what is now known of it, under its key. */
export function keepPending(storage: PendingStorage, run: PendingRun): void {
  const others = pendingRuns(storage).filter(({ key }) => key !== run.key);
  save(storage, [...others, run]);
}

/** Forgets a run that has ended. */
export function dropPending(storage: PendingStorage, key: string): void {
  save(
    storage,
    pendingRuns(storage).filter((run) => run.key !== key),
  );
}

function save(storage: PendingStorage, runs: PendingRun[]): void {
  try {
    storage.setItem(KEY, writeJson(runs));
  } catch {
    // Full or forbidden: a reload then shows what the server has stored of the conversation.
  }
}

function isPending(value: unknown): value is PendingRun {
  const { key, request } = (value ?? {}) as Partial<PendingRun>;
  return typeof key === 'string' && typeof request?.conversation_id === 'string';
}

type Optional = 'attachments' | 'after_run_id';

/** A message of this page, which always names its conversation and what is open. */
export type ChatRequest = Required<Omit<Chat, Optional>> & Pick<Chat, Optional>;

/** A form of an operation as it is sent: its run begins with that call. */
export interface FormRequest {
  id: string;
  tool: string;
  title: string;
  arguments: JsonObject;
  /** The id is that of a preview, whose own call is made once more in place of this one. */
  isAgain?: true;
}

import { isJSONRPCResultResponse, type JSONRPCMessage } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../../foundation/json.js';

export interface SentList {
  tools: unknown[];
  /** How long it counts, as the server said it. */
  ttlMs: unknown;
  /** Whether it may be shown to other users than the one it was asked for; false where the server does not say so. */
  isPublic: boolean;
}

/** Where a list as the server sent it goes through the SDK. */
const SENT = Symbol('tools as they were sent');

/** Where the task goes through the SDK that a call was answered with. */
const TASK = Symbol('the task of a call');

/**
 * Takes the list out of an answer to tools/list before the SDK reads it: with the protocol of 2026 the SDK refuses the
 * whole list for one member of one tool. A transport's `onmessage` is called before the client's own. A task, which the
 * SDK does not know, goes the same way.
 */
export function setAside(message: JSONRPCMessage): void {
  if (!isJSONRPCResultResponse(message)) return;
  const result: Record<string | symbol, unknown> = message.result;
  if (result['resultType'] === 'task') {
    result[TASK] = { ...result };
    Object.assign(result, { resultType: 'complete', content: [] });
  }
  if (!Array.isArray(result['tools'])) return;
  const { tools, ttlMs, cacheScope } = result;
  result[SENT] = { tools, ttlMs, isPublic: cacheScope === 'public' };
  // What is not used of a list cannot cost it either.
  Object.assign(result, { tools: [], ttlMs: 0, cacheScope: 'private' });
  if (typeof result['nextCursor'] !== 'string') delete result['nextCursor'];
}

/** The task that a call was answered with; undefined where it was answered otherwise. */
export function taskSent(answer: JsonObject): JsonObject | undefined {
  return (answer as Record<symbol, unknown>)[TASK] as JsonObject | undefined;
}

/** The list of an answer as the server sent it; undefined where it sent none. */
export function listSent(answer: JsonObject): SentList | undefined {
  return (answer as Record<symbol, unknown>)[SENT] as SentList | undefined;
}

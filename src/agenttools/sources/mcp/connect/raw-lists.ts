import { isJSONRPCResultResponse, type JSONRPCMessage } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../../foundation/json.js';

export interface SentList {
  tools: unknown[];
  /** How long it counts, as the server said it. */
  ttlMs: unknown;
  /** Whether it may be shown to other users than the one it was asked for; false where the server does not say so. */
  isPublic: boolean;
}

const SENT = Symbol('tools as they were sent');

const TASK = Symbol('the task of a call');

/** Before the SDK reads an answer: it refuses a whole list for one member of one tool, and knows no task. */
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

export function taskSent(answer: JsonObject): JsonObject | undefined {
  return (answer as Record<symbol, unknown>)[TASK] as JsonObject | undefined;
}

export function listSent(answer: JsonObject): SentList | undefined {
  return (answer as Record<symbol, unknown>)[SENT] as SentList | undefined;
}

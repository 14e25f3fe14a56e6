import { setTimeout as wait } from 'node:timers/promises';
import { parseRetryAfter } from '../../../foundation/api-answers.js';
import type { ToolCall } from '../../tool.js';
import type { BackendAnswer, BackendRequest } from '../clients.js';

/** Answers after which the same read may well succeed. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const WAIT_MS = 300;
/** A backend that asks for more time than this gets no second request in this call. */
const MAX_WAIT_MS = 3000;

/** The answer to a read, asked for a second time when the backend says that it only cannot answer right now. */
export async function readAnswer(
  call: Pick<ToolCall, 'read' | 'signal'>,
  request: BackendRequest,
): Promise<BackendAnswer> {
  const first = await call.read.exchange(request);
  if (!PASSING.has(first.status)) return first;
  const waitMs = parseRetryAfter(first.headers['retry-after'] ?? null, new Date()) ?? WAIT_MS;
  if (waitMs > MAX_WAIT_MS) return first;
  await wait(waitMs, undefined, { signal: call.signal });
  return call.read.exchange(request);
}

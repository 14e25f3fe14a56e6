import { createHash } from 'node:crypto';
import type { Caller } from '../agenttools/tool.js';

/** The user id of a caller who sends no token. */
export const LOCAL_USER = 'local';

/**
 * Who calls, as long as the server checks no identity itself: callers are told apart by their token,
 * of which only a hash is kept, and the token is forwarded to the platform, which judges it.
 */
export function callerOf(headers: { authorization?: string | undefined }): Caller {
  const authorization = headers.authorization?.trim();
  if (authorization === undefined || authorization === '') return { userId: LOCAL_USER };
  const digest = createHash('sha256').update(authorization).digest('hex');
  return { userId: `token:${digest.slice(0, 32)}`, authorization };
}

import { createHash } from 'node:crypto';
import type { Caller } from '../agenttools/tool.js';
import { defined } from '../foundation/defined.js';
import type { Requester } from '../http/identity/identity.js';

/** The user id of a caller who sends no token. */
export const LOCAL_USER = 'local';

/**
 * Who calls: the user the token was verified to stand for. Where the server checks no tokens, callers
 * are told apart by theirs, of which only a hash is kept. Either way the token is forwarded to the
 * platform, which judges it.
 */
export function callerOf({ headers, identity, origin }: Requester): Caller {
  const authorization = headers.authorization?.trim();
  const came = defined({ origin });
  const token =
    authorization === undefined || authorization === '' ? came : { ...came, authorization };
  if (identity !== undefined) {
    const { userId, roles, holdsToken } = identity;
    return { userId, roles, ...(holdsToken === false ? came : token) };
  }
  if (!('authorization' in token)) return { userId: LOCAL_USER, ...came };
  const digest = createHash('sha256').update(token.authorization).digest('hex');
  return { userId: `token:${digest.slice(0, 32)}`, ...token };
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { unauthorized, type VerifyToken } from './identity.js';

/** One user's token, of which only the hash is kept. A user may have several. */
export interface StaticToken {
  user: string;
  /** SHA-256 of the token, 32 bytes. */
  digest: Buffer;
  roles?: readonly string[];
}

/** The form in which a token is kept and compared. */
export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Knows the given tokens only. How long it takes tells nothing: each is compared, as a hash, in full. */
export function verifyStatic(tokens: readonly StaticToken[]): VerifyToken {
  return async (token) => {
    const digest = digestOf(token);
    let found: StaticToken | undefined;
    for (const known of tokens) if (timingSafeEqual(known.digest, digest)) found = known;
    if (found === undefined) throw unauthorized('The token is not one that this server knows.');
    const { user, roles = [] } = found;
    return { userId: `static:${user}`, username: user, ...(roles.length === 0 ? {} : { roles }) };
  };
}

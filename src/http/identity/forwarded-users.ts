import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { unauthorized, type VerifyToken } from './identity.js';

/** A frontend's server that says for whom it asks, and is believed because of its secret. */
export interface ForwardedUsers {
  /** SHA-256 of the secret, 32 bytes. */
  digest: Buffer;
  /** The header that names the user, in small letters. */
  header: string;
}

/** What a user may be called: visible ASCII, so that no two spellings look the same. */
const NAME = /^[\x21-\x7e]{1,200}$/;

/**
 * Believes the header of who sends the secret as a token, and asks `verify` about every other token. The
 * secret is the frontend's and no user's: it is never forwarded to a backend.
 */
export function withForwardedUsers(
  verify: VerifyToken,
  { digest, header }: ForwardedUsers,
): VerifyToken {
  return async (token, headers = {}) => {
    if (!timingSafeEqual(createHash('sha256').update(token).digest(), digest))
      return verify(token, headers);
    const name = nameIn(headers, header);
    return { userId: `forwarded:${name}`, username: name, holdsToken: false };
  };
}

function nameIn(headers: IncomingHttpHeaders, header: string): string {
  const name = headers[header];
  if (typeof name === 'string' && NAME.test(name)) return name;
  throw unauthorized(
    `The token is that of a frontend, which has to say for whom it asks: send the header ${header} once, with 1 to 200 visible ASCII characters.`,
  );
}

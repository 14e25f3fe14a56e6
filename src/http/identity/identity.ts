import type { IncomingHttpHeaders } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';
import { unauthorized } from '../../foundation/errors.js';
import type { RequestOrigin } from '../../foundation/trace-headers.js';

export interface Identity {
  /** Stable and unlike anybody else's, also across the ways of signing in. */
  userId: string;
  username: string;
  /** What the token says that the user may do here; absent: nothing of the kind. */
  roles?: readonly string[];
  /** False when the token is not the user's own, and is none of the backends' business; absent: true. */
  holdsToken?: boolean;
  /** When the token ends; absent: never. Streams end with it. */
  expiresAt?: Date;
}

/** Finds whom a token stands for; `unauthorized`, without a word of the token, or `identity_unavailable`. */
export type VerifyToken = (token: string, headers?: IncomingHttpHeaders) => Promise<Identity>;

/** What of a request says who sent it; `identity` is there when the server checks tokens. */
export interface Requester {
  headers: { authorization?: string | undefined };
  identity?: Identity | undefined;
  origin?: RequestOrigin | undefined;
}

/** One user's token, of which only the hash is kept. A user may have several. */
export interface StaticToken {
  user: string;
  digest: Buffer;
  roles?: readonly string[];
}

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

/** A frontend's server that says for whom it asks, and is believed because of its secret. */
export interface ForwardedUsers {
  digest: Buffer;
  header: string;
}

/** What a user may be called: visible ASCII, so that no two spellings look the same. */
const NAME = /^[\x21-\x7e]{1,200}$/;

/** Believes the header of who sends the secret, which is never forwarded; else asks `verify`. */
export function withForwardedUsers(
  verify: VerifyToken,
  { digest, header }: ForwardedUsers,
): VerifyToken {
  return async (token, headers = {}) => {
    if (!timingSafeEqual(digestOf(token), digest)) return verify(token, headers);
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

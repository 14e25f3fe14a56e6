import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../foundation/errors.js';
import type { RequestOrigin } from '../../foundation/trace-headers.js';

/** Who sent a request, as its token was found to say. */
export interface Identity {
  /** Stable and unlike anybody else's, also across the ways of signing in. */
  userId: string;
  /** The name that people and other systems know the user by. */
  username: string;
  /** What the token says that the user may do here; absent: nothing of the kind. */
  roles?: readonly string[];
  /** False when the token is not the user's own, and is none of the backends' business; absent: true. */
  holdsToken?: boolean;
  /** When the token ends; absent: never. Streams end with it. */
  expiresAt?: Date;
}

/**
 * Finds whom a bearer token stands for, perhaps by what else its request says. Rejects with `unauthorized`, in words that hold nothing of the
 * token, or with `identity_unavailable` when that cannot be told at the moment.
 */
export type VerifyToken = (token: string, headers?: IncomingHttpHeaders) => Promise<Identity>;

/** What of a request says who sent it; `identity` is there when the server checks tokens. */
export interface Requester {
  headers: { authorization?: string | undefined };
  identity?: Identity | undefined;
  origin?: RequestOrigin | undefined;
}

/** The refusal of a request whose sender is not known. */
export function unauthorized(message: string, cause?: unknown): AppError {
  return new AppError('unauthorized', message, [], cause === undefined ? undefined : { cause });
}

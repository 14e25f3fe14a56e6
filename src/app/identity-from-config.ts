import type { Config } from './config/config.js';
import { systemClock } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';
import type { VerifyToken } from '../http/identity/identity.js';
import { withForwardedUsers } from '../http/identity/forwarded-users.js';
import { verifyJwt } from '../http/identity/jwt.js';
import { verifyStatic } from '../http/identity/static-tokens.js';

/** The configured check of tokens; undefined when the server checks none. */
export function identityFromConfig(
  { auth, forwardedUsers }: Pick<Config, 'auth' | 'forwardedUsers'>,
  logger: Logger,
): VerifyToken | undefined {
  if (auth.kind === 'none') return undefined;
  const verify =
    auth.kind === 'static'
      ? verifyStatic(auth.tokens)
      : verifyJwt({ ...auth, logger, clock: systemClock });
  return forwardedUsers === undefined ? verify : withForwardedUsers(verify, forwardedUsers);
}

import type { AuthSettings } from './config/auth-settings.js';
import { systemClock } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';
import type { VerifyToken } from '../http/identity/identity.js';
import { verifyJwt } from '../http/identity/jwt.js';
import { verifyStatic } from '../http/identity/static-tokens.js';

/** The configured check of tokens; undefined when the server checks none. */
export function identityFromConfig(auth: AuthSettings, logger: Logger): VerifyToken | undefined {
  if (auth.kind === 'none') return undefined;
  if (auth.kind === 'static') return verifyStatic(auth.tokens);
  return verifyJwt({ ...auth, logger, clock: systemClock });
}

import { digestOf } from '../../http/identity/static-tokens.js';
import type { ForwardedUsers } from '../../http/identity/forwarded-users.js';
import type { SettingsReader } from '../../foundation/settings-reader.js';
import type { AuthSettings } from './auth-settings.js';

/** A token that fits into a header: RFC 6750's characters. */
const SECRET = /^[A-Za-z0-9\-._~+/]{16,}=*$/;
const HEADER = /^[a-z][a-z0-9-]{0,60}$/;

/** Reads whether a frontend's server may say for whom it asks (`FORWARDED_USERS_SECRET`). */
export function readForwardedUsers(
  read: SettingsReader,
  auth: AuthSettings,
): ForwardedUsers | undefined {
  const secret = read.optional('FORWARDED_USERS_SECRET');
  const header = read.text('FORWARDED_USERS_HEADER', 'x-openwebui-user-id').toLowerCase();
  if (!HEADER.test(header))
    read.problem('FORWARDED_USERS_HEADER', 'must be the name of a header, such as x-user-id');
  if (secret === undefined) return undefined;
  if (!SECRET.test(secret))
    read.problem(
      'FORWARDED_USERS_SECRET',
      'must have at least 16 characters out of letters, digits and - . _ ~ + /',
    );
  if (auth.kind === 'none')
    read.problem(
      'FORWARDED_USERS_SECRET',
      'is set, and AUTH is none, so that anybody could come without it. Set AUTH=static or AUTH=jwt, or unset it',
    );
  return { digest: digestOf(secret), header };
}

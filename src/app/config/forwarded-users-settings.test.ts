import { expect, test } from '@jest/globals';
import { thrownBy } from '../../../test/support/refused.js';
import { SettingsReader, type Environment } from '../../foundation/settings-reader.js';
import { digestOf } from '../../http/identity/static-tokens.js';
import { readForwardedUsers } from './forwarded-users-settings.js';

const SECRET = 'a-secret-of-the-frontend';

function read(env: Environment, kind: 'none' | 'static' = 'static') {
  const reader = new SettingsReader(env);
  const found = readForwardedUsers(reader, kind === 'none' ? { kind } : { kind, tokens: [] });
  reader.finish();
  return found;
}

test('without a secret nobody speaks for others', () => {
  expect(read({})).toBeUndefined();
});

test('the secret is kept as a hash, with the header that counts', () => {
  const digest = digestOf(SECRET);
  expect(read({ FORWARDED_USERS_SECRET: SECRET })).toEqual({
    digest,
    header: 'x-openwebui-user-id',
  });
  const env = { FORWARDED_USERS_SECRET: SECRET, FORWARDED_USERS_HEADER: 'X-Forwarded-User' };
  expect(read(env)).toEqual({ digest, header: 'x-forwarded-user' });
});

test.each<[string, Environment, 'none' | 'static', RegExp]>([
  ['a short secret', { FORWARDED_USERS_SECRET: 'short' }, 'static', /at least 16 characters/],
  ['no check of identity', { FORWARDED_USERS_SECRET: SECRET }, 'none', /Set AUTH=static/],
  ['a header that is none', { FORWARDED_USERS_HEADER: 'a b' }, 'static', /name of a header/],
])('%s is refused, without repeating it', (_name, env, kind, message) => {
  const error = thrownBy(() => read(env, kind));
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain(env['FORWARDED_USERS_SECRET'] ?? SECRET);
});

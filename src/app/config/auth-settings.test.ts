import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useFolder } from '../../../test/support/embedded-template.js';
import { thrownBy } from '../../../test/support/refused.js';
import { settingsOf } from '../../../test/support/settings.js';
import { digestOf } from '../../http/identity/identity.js';
import { readAuthSettings, readForwardedUsers } from './auth-settings.js';
import type { Environment } from '../../foundation/settings-reader.js';
import { readConfig } from './config.js';

const read = (env: Environment, host = '127.0.0.1') =>
  settingsOf(env, (reader) => readAuthSettings(reader, host));

function problems(env: Environment, host?: string): [string | undefined, string][] {
  const { code, details } = thrownBy(() => read(env, host));
  expect(code).toBe('config_error');
  return details.map(({ path, message }) => [path, message]);
}

const secret = 'a'.repeat(32);
const jwt = { AUTH: 'jwt', AUTH_JWT_ISSUER: 'https://id.example', AUTH_JWT_AUDIENCE: 'sextant' };
const mara = 'mara:0123456789abcdef';

describe('without a check of identity', () => {
  test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('%s is of this machine', (host) => {
    expect(read({}, host)).toEqual({ kind: 'none' });
  });

  test.each('0.0.0.0 :: 192.168.1.7 example.com 127.0.0.1.example.com localhost.x'.split(' '))(
    '%s is refused, and the refusal says what to set',
    (host) => {
      const [[path, message] = [], ...more] = problems({}, host);
      expect([path, more]).toEqual(['HOST', []]);
      expect(message).toMatch(/127\.0\.0\.1.*AUTH=jwt.*AUTH_JWKS_URL.*AUTH=static/);
    },
  );

  test.each([
    ['AUTH_TOKENS', mara, 'static'],
    ['AUTH_TOKENS_FILE', '/tokens', 'static'],
    ['AUTH_JWT_SECRET', secret, 'jwt'],
    ['AUTH_JWKS_URL', 'https://id.example/keys', 'jwt'],
    ['AUTH_JWT_ISSUER', 'x', 'jwt'],
  ])('%s would be of no use, and is refused', (name, value, kind) => {
    expect(problems({ [name]: value })).toEqual([
      [name, `${name}: is set, and AUTH is none. Set AUTH=${kind}, or unset it`],
    ]);
  });
});

test('with one, any host is accepted', () => {
  expect(read({ AUTH: 'static', AUTH_TOKENS: mara }, '0.0.0.0').kind).toBe('static');
  expect(read({ ...jwt, AUTH_JWT_SECRET: secret }, '::').kind).toBe('jwt');
});

test('a misspelt way is the one problem there is', () =>
  expect(problems({ AUTH: 'JWT', AUTH_JWT_SECRET: secret }, '0.0.0.0')).toEqual([
    ['AUTH', 'AUTH=JWT: must be one of none, jwt, static'],
  ]));

const KEYS = 'https://id.example/keys';
const LOCAL = 'http://[::1]:8080/keys';
const from = (jwksUrl: string) => ({ keys: { jwksUrl } });
const claims = { rolesClaim: 'roles', issuer: 'https://id.example', audience: 'sextant' };

test.each<[string, Environment, object]>([
  ['a secret', { AUTH_JWT_SECRET: secret }, { keys: { secret }, userClaim: 'sub' }],
  [
    'keys',
    { AUTH_JWKS_URL: KEYS, AUTH_JWT_USER_CLAIM: 'oid' },
    { ...from(KEYS), userClaim: 'oid' },
  ],
  ['keys without TLS', { AUTH_JWKS_URL: LOCAL }, { keys: { jwksUrl: LOCAL }, userClaim: 'sub' }],
])('jwt: %s', (_name, env, settings) => {
  expect(read({ ...jwt, ...env })).toEqual({ kind: 'jwt', ...claims, ...settings });
});

const only = { AUTH_JWT_SECRET: secret };
const both = { ...only, AUTH_JWKS_URL: KEYS };
const PEM = '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEF';
test.each<[string, Environment, string, RegExp]>([
  ['no keys', {}, 'AUTH_JWKS_URL', /is missing.*AUTH_JWT_SECRET/],
  ['a short secret', { AUTH_JWT_SECRET: 'a'.repeat(31) }, 'AUTH_JWT_SECRET', /at least 32 bytes/],
  ['a key as secret', { AUTH_JWT_SECRET: PEM }, 'AUTH_JWT_SECRET', /not a key file/],
  ['both', both, 'AUTH_JWT_SECRET', /Set one of them/],
  ['no URL', { AUTH_JWKS_URL: 'id.example/keys' }, 'AUTH_JWKS_URL', /begins with https/],
  ['keys without TLS', { AUTH_JWKS_URL: 'http://id.example/k' }, 'AUTH_JWKS_URL', /https:\/\//],
  ['no issuer', { ...only, AUTH_JWT_ISSUER: ' ' }, 'AUTH_JWT_ISSUER', /is missing/],
  ['no audience', { ...only, AUTH_JWT_AUDIENCE: '' }, 'AUTH_JWT_AUDIENCE', /is missing/],
  ["the other way's", { ...only, AUTH_TOKENS: mara }, 'AUTH_TOKENS', /AUTH is jwt/],
])('jwt: %s', (_name, env, variable, message) => {
  const found = problems({ ...jwt, ...env });
  expect(found).toEqual([[variable, expect.stringMatching(message)]]);
  expect(JSON.stringify(found)).not.toMatch(/aaaa|MIIB/);
});

const known = (user: string, token: string) => ({ user, digest: digestOf(token) });
const of = (AUTH_TOKENS: string) => read({ AUTH: 'static', AUTH_TOKENS });

test('static: several users, and several tokens of one', () => {
  const [b, c] = [`${'b'.repeat(16)}==`, 'c'.repeat(40)];
  const tokens = [known('mara', '0123456789abcdef'), known('jo@x.example', b), known('mara', c)];
  expect(of(`${mara}, jo@x.example:${b},mara:${c}`)).toEqual({ kind: 'static', tokens });
});

test.each<[string, string, RegExp]>([
  ['a short token', 'mara:0123456789abcde', /at least 16/],
  ['no user', ':0123456789abcdef', /form user:token.*\(entry 1\)/],
  ['no token', `${mara},jo`, /form user:token.*\(entry 2\)/],
  ['a token that fits into no header', 'mara:0123456789 abcdef', /form user:token/],
  ['a token of two', `${mara},jo:0123456789abcdef`, /each token once \(entry 2\)/],
])('static: %s is refused, without the text', (_name, tokens, message) => {
  const found = problems({ AUTH: 'static', AUTH_TOKENS: tokens });
  expect(found).toEqual([['AUTH_TOKENS', expect.stringMatching(message)]]);
  expect(JSON.stringify(found)).not.toContain('0123456789');
});

test.each([{}, { AUTH_TOKENS: ' ' }, { AUTH_TOKENS: ',' }])('static: %j names nobody', (env) => {
  const found = problems({ AUTH: 'static', ...env });
  expect(found).toEqual([['AUTH_TOKENS', expect.stringMatching(/at least one/)]]);
});

describe('static: from a file', () => {
  const folder = useFolder();
  const from = (text: string): Environment => {
    const AUTH_TOKENS_FILE = join(folder.path, 'tokens');
    writeFileSync(AUTH_TOKENS_FILE, text);
    return { AUTH: 'static', AUTH_TOKENS_FILE };
  };

  test('one a line, with remarks and blank lines', () =>
    expect(read(from(`# the team\n\n${mara}\r\n  jo:${'b'.repeat(16)}\n`))).toEqual({
      kind: 'static',
      tokens: [known('mara', '0123456789abcdef'), known('jo', 'b'.repeat(16))],
    }));

  test('a wrong line is named by its number, and not repeated', () => {
    const found = problems(from(`# the team\n${mara}\njo:hunter2\n`));
    expect(found).toEqual([['AUTH_TOKENS_FILE', expect.stringMatching(/\(entry 3\)$/)]]);
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  test('one that names nobody, is not there, or comes beside a list', () => {
    expect(problems(from('# nobody\n'))[0]?.[1]).toMatch(/at least one/);
    const missing = { AUTH: 'static', AUTH_TOKENS_FILE: join(folder.path, 'none') };
    expect(problems(missing)).toEqual([['AUTH_TOKENS_FILE', expect.stringMatching(/ENOENT/)]]);
    expect(problems({ ...from(mara), AUTH_TOKENS: mara })[0]?.[1]).toMatch(/Set one of them/);
  });
});

const SECRET = 'a-secret-of-the-frontend';

const forwarded = (env: Environment, kind: 'none' | 'static' = 'static') =>
  settingsOf(env, (reader) =>
    readForwardedUsers(reader, kind === 'none' ? { kind } : { kind, tokens: [] }),
  );

test('forwarded: without a secret nobody speaks for others', () =>
  expect(forwarded({})).toBeUndefined());

test('forwarded: the secret is kept as a hash, with the header that counts', () => {
  const digest = digestOf(SECRET);
  const usual = { digest, header: 'x-openwebui-user-id' };
  expect(forwarded({ FORWARDED_USERS_SECRET: SECRET })).toEqual(usual);
  const env = { FORWARDED_USERS_SECRET: SECRET, FORWARDED_USERS_HEADER: 'X-Forwarded-User' };
  expect(forwarded(env)).toEqual({ digest, header: 'x-forwarded-user' });
});

test.each<[string, Environment, 'none' | 'static', RegExp]>([
  ['a short secret', { FORWARDED_USERS_SECRET: 'short' }, 'static', /at least 16 characters/],
  ['no check of identity', { FORWARDED_USERS_SECRET: SECRET }, 'none', /Set AUTH=static/],
  ['a header that is none', { FORWARDED_USERS_HEADER: 'a b' }, 'static', /name of a header/],
])('forwarded: %s is refused, without repeating it', (_name, env, kind, message) => {
  const error = thrownBy(() => forwarded(env, kind));
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain(env['FORWARDED_USERS_SECRET'] ?? SECRET);
});

const realm = { AUTH_JWKS_URL: KEYS, AUTH_JWT_ISSUER: 'https://id.example/realm' };
const oidcOf = (env: Environment) => {
  const { auth } = readConfig({ ...jwt, ...realm, ...env }, []);
  return auth.kind === 'jwt' ? auth.oidc : undefined;
};

const page = { AUTH_OIDC_CLIENT_ID: 'page' };
const scope = 'openid profile offline_access';
const authority = 'https://id.example/realm';
const origins = ['https://id.example'];
const usual = { authority, clientId: 'page', scope, params: {}, origins };
const [use, at] = ['openid api://sextant/use', 'https://sextant.example'];
const prompt = 'audience=https%3A%2F%2Fapi&prompt=login';
const more = ['https://id.example', 'https://tokens.example'];

it.each<[Environment, object | undefined]>([
  // By a token that is pasted, unless the page has a client id.
  [{}, undefined],
  [page, usual],
  [
    { ...page, AUTH_OIDC_SCOPE: use },
    { ...usual, scope: use },
  ],
  [
    { ...page, AUTH_OIDC_RESOURCE: at },
    { ...usual, resource: at },
  ],
  [
    { ...page, AUTH_OIDC_PARAMS: prompt },
    { ...usual, params: { audience: 'https://api', prompt: 'login' } },
  ],
  [
    { ...page, AUTH_OIDC_ORIGINS: more.toReversed().join(', ') },
    { ...usual, origins: more },
  ],
])('OpenID Connect: of %j is %j', (env, expected) => expect(oidcOf(env)).toEqual(expected));

it.each<[Environment, RegExp]>([
  [{ AUTH_OIDC_SCOPE: 'openid' }, /AUTH_OIDC_SCOPE: is set, and AUTH_OIDC_CLIENT_ID is not/],
  [{ AUTH_OIDC_CLIENT_ID: 'p', AUTH_OIDC_SCOPE: 'profile' }, /OIDC_SCOPE: must hold "openid"/],
  [{ AUTH_OIDC_CLIENT_ID: 'p', AUTH_JWT_ISSUER: 'http://an.id' }, /ISSUER: must be an https/],
  [{ AUTH_OIDC_CLIENT_ID: 'p', AUTH_JWT_ISSUER: 'my-issuer' }, /JWT_ISSUER: must be an https/],
  [{ AUTH_OIDC_CLIENT_ID: 'p', AUTH_OIDC_ORIGINS: 'https://a/b' }, /OIDC_ORIGINS: must be/],
  [{ AUTH: 'none', AUTH_OIDC_CLIENT_ID: 'p' }, /AUTH_OIDC_CLIENT_ID: is set, and AUTH is none/],
])('OpenID Connect: refuses %j', (env, problem) => expect(() => oidcOf(env)).toThrow(problem));

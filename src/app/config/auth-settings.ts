import { readFileSync } from 'node:fs';
import { defined } from '../../foundation/defined.js';
import { messageOf } from '../../foundation/errors.js';
import { isLoopback, parseUrl } from '../../foundation/parse-url.js';
import type { JwtKeys } from '../../http/identity/jwt.js';
import { digestOf, type StaticToken, type ForwardedUsers } from '../../http/identity/identity.js';
import type { SettingsReader } from '../../foundation/settings-reader.js';

const authKinds = ['none', 'jwt', 'static'] as const;

export type AuthSettings =
  | { kind: 'none' }
  | { kind: 'static'; tokens: readonly StaticToken[] }
  | ReturnType<typeof readJwt>;

const oidcVariables = [
  'AUTH_OIDC_CLIENT_ID',
  'AUTH_OIDC_SCOPE',
  'AUTH_OIDC_RESOURCE',
  'AUTH_OIDC_PARAMS',
  'AUTH_OIDC_ORIGINS',
] as const;

const variables = {
  none: [],
  jwt: [
    'AUTH_JWT_SECRET',
    'AUTH_JWKS_URL',
    'AUTH_JWT_ISSUER',
    'AUTH_JWT_AUDIENCE',
    'AUTH_JWT_USER_CLAIM',
    'AUTH_JWT_ROLES_CLAIM',
    ...oidcVariables,
  ],
  static: ['AUTH_TOKENS', 'AUTH_TOKENS_FILE'],
} as const;

export function readAuthSettings(read: SettingsReader, host: string): AuthSettings {
  const kind = read.choice('AUTH', authKinds, 'none');
  // A misspelt one is a problem already; to judge the rest by `none` would mislead.
  if (read.text('AUTH', kind) !== kind) return { kind: 'none' };
  refuseUseless(read, kind);
  if (kind === 'none') {
    if (!isLoopback(host)) read.problem('HOST', OPEN_HOST);
    return { kind };
  }
  return kind === 'jwt' ? readJwt(read) : { kind, tokens: readTokens(read) };
}

const OPEN_HOST =
  "must be an address of this machine (127.0.0.1, ::1 or localhost) while AUTH is none, because others could do anything in anybody's name. To serve others, set AUTH=jwt with AUTH_JWKS_URL, AUTH_JWT_ISSUER and AUTH_JWT_AUDIENCE, or AUTH=static with AUTH_TOKENS_FILE";

/** Somebody who sets a secret means to lock the door; AUTH forgotten would leave it open unnoticed. */
function refuseUseless(read: SettingsReader, kind: AuthSettings['kind']): void {
  for (const other of authKinds) {
    const rule = `is set, and AUTH is ${kind}. Set AUTH=${other}, or unset it`;
    if (other !== kind) read.refuse(variables[other], rule);
  }
}

function readJwt(read: SettingsReader) {
  const issuer = required(read, 'AUTH_JWT_ISSUER', 'the "iss" of the tokens');
  return {
    kind: 'jwt' as const,
    keys: readKeys(read),
    issuer,
    audience: required(read, 'AUTH_JWT_AUDIENCE', 'the "aud" of the tokens'),
    userClaim: read.text('AUTH_JWT_USER_CLAIM', 'sub'),
    rolesClaim: read.text('AUTH_JWT_ROLES_CLAIM', 'roles'),
    /** How the page signs people in; absent: they paste a token. */
    ...defined({ oidc: readOidcSettings(read, issuer) }),
  };
}

function required(read: SettingsReader, name: string, what: string): string {
  const value = read.optional(name);
  if (value === undefined) read.problem(name, `is missing, and AUTH is jwt. Set it to ${what}`);
  return value ?? '';
}

function readKeys(read: SettingsReader): JwtKeys {
  const secret = read.optional('AUTH_JWT_SECRET');
  const jwksUrl = read.url('AUTH_JWKS_URL', ['https:', 'http:']);
  if (secret !== undefined && read.optional('AUTH_JWKS_URL') !== undefined) {
    read.problem('AUTH_JWT_SECRET', 'is set, and so is AUTH_JWKS_URL. Set one of them');
  } else if (secret !== undefined) {
    checkSecret(read, secret);
  } else if (jwksUrl !== undefined) {
    checkJwksUrl(read, jwksUrl);
  } else if (read.optional('AUTH_JWKS_URL') === undefined) {
    read.problem('AUTH_JWKS_URL', `is missing, and AUTH is jwt. ${SET_KEYS}`);
  }
  return secret === undefined ? { jwksUrl: jwksUrl ?? '' } : { secret };
}

const SET_KEYS =
  "Set it to the address of the issuer's keys, or AUTH_JWT_SECRET to the secret you share with it";

/** RFC 7518: a key for HS256 has at least as many bytes as its hash. */
const SECRET_BYTES = 32;

function checkSecret(read: SettingsReader, secret: string): void {
  if (secret.startsWith('-----BEGIN')) {
    read.problem('AUTH_JWT_SECRET', 'must be a secret, not a key file. Set AUTH_JWKS_URL for keys');
  } else if (Buffer.byteLength(secret) < SECRET_BYTES) {
    read.problem('AUTH_JWT_SECRET', `must have at least ${SECRET_BYTES} bytes`);
  }
}

/** Who can change the keys on their way can sign in as anybody. */
function checkJwksUrl(read: SettingsReader, jwksUrl: string): void {
  const { protocol, hostname } = new URL(jwksUrl);
  if (protocol === 'https:' || isLoopback(hostname)) return;
  read.problem('AUTH_JWKS_URL', 'must begin with https://, unless it is of this machine');
}

function readTokens(read: SettingsReader): StaticToken[] {
  const list = read.optional('AUTH_TOKENS');
  const file = read.optional('AUTH_TOKENS_FILE');
  if (list !== undefined && file !== undefined) {
    read.problem('AUTH_TOKENS', 'is set, and so is AUTH_TOKENS_FILE. Set one of them');
    return [];
  }
  if (file !== undefined) return tokensIn(read, 'AUTH_TOKENS_FILE', linesOf(read, file));
  return tokensIn(read, 'AUTH_TOKENS', list?.split(',') ?? []);
}

function linesOf(read: SettingsReader, file: string): string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    read.problem('AUTH_TOKENS_FILE', `must be a file that can be read (${messageOf(error)})`);
    return undefined;
  }
}

/** The name, a colon, a token that fits into a header (RFC 6750's characters, 16 and more), and perhaps roles. */
const ENTRY =
  /^([A-Za-z0-9._@-]{1,64}):([A-Za-z0-9\-._~+/]{16,}=*)(?::([A-Za-z0-9._@|-]{1,500}))?$/;

/** The tokens of `lines`, without blank ones and those that begin with `#`; problems name the place, not the text. */
function tokensIn(read: SettingsReader, name: string, lines: readonly string[] | undefined) {
  const entries = (lines ?? [])
    .map((line, index) => ({ text: line.trim(), place: `(entry ${index + 1})` }))
    .filter(({ text }) => text !== '' && !text.startsWith('#'));
  if (lines !== undefined && entries.length === 0) read.problem(name, NO_TOKENS);
  const tokens = new Map<string, Pick<StaticToken, 'user' | 'roles'>>();
  for (const { text, place } of entries) {
    const [, user, token, roles] = ENTRY.exec(text) ?? [];
    if (user === undefined || token === undefined) read.problem(name, `${ENTRY_RULE} ${place}`);
    else if (tokens.has(token)) read.problem(name, `must name each token once ${place}`);
    else tokens.set(token, { user, roles: roles?.split('|').filter(Boolean) });
  }
  return [...tokens].map(([token, entry]) => ({ ...entry, digest: digestOf(token) }));
}

const ENTRY_RULE =
  'must be entries of the form user:token or user:token:role|role, with a user of letters, digits and . _ @ - and a token of at least 16 characters out of letters, digits and - . _ ~ + /';
const NO_TOKENS =
  'must name at least one user:token, because AUTH is static (AUTH_TOKENS_FILE: one a line; AUTH_TOKENS: with commas)';

/** How people sign in to the page at the issuer of the tokens, by OpenID Connect with PKCE. */
export type OidcSettings = NonNullable<ReturnType<typeof readOidcSettings>>;

/** Without it, a provider gives no token that renews the sign-in. */
const SCOPE = 'openid profile offline_access';

/** Reads how the page signs people in at `issuer`; undefined where they paste a token instead. */
function readOidcSettings(read: SettingsReader, issuer: string) {
  const clientId = read.optional('AUTH_OIDC_CLIENT_ID');
  if (clientId === undefined) {
    read.refuse(oidcVariables, NO_CLIENT);
    return undefined;
  }
  return {
    authority: issuer,
    clientId,
    scope: readScope(read),
    /** Whom the access token is for (RFC 8707). */
    resource: read.optional('AUTH_OIDC_RESOURCE'),
    /** Further parameters of the request, such as Auth0's `audience`. */
    params: Object.fromEntries(new URLSearchParams(read.text('AUTH_OIDC_PARAMS', ''))),
    /** What the page may ask: the issuer's origin, and those of its endpoints elsewhere. */
    origins: [...new Set([readAuthority(read, issuer), ...readOrigins(read)])],
  };
}

const NO_CLIENT =
  "is set, and AUTH_OIDC_CLIENT_ID is not. Set that to the page's client id at the issuer, or unset this";

function readScope(read: SettingsReader): string {
  const scope = read.text('AUTH_OIDC_SCOPE', SCOPE);
  if (!scope.split(' ').includes('openid'))
    read.problem('AUTH_OIDC_SCOPE', `must hold "openid", as ${SCOPE} does`);
  return scope;
}

/** The origin of the issuer: a token that came over an open line is anybody's. */
function readAuthority(read: SettingsReader, issuer: string): string {
  const url = parseUrl(issuer);
  if (url !== undefined && isSafe(url)) return url.origin;
  read.problem(
    'AUTH_JWT_ISSUER',
    'must be an https address, or one of this machine, because AUTH_OIDC_CLIENT_ID lets the page sign in there',
  );
  return '';
}

function readOrigins(read: SettingsReader): string[] {
  const origins = read.list('AUTH_OIDC_ORIGINS');
  for (const origin of origins) {
    const url = parseUrl(origin);
    if (url !== undefined && url.origin === origin && isSafe(url)) continue;
    read.problem(
      'AUTH_OIDC_ORIGINS',
      'must be a comma list of https origins such as https://login.example.com, without path and last slash',
    );
  }
  return origins;
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** A token that fits into a header: RFC 6750's characters. */
const SECRET = /^[A-Za-z0-9\-._~+/]{16,}=*$/;
const HEADER = /^[a-z][a-z0-9-]{0,60}$/;

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

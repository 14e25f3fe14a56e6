import { isLoopback, parseUrl } from '../../foundation/parse-url.js';
import type { SettingsReader } from '../../foundation/settings-reader.js';

/** How people sign in to the page at the issuer of the tokens, by OpenID Connect with PKCE. */
export interface OidcSettings {
  /** The issuer, where `/.well-known/openid-configuration` is found. */
  authority: string;
  /** The page's id there, as a public client. */
  clientId: string;
  scope: string;
  /** Whom the access token is for (RFC 8707). */
  resource?: string;
  /** Further parameters of the request, such as Auth0's `audience`. */
  params: Readonly<Record<string, string>>;
  /** What the page may ask: the issuer's origin, and those of its endpoints elsewhere. */
  origins: readonly string[];
}

export const oidcVariables = [
  'AUTH_OIDC_CLIENT_ID',
  'AUTH_OIDC_SCOPE',
  'AUTH_OIDC_RESOURCE',
  'AUTH_OIDC_PARAMS',
  'AUTH_OIDC_ORIGINS',
] as const;

/** Without it, a provider gives no token that renews the sign-in. */
const SCOPE = 'openid profile offline_access';

/** Reads how the page signs people in at `issuer`; undefined where they paste a token instead. */
export function readOidcSettings(read: SettingsReader, issuer: string): OidcSettings | undefined {
  const clientId = read.optional('AUTH_OIDC_CLIENT_ID');
  if (clientId === undefined) {
    for (const name of oidcVariables) {
      if (read.optional(name) !== undefined) read.problem(name, NO_CLIENT);
    }
    return undefined;
  }
  return {
    authority: issuer,
    clientId,
    scope: readScope(read),
    resource: read.optional('AUTH_OIDC_RESOURCE'),
    params: Object.fromEntries(new URLSearchParams(read.text('AUTH_OIDC_PARAMS', ''))),
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
  const items = read.text('AUTH_OIDC_ORIGINS', '').split(',');
  const origins = items.map((item) => item.trim()).filter((item) => item !== '');
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

import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { AppError, messageOf, unauthorized } from '../../foundation/errors.js';
import type { Clock } from '../../foundation/clock.js';
import { isObject } from '../../foundation/json.js';
import type { Logger } from '../../foundation/logger.js';
import type { VerifyToken } from './identity.js';

/** What a signature is checked with: a secret shared with the issuer, or the address of its public keys. */
export type JwtKeys = { secret: string } | { jwksUrl: string };

export interface JwtOptions {
  keys: JwtKeys;
  issuer: string;
  audience: string;
  userClaim: string;
  /** The claim with the user's roles, with dots where it lies inside others; absent: `roles`. */
  rolesClaim?: string;
  logger: Logger;
  clock: Clock;
  /** How long the key set is not asked again for a key it did not have, in ms. */
  jwksCooldownMs?: number;
}

/** The key's kind alone says which algorithms: else a public key could be an HMAC's secret, or `none` pass. */
const SECRET_ALGORITHMS = ['HS256'];
const PUBLIC_KEY_ALGORITHMS =
  'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

const CLOCK_TOLERANCE_S = 30;

const JWKS = { timeoutDuration: 5_000, cooldownDuration: 30_000, cacheMaxAge: 10 * 60_000 };

/** Accepts JSON Web Tokens of one issuer that were made for this server and have not expired. */
export function verifyJwt(options: JwtOptions): VerifyToken {
  const verify = signatureCheck(options);
  return async (token) => identityIn(await verify(token), options);
}

function signatureCheck(options: JwtOptions): (token: string) => Promise<JWTPayload> {
  const { keys, issuer, audience, userClaim, clock } = options;
  const cooldownDuration = options.jwksCooldownMs ?? JWKS.cooldownDuration;
  const getKey: JWTVerifyGetKey =
    'secret' in keys
      ? async () => new TextEncoder().encode(keys.secret)
      : createRemoteJWKSet(new URL(keys.jwksUrl), { ...JWKS, cooldownDuration });
  const rules = {
    issuer,
    audience,
    requiredClaims: [userClaim, 'exp'],
    clockTolerance: CLOCK_TOLERANCE_S,
    algorithms: 'secret' in keys ? SECRET_ALGORITHMS : PUBLIC_KEY_ALGORITHMS,
  };
  return async (token) => {
    const checked = jwtVerify(token, getKey, { ...rules, currentDate: clock() });
    return (await checked.catch(refuse(options))).payload;
  };
}

/** A fault of the token is the sender's to fix; any other is the issuer's or ours, and goes into the log. */
function refuse({ logger }: JwtOptions): (error: unknown) => never {
  return (error) => {
    const refusal = jwtRefusal(error);
    if (refusal !== undefined) throw unauthorized(refusal, error);
    logger.warn({ reason: reasonOf(error) }, "the token issuer's keys cannot be used");
    throw new AppError(
      'identity_unavailable',
      "The token cannot be checked at the moment, because the keys of its issuer cannot be read. Try again later; the server's log has the reason.",
      [],
      { cause: error },
    );
  };
}

/** `fetch` itself says only that it failed; what it failed of is behind that. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JOSEError) return error.message;
  const { cause } = error as { cause?: { code?: unknown } };
  return [messageOf(error), cause?.code].filter(Boolean).join(': ');
}

/** No control characters, which a database refuses, and no half characters, which it would take for each other. */
const USER = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

function identityIn(claims: JWTPayload, { issuer, userClaim, rolesClaim = 'roles' }: JwtOptions) {
  const user = claims[userClaim];
  if (typeof user !== 'string' || !USER.test(user))
    throw unauthorized(
      `The token's claim "${userClaim}" does not name a user: it must be a text of 1 to 255 characters.`,
    );
  const { preferred_username: preferred, exp } = claims;
  const roles = rolesIn(claims, rolesClaim);
  return {
    // Encoded, the issuer holds no bar: two pairs of issuer and user never give the same id.
    userId: `jwt:${encodeURIComponent(issuer)}|${user}`,
    username: typeof preferred === 'string' && USER.test(preferred) ? preferred : user,
    ...(roles.length === 0 ? {} : { roles }),
    // From then on it is refused.
    ...(exp !== undefined && { expiresAt: new Date((exp + CLOCK_TOLERANCE_S) * 1000) }),
  };
}

const MAX_ROLES = 200;

/** A list of texts, or one text with blanks between them as in `scope`; of anything else there are none. */
function rolesIn(claims: JWTPayload, claim: string): string[] {
  const own = Object.hasOwn(claims, claim) ? [claim] : claim.split('.');
  const value = own.reduce<unknown>(
    (outer, name) => (isObject(outer) && Object.hasOwn(outer, name) ? outer[name] : undefined),
    claims,
  );
  const list: unknown[] = typeof value === 'string' ? value.split(' ') : [value].flat();
  const texts = list.filter((role): role is string => typeof role === 'string' && USER.test(role));
  return [...new Set(texts)].slice(0, MAX_ROLES);
}

/** What is wrong with a token, for who sent it; undefined when the token is not what failed. */
function jwtRefusal(error: unknown): string | undefined {
  if (error instanceof errors.JWTExpired) return 'The token has expired: sign in again.';
  if (error instanceof errors.JWTClaimValidationFailed) return claimRefusal(error);
  if (error instanceof errors.JOSEError) return sentences[error.code];
  return undefined;
}

const MALFORMED = 'The token is not a signed JSON Web Token.';
const UNKNOWN_KEY = 'The token is signed with a key that is not among those of its issuer.';

/** By jose's code of an error, for those that a token alone can cause. */
const sentences: Readonly<Record<string, string>> = {
  ERR_JOSE_ALG_NOT_ALLOWED:
    'The token is signed in a way that this server does not accept (its "alg").',
  ERR_JOSE_NOT_SUPPORTED: 'The token asks for something that this server does not support.',
  ERR_JWS_INVALID: MALFORMED,
  ERR_JWT_INVALID: MALFORMED,
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "The token's signature is not valid.",
  ERR_JWKS_NO_MATCHING_KEY: UNKNOWN_KEY,
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'The token does not say which key it is signed with ("kid").',
};

const claims: Readonly<Record<string, string>> = {
  iss: 'The token is of another issuer than the one this server trusts (its "iss").',
  aud: 'The token was made for another service than this server (its "aud").',
  nbf: 'The token is not valid yet: look at the clocks.',
};

function claimRefusal({ claim, reason }: errors.JWTClaimValidationFailed): string {
  if (reason === 'missing') return `The token has no claim "${claim}", which this server needs.`;
  return claims[claim] ?? `The token's claim "${claim}" is not valid.`;
}

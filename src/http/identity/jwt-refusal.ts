import { errors } from 'jose';

/** What is wrong with a token, for who sent it; undefined when the token is not what failed. */
export function jwtRefusal(error: unknown): string | undefined {
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

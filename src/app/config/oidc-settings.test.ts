import { describe, expect, it } from '@jest/globals';
import { readConfig, type Environment } from './config.js';

describe('OpenID Connect', () => {
const JWT = {
  AUTH: 'jwt',
  AUTH_JWKS_URL: 'https://id.example/keys',
  AUTH_JWT_ISSUER: 'https://id.example/realm',
  AUTH_JWT_AUDIENCE: 'sextant',
};
const read = (env: Environment) => {
  const { auth } = readConfig({ ...JWT, ...env }, []);
  return auth.kind === 'jwt' ? auth.oidc : undefined;
};

describe('the sign-in of the page', () => {
  it('is by a token that is pasted, unless the page has a client id', () => {
    expect(read({})).toBeUndefined();
  });

  it('is at the issuer, with a scope that renews', () => {
    expect(read({ AUTH_OIDC_CLIENT_ID: 'page' })).toEqual({
      authority: 'https://id.example/realm',
      clientId: 'page',
      scope: 'openid profile offline_access',
      params: {},
      origins: ['https://id.example'],
    });
  });

  it('takes what providers want besides', () => {
    const more = {
      AUTH_OIDC_CLIENT_ID: 'page',
      AUTH_OIDC_SCOPE: 'openid api://sextant/use',
      AUTH_OIDC_RESOURCE: 'https://sextant.example',
      AUTH_OIDC_PARAMS: 'audience=https%3A%2F%2Fapi&prompt=login',
      AUTH_OIDC_ORIGINS: 'https://tokens.example, https://id.example',
    };
    expect(read(more)).toMatchObject({
      scope: 'openid api://sextant/use',
      resource: 'https://sextant.example',
      params: { audience: 'https://api', prompt: 'login' },
      origins: ['https://id.example', 'https://tokens.example'],
    });
  });

  it.each<[Environment, RegExp]>([
    [{ AUTH_OIDC_SCOPE: 'openid' }, /AUTH_OIDC_SCOPE: is set, and AUTH_OIDC_CLIENT_ID is not/],
    [
      { AUTH_OIDC_CLIENT_ID: 'p', AUTH_OIDC_SCOPE: 'profile' },
      /AUTH_OIDC_SCOPE: must hold "openid"/,
    ],
    [
      { AUTH_OIDC_CLIENT_ID: 'p', AUTH_JWT_ISSUER: 'http://id.example' },
      /AUTH_JWT_ISSUER: must be an https address/,
    ],
    [
      { AUTH_OIDC_CLIENT_ID: 'p', AUTH_JWT_ISSUER: 'my-issuer' },
      /AUTH_JWT_ISSUER: must be an https/,
    ],
    [{ AUTH_OIDC_CLIENT_ID: 'p', AUTH_OIDC_ORIGINS: 'https://a/b' }, /AUTH_OIDC_ORIGINS: must be/],
    [{ AUTH: 'none', AUTH_OIDC_CLIENT_ID: 'p' }, /AUTH_OIDC_CLIENT_ID: is set, and AUTH is none/],
  ])('refuses %j', (env, problem) => {
    expect(() => read(env)).toThrow(problem);
  });
});
});

import { rejectionOf } from '../../../test/support/refused.js';
import { createHmac } from 'node:crypto';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose';
import { useOpened } from '../../../test/support/use-opened.js';
import { serve } from '../../../test/support/http-server.js';
import { defined } from '../../foundation/defined.js';
import { createLogger, silentLogger } from '../../foundation/logger.js';
import { verifyJwt, type JwtOptions } from './jwt.js';

const ISSUER = 'https://id.example/realms/a|b';
const SECRET = 'a secret of more than thirty-two bytes';
const NOW = new Date('2026-11-22T12:00:00Z');
const now = NOW.getTime() / 1000;
const expected = { issuer: ISSUER, audience: 'sextant', userClaim: 'sub' };
const rules = { ...expected, logger: silentLogger, clock: () => NOW };
const good: JWTPayload = { sub: 'mara', iss: ISSUER, aud: 'sextant', exp: now + 60 };

/** The claims of a good token, with some changed, or left out when undefined. */
const claims = (changes: object): JWTPayload =>
  JSON.parse(JSON.stringify({ ...good, ...changes })) as JWTPayload;

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

function hmac(secret: string, header: object, payload: object = good): string {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const withSecret = (payload: JWTPayload, alg = 'HS256') =>
  new SignJWT(payload).setProtectedHeader({ alg }).sign(new TextEncoder().encode(SECRET));

/** What a token is refused with; its words hold nothing of the token. */
async function refusal(options: JwtOptions, token: string) {
  const error = await rejectionOf(verifyJwt(options)(token));
  for (const part of token.split('.')) if (part !== '') expect(error.message).not.toContain(part);
  return error;
}

const options = { ...rules, keys: { secret: SECRET } };

test.each<[string, object]>([
  ['a good one', {}],
  ['for several audiences', { aud: ['other', 'sextant'] }],
  ['expired just now, by a clock that is a little behind', { exp: now - 29 }],
  ['valid in a moment', { nbf: now + 29 }],
])('a token, %s is accepted', async (_name, changes) => {
  expect(await verifyJwt(options)(await withSecret(claims(changes)))).toEqual({
    userId: 'jwt:https%3A%2F%2Fid.example%2Frealms%2Fa%7Cb|mara',
    username: 'mara',
    expiresAt: expect.any(Date),
  });
});

test('a token ends when it is refused from then on', async () => {
  const { expiresAt } = await verifyJwt(options)(await withSecret(claims({ exp: now + 60 })));
  expect(expiresAt).toEqual(new Date((now + 90) * 1000));
});

const URL = 'https://x.example/roles';
test.each<[string, object, string | undefined, string[] | undefined]>([
  ['a list', { roles: ['lead', 7, '', 'lead', 'auditor'] }, undefined, ['lead', 'auditor']],
  ['a text with blanks', { scope: 'read lead' }, 'scope', ['read', 'lead']],
  ['inside others', { realm_access: { roles: ['lead'] } }, 'realm_access.roles', ['lead']],
  ['a name with dots', { [URL]: ['lead'] }, URL, ['lead']],
  ['another claim', { groups: ['lead'] }, undefined, undefined],
  ['no list', { roles: { lead: true } }, undefined, undefined],
  ['a name of every object', {}, 'constructor.name', undefined],
])('roles: %s', async (_name, changes, rolesClaim, roles) => {
  const verify = verifyJwt({ ...options, ...defined({ rolesClaim }) });
  expect((await verify(await withSecret(claims(changes)))).roles).toEqual(roles);
});

const mixed = async () => {
  const [header, , signature] = (await withSecret(good)).split('.');
  return `${header}.${encode(claims({ sub: 'root' }))}.${signature}`;
};
const claiming = (changes: object) => () => withSecret(claims(changes));
test.each<[string, () => string | Promise<string>, RegExp]>([
  ['expired', claiming({ exp: now - 31 }), /expired/],
  ['without an end', claiming({ exp: undefined }), /no claim "exp"/],
  ['with an end that is no number', claiming({ exp: 'never' }), /"exp" is not valid/],
  ['not valid yet', claiming({ nbf: now + 31 }), /not valid yet/],
  ['of another issuer', claiming({ iss: 'https://id.example' }), /another issuer/],
  ['without an issuer', claiming({ iss: undefined }), /no claim "iss"/],
  ['for another audience', claiming({ aud: 'sextant2' }), /another service/],
  ['without an audience', claiming({ aud: undefined }), /no claim "aud"/],
  ['without a user', claiming({ sub: undefined }), /no claim "sub"/],
  ['with an empty user', claiming({ sub: '' }), /does not name a user/],
  ['with a user that is no text', claiming({ sub: 7 }), /does not name a user/],
  ['with a user that no database can hold', claiming({ sub: 'a\0b' }), /does not name a user/],
  ['with half a character', claiming({ sub: 'a\ud83d' }), /does not name a user/],
  ['with a user as long as a book', claiming({ sub: 'x'.repeat(256) }), /does not name a user/],
  ['no signature, by "none"', () => `${encode({ alg: 'none' })}.${encode(good)}.`, /"alg"/],
  ['"none" with a signature', () => hmac(SECRET, { alg: 'none' }), /"alg"/],
  ['"None"', () => hmac(SECRET, { alg: 'None' }), /"alg"/],
  ['another HMAC', () => withSecret(good, 'HS512'), /"alg"/],
  ['another secret', () => hmac('x'.repeat(32), { alg: 'HS256' }), /signature/],
  ['a part of another token', mixed, /signature/],
  ['an unknown demand', () => hmac(SECRET, { alg: 'HS256', crit: ['x'], x: 1 }), /support/],
  ['garbage', () => 'hunter2', /not a signed/],
  ['dots', () => 'hun.ter.2', /not a signed/],
  ['claims that are no object', () => hmac(SECRET, { alg: 'HS256' }, [1]), /not a signed/],
])('a token, %s is refused', async (_name, token, message) => {
  const error = await refusal(options, await token());
  expect(error).toMatchObject({ code: 'unauthorized', message: expect.stringMatching(message) });
});

test('the claim and the name it goes by can be others', async () => {
  const token = await withSecret(claims({ oid: 'u-1', preferred_username: 'maria.keller' }));
  expect(await verifyJwt({ ...options, userClaim: 'oid' })(token)).toEqual({
    userId: expect.stringMatching(/\|u-1$/),
    username: 'maria.keller',
    expiresAt: expect.any(Date),
  });
  expect((await refusal({ ...options, userClaim: 'email' }, token)).message).toMatch(/"email"/);
});

let answer: () => { status: number; body: string };
let asked = 0;
const keys: Record<string, { privateKey: CryptoKey; publicKey: CryptoKey; jwk: JWK }> = {};

beforeAll(async () => {
  const pairs = { rsa: 'RS256', ec: 'ES256', new: 'EdDSA', stranger: 'RS256' };
  for (const [kid, alg] of Object.entries(pairs)) {
    const pair = await generateKeyPair(alg, { extractable: true });
    const jwk = { ...(await exportJWK(pair.publicKey)), kid, alg };
    keys[kid] = { ...pair, jwk };
  }
});
const server = useOpened(() =>
  serve((_request, response) => {
    asked += 1;
    const { status, body } = answer();
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }),
);
beforeEach(() => {
  asked = 0;
  offer('rsa', 'ec');
});

function offer(...kids: string[]): void {
  const body = JSON.stringify({ keys: kids.map((kid) => keys[kid]?.jwk) });
  answer = () => ({ status: 200, body });
}

const withKeys = (more: Partial<JwtOptions> = {}): JwtOptions => ({
  ...rules,
  keys: { jwksUrl: `${server.url}/keys` },
  ...more,
});

function signed(kid: string, payload = good, header: object = {}): Promise<string> {
  const { jwk, privateKey } = keys[kid]!;
  const named = { alg: jwk.alg ?? '', kid, ...header };
  return new SignJWT(payload).setProtectedHeader(named).sign(privateKey);
}

test('tokens of each key are accepted, and the keys are asked for once', async () => {
  const verify = verifyJwt(withKeys());
  const tokens = await Promise.all([signed('rsa'), signed('ec'), signed('rsa')]);
  const found = await Promise.all(tokens.map((token) => verify(token)));
  expect(found.map(({ username }) => username)).toEqual(['mara', 'mara', 'mara']);
  expect(asked).toBe(1);
});

test.each([['PEM'], ['JWK']])('the public key as %s is no secret for an HMAC', async (form) => {
  const key = keys['rsa'];
  const pem = form === 'PEM' ? await exportSPKI(key!.publicKey) : JSON.stringify(key!.jwk);
  const error = await refusal(withKeys(), hmac(pem, { alg: 'HS256', kid: 'rsa' }));
  expect([error.code, error.message]).toEqual(['unauthorized', expect.stringMatching(/"alg"/)]);
  // Refused by its algorithm, before any key is looked at.
  expect(asked).toBe(0);
});

const brings = (header: object) => signed('stranger', good, header);
const jwk = () => keys['stranger']?.jwk;
test.each<[string, () => Promise<string>, RegExp]>([
  ['"none"', async () => `${encode({ alg: 'none', kid: 'rsa' })}.${encode(good)}.`, /"alg"/],
  ["a stranger's key", () => signed('stranger'), /not among those/],
  ["a stranger's key under a known name", () => brings({ kid: 'rsa' }), /signature/],
  ['a key that it brings along', () => brings({ kid: 'rsa', jwk: jwk() }), /signature/],
  ['the address of keys', () => brings({ jku: `${server.url}/evil` }), /not among those/],
  ['no name of a key, several fit', () => signed('rsa', good, { kid: undefined }), /kid/],
])('with public keys, %s is refused', async (_name, token, message) => {
  const copy = { ...keys['rsa']?.jwk, kid: 'rsa2' };
  const body = JSON.stringify({ keys: [keys['rsa']?.jwk, copy, keys['ec']?.jwk] });
  answer = () => ({ status: 200, body });
  const error = await refusal(withKeys(), await token());
  expect(error).toMatchObject({ code: 'unauthorized', message: expect.stringMatching(message) });
});

test('a new key is found when the issuer changes its keys, and the old one no longer counts', async () => {
  const verify = verifyJwt(withKeys({ jwksCooldownMs: 0 }));
  await verify(await signed('rsa'));
  offer('new', 'ec');
  expect(await verify(await signed('new'))).toMatchObject({ username: 'mara' });
  expect(asked).toBe(2);
  await expect(verify(await signed('rsa'))).rejects.toThrow(/not among those/);
});

test('tokens of unknown keys do not make the server ask again and again', async () => {
  const verify = verifyJwt(withKeys());
  await verify(await signed('rsa'));
  for (let i = 0; i < 20; i += 1) {
    const token = await signed('stranger', good, { kid: `k${i}` });
    await expect(verify(token)).rejects.toThrow(/not among those/);
  }
  expect(asked).toBe(1);
});

test.each<[string, () => { status: number; body: string }]>([
  ['an error', () => ({ status: 500, body: '{}' })],
  ['a redirect', () => ({ status: 302, body: '' })],
  ['no JSON', () => ({ status: 200, body: '<html>' })],
  ['no key set', () => ({ status: 200, body: '{"keys":7}' })],
])('keys that cannot be read (%s): the token is not the one to blame', async (_name, given) => {
  answer = given;
  const lines: string[] = [];
  const logger = createLogger('warn', { write: (line) => void lines.push(line) });
  const token = await signed('rsa');
  expect((await refusal(withKeys({ logger }), token)).code).toBe('identity_unavailable');
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain(token);
});

test('keys that cannot be read, nobody answers: it works again as soon as the issuer does', async () => {
  const gone = await serve((_request, response) => response.end());
  await gone.close();
  const error = await refusal(withKeys({ keys: { jwksUrl: gone.url } }), await signed('rsa'));
  expect(error.code).toBe('identity_unavailable');

  const verify = verifyJwt(withKeys());
  const working = answer;
  answer = () => ({ status: 503, body: '' });
  const away = { code: 'identity_unavailable' };
  await expect(verify(await signed('rsa'))).rejects.toMatchObject(away);
  answer = working;
  expect(await verify(await signed('rsa'))).toMatchObject({ username: 'mara' });
});

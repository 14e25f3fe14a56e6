import { useOpened } from '../../../../../test/support/use-opened.js';
import { refused } from '../../../../../test/support/refused.js';
import { call, startTestServer } from '../../../../../test/support/server.js';
import { openTestDatabase } from '../../../../../test/support/database.js';
import {
  callTool,
  closeSources,
  openMcp,
  untilStatus,
  WatchedCall,
} from '../../../../../test/support/mcp/open-mcp.js';
import { startOAuthMcp, type OAuthMcp } from '../../../../../test/support/mcp/oauth-mcp.js';
import { systemClock } from '../../../../foundation/clock.js';
import { createLogger, silentLogger, type Logger } from '../../../../foundation/logger.js';
import { Sealer } from '../../../../foundation/secrets.js';
import { McpSignInStore } from '../../../../store/mcp-sign-ins.store.js';
import { publicLookup } from '../../openapi/fetch/fetch-document.js';
import type { SignInResult } from '../../tool-source.js';
import { writeClientOf } from '../../write-access.js';
import { checkAddress, guardedFetch } from './guarded-fetch.js';
import { ServerSignIns } from './server-sign-ins.js';
import type { OAuthSettings } from './sign-in-exchange.js';

const BACK = 'http://127.0.0.1:1/v1/agent/sign-in/return';

let server: OAuthMcp;
const db = useOpened(() => openTestDatabase());
beforeEach(async () => (server = await startOAuthMcp()));
afterEach(async () => {
  await closeSources();
  await server.close();
  await db.query('delete from sextant.mcp_sign_ins');
});

const store = (secret = 'of the server') =>
  new McpSignInStore(db, systemClock, async () => new Sealer(secret, 'test'));

function signInsAt(
  url = server.url,
  kept = store(),
  settings: OAuthSettings = { hosts: [] },
  logger: Logger = silentLogger,
): ServerSignIns {
  return new ServerSignIns({
    source: 's',
    place: { url, headers: { 'x-api-key': 'operators' } },
    identity: url,
    settings,
    store: kept,
    clock: systemClock,
    logger,
  });
}

const RENAME = { method: 'POST', segments: ['rename'], body: {} };
const placeOf = (url: string) => ({ source: 's', server: url });

function opened(signIns = signInsAt()) {
  const place = { url: server.url, headers: { 'x-api-key': 'operators' } };
  return { source: openMcp(place, { patterns: { reads: ['whoami'] }, signIns }), signIns };
}

/** The source once Ada, an operator, has signed in. */
async function signedIn() {
  const { source, signIns } = opened();
  await signIn(signIns, 'ada', true);
  await untilStatus(source, ({ state }) => state === 'ready');
  return { source, signIns };
}

const resultIn = (address: URL): SignInResult =>
  Object.fromEntries(address.searchParams) as unknown as SignInResult;

async function signIn(signIns: ServerSignIns, userId: string, isOperator = false): Promise<void> {
  const { url } = await signIns.start(userId, BACK);
  await signIns.finish(userId, isOperator, resultIn(await server.visit(url, `${userId}@there`)));
}

const ask = (source: ReturnType<typeof openMcp>, userId: string, live?: WatchedCall) =>
  callTool(source, 's_whoami', {}, undefined, { userId, ...(live && { live }) });

describe('a server that asks for a sign-in', () => {
  test('lists its tools to the operator, and is called with each caller’s own tokens', async () => {
    const { source, signIns } = opened();
    const { reason } = await untilStatus(source, ({ state }) => state === 'down');
    expect(reason).toContain('an operator signs in to s first');
    expect(await signIns.stateOf('ada')).toBe('needed');

    await signIn(signIns, 'ada', true);
    await untilStatus(source, ({ state }) => state === 'ready');
    expect(await signIns.stateOf('ada')).toBe('done');
    expect(await ask(source, 'ada')).toEqual({ result: { name: 'whoami', user: 'ada@there' } });

    const live = new WatchedCall();
    await refused(ask(source, 'grace', live), 'platform_unavailable', '“Sign in to s”');
    expect(live.shown).toEqual([{ event: 'sign_in_needed', data: { source: 's' } }]);

    await signIn(signIns, 'grace');
    expect(await ask(source, 'grace')).toEqual({ result: { name: 'whoami', user: 'grace@there' } });
    const write = writeClientOf(source.backend, { userId: 'grace' });
    const sent = await write.exchange(RENAME);
    expect(sent.text).toContain('grace@there');
  });

  test.each(['private', 'public'] as const)('with a %s list', async (scope) => {
    Object.assign(server, { cacheScope: scope, whoamiOnlyFor: 'ada@there' });
    const { source, signIns } = await signedIn();
    await signIn(signIns, 'grace');
    expect(await ask(source, 'ada')).toMatchObject({ result: { user: 'ada@there' } });
    const graces = ask(source, 'grace');
    // What the server lists to one user alone lets no other call it.
    if (scope === 'private')
      await refused(graces, 'platform_unavailable', 'not list whoami to this');
    else expect(await graces).toMatchObject({ result: { user: 'grace@there' } });
  });

  test('renews tokens once for calls that come together, and tells when that is over', async () => {
    const { source, signIns } = await signedIn();
    await ask(source, 'ada');
    await server.expireTokens();
    server.asked.length = 0;
    const both = await Promise.all([ask(source, 'ada'), ask(source, 'ada')]);
    expect(both).toEqual([both[0], { result: { name: 'whoami', user: 'ada@there' } }]);
    expect(server.asked).toEqual(['POST /token']);
    await server.forgetGrants();
    await expect(ask(source, 'ada')).rejects.toThrow('has expired');
    expect(await signIns.stateOf('ada')).toBe('needed');
  });

  test('is asked once to renew tokens that two servers of one database want renewed', async () => {
    const both = [opened(), opened()] as const;
    await signIn(both[0].signIns, 'ada', true);
    for (const { source } of both) {
      await untilStatus(source, ({ state }) => state === 'ready');
      await ask(source, 'ada');
    }
    await server.expireTokens();
    server.asked.length = 0;
    const answers = await Promise.all(both.map(({ source }) => ask(source, 'ada')));
    expect(answers).toEqual(Array(2).fill({ result: { name: 'whoami', user: 'ada@there' } }));
    expect(server.asked).toEqual(['POST /token']);
  });

  test('keeps a new sign-in whose user made it while the old one was being renewed', async () => {
    const kept = store();
    const place = placeOf(server.url);
    await kept.save(place, 'ada', { tokens: 'old' }, false);
    const claim = (await kept.claimRenewal(place, 'ada', 15_000)) ?? '';
    expect(await kept.claimRenewal(place, 'ada', 15_000)).toBeUndefined();
    await kept.save(place, 'ada', { tokens: 'new' }, false);
    await kept.endRenewal(place, 'ada', claim, { tokens: 'of the old one' });
    await kept.removeClaimed(place, 'ada', claim);
    expect(await kept.find(place, 'ada')).toEqual({ tokens: 'new' });
    expect(await kept.claimRenewal(place, 'ada', 15_000)).toBeDefined();
  });

  test('is left by the user: the tokens are revoked there and gone here', async () => {
    const { source, signIns } = await signedIn();
    await ask(source, 'ada');
    expect(await signIns.forget('ada')).toBe(true);
    expect(server.asked).toContain('POST /token/revocation');
    await expect(ask(source, 'ada')).rejects.toMatchObject({ code: 'platform_unavailable' });
    expect(await signIns.forget('ada')).toBe(false);
  });

  test('ends a sign-in for the user who began it only, and once', async () => {
    const signIns = signInsAt();
    const { url, host } = await signIns.start('ada', BACK);
    expect(url).toContain('code_challenge_method=S256');
    expect(host).toBe(new URL(server.issuer).host);
    const result = resultIn(await server.visit(url, 'ada@there'));
    const conflict = { code: 'conflict' };
    await expect(signIns.finish('mallory', false, result)).rejects.toMatchObject(conflict);
    const other = { ...result, state: 'x' };
    await expect(signIns.finish('ada', false, other)).rejects.toMatchObject(conflict);
    await signIns.finish('ada', false, result);
    await expect(signIns.finish('ada', false, result)).rejects.toMatchObject(conflict);
    expect(await signIns.isSignedIn('mallory')).toBe(false);
  });

  test('ends no sign-in of another issuer, nor a declined one', async () => {
    const signIns = signInsAt();
    const begun = await signIns.start('ada', BACK);
    const result = resultIn(await server.visit(begun.url, 'ada@there'));
    const elsewhere = signIns.finish('ada', false, { ...result, iss: 'https://evil.example' });
    await expect(elsewhere).rejects.toMatchObject({ code: 'platform_error' });
    const again = await signIns.start('ada', BACK);
    const state = new URL(again.url).searchParams.get('state') ?? '';
    const declined = signIns.finish('ada', false, { state, error: 'access_denied' });
    await expect(declined).rejects.toThrow('access_denied');
    expect(await signIns.isSignedIn('ada')).toBe(false);
  });

  test('is registered with once, and keeps nothing in clear', async () => {
    const signIns = signInsAt();
    await signIn(signIns, 'ada');
    await signIn(signIns, 'grace');
    expect(server.asked.filter((one) => one === 'POST /reg')).toHaveLength(1);
    await signIns.start('ada', BACK);
    const tables = ['mcp_sign_ins', 'mcp_clients', 'mcp_sign_in_starts'];
    const rows = await Promise.all(
      tables.map((table) => db.query(`select * from sextant.${table}`)),
    );
    const text = JSON.stringify(rows);
    expect(rows.every((some) => some.length > 0)).toBe(true);
    expect(text).not.toMatch(/access_token|client_id|code_verifier|verifier/);
    // With another key, at another address or by another user none of it is of use.
    expect(await signInsAt(server.url, store('another')).stateOf('ada')).toBeUndefined();
    expect(await signInsAt(`${server.issuer}/mcp`).stateOf('ada')).toBeUndefined();
  });

  test('is asked as the client that the operator registered, which registers nothing', async () => {
    const signIns = signInsAt(server.url, store(), { hosts: [], clientId: 'by-hand' });
    const { url } = await signIns.start('ada', BACK);
    expect(new URL(url).searchParams.get('client_id')).toBe('by-hand');
    expect(server.asked).not.toContain('POST /reg');
  });

  test('reads what this client is from its document, for the addresses that stand there, before it is registered with', async () => {
    const oauth = { metadata_document: false };
    const mcp = { url: server.url };
    const agents = { g: { title: 'G', sources: ['guarded', 'closed'] } };
    const sources = { guarded: { mcp }, closed: { mcp: { ...mcp, oauth } } };
    const settings = { db, files: { 'sextant.yaml': { sources, agents } } };
    const env = { PUBLIC_URL: 'https://sextant.example.com/' };
    const app = await startTestServer({ ...settings, env });
    server.documentsAt = app.url;
    const start = async (id: string) =>
      (await call(app.url, `POST /v1/agent/sources/${id}/sign-in`, {})).body.url as string;
    const clientIn = (url: string) => new URL(url).searchParams.get('client_id');
    const begun = await start('guarded');
    expect(clientIn(begun)).toBe('https://sextant.example.com/oauth/client-metadata.json');
    const elsewhere = begun.replace('sextant.example.com%2Fv1', 'evil.example%2Fv1');
    await expect(server.visit(elsewhere, 'ada@there')).rejects.toThrow(/redirect_uri/);
    const back = await server.visit(begun, 'ada@there');
    expect(back.origin + back.pathname).toBe('https://sextant.example.com/v1/agent/sign-in/return');
    const finish = 'POST /v1/agent/sources/guarded/sign-in/finish';
    const { body } = await call(app.url, finish, resultIn(back));
    expect(body).toEqual({ id: 'guarded', sign_in: 'done' });
    expect(server.asked).not.toContain('POST /reg');
    // A server that no authorization server reaches registers itself, as it did before there were documents.
    expect(clientIn(await start('closed'))).not.toContain('https:');
    await app.close();
    const local = await startTestServer(settings);
    expect((await call(local.url, 'GET /oauth/client-metadata.json')).status).toBe(404);
    await local.close();
    expect(server.asked.filter((one) => one === 'POST /reg')).toHaveLength(1);
  });

  test('is asked for the rights that a call was refused for, beside those of before', async () => {
    const settings = { hosts: [], clientId: 'by-hand', scope: 'mcp' };
    const signIns = signInsAt(server.url, store(), settings);
    await store().save(placeOf(server.url), 'ada', { tokens: { scope: 'notes:read' } }, false);
    await signIns.noteScope('ada', 'notes:write');
    expect(await signIns.stateOf('ada')).toBe('needed');
    const scopesFor = async (userId: string) => {
      const { url } = await signIns.start(userId, BACK);
      const asked = new URL(url).searchParams.get('scope')?.split(' ') ?? [];
      return asked.filter((scope) => scope !== 'offline_access').sort();
    };
    expect(await scopesFor('ada')).toEqual(['mcp', 'notes:read', 'notes:write']);
    expect(await scopesFor('grace')).toEqual(['mcp']);
  });

  test('refuses a call for want of a right, which the next sign-in asks for and gets', async () => {
    const { source, signIns } = await signedIn();
    server.needsForRename = 'notes';
    const rename = () => writeClientOf(source.backend, { userId: 'ada' }).exchange(RENAME);
    await expect(rename()).rejects.toThrow('further rights there (notes)');
    expect(await signIns.stateOf('ada')).toBe('needed');
    await signIn(signIns, 'ada', true);
    expect(await signIns.stateOf('ada')).toBe('done');
    expect((await rename()).text).toContain('ada@there');
  });

  test('has no token of it in a log, whatever becomes of the sign-in', async () => {
    const lines: string[] = [];
    const logger = createLogger('trace', { write: (line: string) => void lines.push(line) });
    const signIns = signInsAt(server.url, store(), { hosts: [] }, logger);
    const { source } = opened(signIns);
    await signIn(signIns, 'ada', true);
    await untilStatus(source, ({ state }) => state === 'ready');
    await server.expireTokens();
    await ask(source, 'ada');
    const { tokens } = (await store().find(placeOf(server.url), 'ada')) as {
      tokens: { access_token: string; refresh_token: string };
    };
    await server.forgetGrants();
    await expect(ask(source, 'ada')).rejects.toMatchObject({ code: 'platform_unavailable' });
    await signIn(signIns, 'ada', true);
    await server.close();
    await signIns.forget('ada');
    expect(lines.join()).toContain('could not be revoked');
    const seen = [...server.tokens, tokens.access_token, tokens.refresh_token];
    const secrets = seen.map((one = 'Bearer none') => one.replace('Bearer ', ''));
    expect(secrets.length).toBeGreaterThan(4);
    for (const secret of secrets) expect(lines.join()).not.toContain(secret);
  });

  test('is the only one that gets its tokens, and gets the key of the operator alone', async () => {
    await ask((await signedIn()).source, 'ada');
    const sent = server.tokens.filter((token) => token !== undefined);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.join()).not.toContain('of-the-caller');
    expect(server.keysAtIssuer).toEqual([]);
  });
});

test.each([
  'http://169.254.169.254/latest',
  'https://10.0.0.7/authorize',
  'https://localhost/authorize',
  'http://sso.example/authorize',
  'https://user:secret@sso.example/',
  'file:///etc/passwd',
])('addresses that a server names for its sign-in: %s is not asked', async (address) => {
  const hosts = { server: new URL('https://mcp.example/mcp'), hosts: ['sso.internal'] };
  expect(() => checkAddress(new URL(address), hosts)).toThrow(/is not asked/);
  expect(checkAddress(new URL('https://sso.internal/token'), hosts)).toBe(true);
  expect(checkAddress(new URL('https://sso.example/token'), hosts)).toBe(false);
});

test('addresses that a server names for its sign-in: a name that the operator has not named is asked at public addresses only', async () => {
  // It knows one name, which leads to this machine.
  const ask = guardedFetch(
    { server: new URL('https://mcp.example/mcp'), hosts: [] },
    (name, options, back) => publicLookup(name.replace('sso.example', 'localhost'), options, back),
  );
  await expect(ask('https://sso.example/token')).rejects.toThrow(/is not a public address/);
});

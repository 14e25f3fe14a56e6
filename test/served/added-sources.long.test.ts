import type { JsonObject } from '../../src/foundation/json.js';
import { openTestDatabase } from '../support/database.js';
import { startTestServer, useServer } from '../support/server.js';
import { flagsDocument, startFlagsBackend } from '../support/flags-backend.js';
import { calls, says, ScriptedModel } from '../support/scripted-model.js';
import { useOpened } from '../support/use-opened.js';

// Sources that an operator adds while the server runs, here beside the sample.

const script = new ScriptedModel();

const db = useOpened(openTestDatabase);
const backend = useOpened(startFlagsBackend);
const server = useServer(() => ({ llm: script, db }));

const document = JSON.stringify(flagsDocument);
const agent = { title: 'Flags', description: 'Finds and changes feature flags.' };
const source = () => ({ base_url: backend.url, auth: { forward: 'authorization' } });
const add = (body: JsonObject) => server.call('POST /v1/agent/sources', body);
const list = async (): Promise<JsonObject[]> =>
  (await server.call('GET /v1/agent/sources')).body.items;
const agents = async (): Promise<string[]> => {
  const { body } = await server.call('GET /v1/agent/info');
  return body.agents.map(({ context_type: type }: JsonObject) => type);
};

test('the tokens of users go to an address once an operator has allowed it', async () => {
  const forwarding = { base_url: 'https://api.example/v1', auth: { forward: 'authorization' } };
  expect(await add({ id: 'away', source: forwarding, document, agent })).toMatchObject({
    status: 201,
    body: { state: 'degraded', detail: expect.stringMatching(/allows https:\/\/api\.example /) },
  });
  script.play([calls('away_listFlags', { projectId: 'web' })], [says('No.')]);
  const events = await server.chat({ message: 'which flags are there?', context_type: 'away' });
  expect(JSON.stringify(events)).toContain('Nothing was sent to this source');
  const put = (forward_to: string) => {
    const body = { source: forwarding, document, agent, forward_to };
    return server.call('PUT /v1/agent/sources/away', body);
  };
  const error = { details: [{ path: 'forward_to' }] };
  expect(await put('https://other.example')).toMatchObject({ status: 400, body: { error } });
  expect(await put('https://api.example')).toMatchObject({ status: 200, body: { state: 'ok' } });
  const { body } = await server.call('GET /v1/agent/sources/away');
  expect(body).toMatchObject({ forward_to: 'https://api.example' });
  await server.call('DELETE /v1/agent/sources/away');
});

test('a document becomes tools and an agent at once, is exported and removed', async () => {
  expect(await add({ id: 'flags', source: source(), document, agent })).toMatchObject({
    status: 201,
    body: { id: 'flags', title: 'Flagship', state: 'ok', tools: 8, changes: 5, removable: true },
  });
  expect(await agents()).toContain('flags');
  script.play([calls('flags_listFlags', { projectId: 'web' })], [says('Two.')]);
  const events = await server.chat({ message: 'which flags are there?', context_type: 'flags' });
  script.expectUsedUp();
  expect(JSON.stringify(events)).toContain('beta-cart');
  expect((await server.call('GET /v1/agent/sources/export')).body.files).toEqual({
    'sextant.yaml': expect.stringMatching(/openapi: \.\/flags\.openapi\.json/),
    'flags.openapi.json': document,
  });
  expect((await server.call('DELETE /v1/agent/sources/flags')).status).toBe(204);
  expect((await list()).map(({ id }) => id)).not.toContain('flags');
  expect(await agents()).not.toContain('flags');
});

test('a document that cannot be read is there all the same, and says why', async () => {
  const detail = expect.stringContaining('is not valid JSON');
  const broken = await add({ id: 'broken', source: source(), document: '{"openapi":' });
  expect(broken).toMatchObject({ status: 201, body: { state: 'down', detail } });
  const route = '/v1/agent/sources/broken';
  const kept = await server.call(`GET ${route}`);
  expect(kept).toMatchObject({ status: 200, body: { id: 'broken', document: '{"openapi":' } });
  const wrong = { source: { ...source(), refuze: [] }, document };
  expect((await server.call(`PUT ${route}`, wrong)).status).toBe(400);
  const mended = await server.call(`PUT ${route}`, { source: source(), document, agent });
  expect(mended).toMatchObject({ status: 200, body: { state: 'ok', tools: 8, removable: true } });
  expect(await agents()).toContain('broken');
  await server.call(`DELETE ${route}`);
});

const base_url = 'https://x.example';
const oauth = { client_id: 'a', client_secret: '${HOME}' };
const motd = { ...agent, instructions: '/etc/motd.txt' };
test.each<[string, JsonObject, RegExp]>([
  ['a file', { source: { openapi: './flags.json', base_url } }, /must be an https URL here/],
  ['a program', { source: { mcp: { command: 'sh' } } }, /programs stand in the config file/],
  ['secret', { source: { base_url, auth: { bearer_env: 'HOME' } }, document }, /names a secret of/],
  ['a variable', { source: { openapi: `${base_url}/\${HOME}`, base_url } }, /names a variable of/],
  ['headers', { source: { mcp: { url: base_url, headers: { a: '${HOME}' } } } }, /hold a secret/],
  ['a client secret', { source: { mcp: { url: base_url, oauth } } }, /client_secret is a secret/],
  ['a file to tell', { source: { base_url }, document, agent: motd }, /the text itself here/],
  ['a wrong key', { source: { base_url, refuze: [] }, document }, /refuze is no key here/],
  ['two documents', { source: { openapi: `${base_url}/a`, base_url }, document }, /of them out/],
  ['no document', { source: { base_url } }, /sources\.x/],
])('%s is refused, and nothing is kept', async (_name, body, message) => {
  const { status, body: answer } = await add({ id: 'x', ...body });
  expect(status).toBe(400);
  expect(JSON.stringify(answer)).toMatch(message);
  expect((await list()).map(({ id }) => id)).not.toContain('x');
});

test('the id of a plugin’s source is taken; only what was added here is read, changed and removed here', async () => {
  expect(await add({ id: 'workflow', source: source(), document })).toMatchObject({ status: 409 });
  for (const id of ['workflow', 'nothing']) {
    const route = `/v1/agent/sources/${id}`;
    expect((await server.call(`GET ${route}`)).status).toBe(404);
    expect((await server.call(`PUT ${route}`, { source: source(), document })).status).toBe(404);
    expect((await server.call(`DELETE ${route}`)).status).toBe(404);
  }
});

test('a later start has what was added; where tokens are checked it takes the role of an operator', async () => {
  const [alice, olga] = ['alice-0123456789', 'olga-0123456789a'];
  const env = { AUTH: 'static', AUTH_TOKENS: `alice:${alice},olga:${olga}:operator` };
  await add({ id: 'kept', source: source(), document });
  const guarded = await startTestServer({ llm: script, db, env });
  const later = await guarded.call('GET /v1/agent/sources', undefined, olga);
  expect(JSON.stringify(later.body)).toContain('"id":"kept"');
  const body = { id: 'flags', source: source(), document };
  const refused = await guarded.call('POST /v1/agent/sources', body, alice);
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'role_needed' } } });
  for (const route of ['GET /v1/agent/sources/kept', 'PUT /v1/agent/sources/kept'] as const) {
    const sent = route.startsWith('PUT') ? { source: source(), document } : undefined;
    expect((await guarded.call(route, sent, alice)).status).toBe(403);
  }
  expect((await guarded.call('GET /v1/agent/sources/export', undefined, alice)).status).toBe(403);
  expect((await guarded.call('POST /v1/agent/sources', body, olga)).status).toBe(201);
  expect((await guarded.call('DELETE /v1/agent/sources/flags', undefined, olga)).status).toBe(204);
  await guarded.close();
  await server.call('DELETE /v1/agent/sources/kept');
});

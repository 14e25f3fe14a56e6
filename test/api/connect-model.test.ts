import { defaultOllamaHost } from '../../src/app/config/model-settings.js';
import {
  ConnectedModels,
  checkedAddress,
  type ConnectedModelsDeps,
} from '../../src/app/connected/connected-models.js';
import { systemClock } from '../../src/foundation/clock.js';
import { LiveModels, oneModel } from '../../src/llm/models.js';
import { ConnectedModelStore } from '../../src/store/connected-model.store.js';
import { deferred } from '../support/deferred.js';
import { ScriptedModel } from '../support/scripted-model.js';
import { FAKE_KEY } from '../support/fakes/fake-api.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { fakeApis, fakeNames, type FakeName } from '../support/fakes/fakes.js';
import type { FakeStep } from '../support/fakes/script.js';
import { startTestServer, useServer, call, refusal } from '../support/server.js';
import { serve } from '../support/http-server.js';
import { useOpened } from '../support/use-opened.js';
import { until } from '../llm/support.js';

const SECRET = 'a-secret-that-all-servers-of-this-test-share';
const calling: FakeStep[] = [{ call: { name: 'report_ready', arguments: { ready: true } } }];
const saying: FakeStep[] = [{ text: 'Hello.' }];
const hello = { message: 'Hello?', context_type: 'workflow' };

const fakes = Object.fromEntries(
  fakeNames.map((name) => [name, useOpened(() => FakeServer.start(fakeApis[name]))]),
) as Record<FakeName, FakeServer>;
const server = useServer({ env: { SIGN_IN_KEY: SECRET } });
beforeEach(async () => void (await ask('DELETE')));

async function ask(method: string, body?: object, at = server.url, token = 'nobody') {
  const answer = await call(at, `${method as 'GET'} /v1/agent/model`, body, token);
  expect(JSON.stringify(answer)).not.toContain(FAKE_KEY);
  return answer;
}
const seen = async (...more: [url: string, token?: string] | []) =>
  (await ask('GET', undefined, ...more)).body;

function typed(name: FakeName) {
  const address = `${fakes[name].url}${name === 'openai' ? '/v1' : ''}`;
  return { provider: name, address, ...(name === 'ollama' ? {} : { key: FAKE_KEY }) };
}

const modelOf = {
  gemini: 'gemini-flash-latest',
  ollama: 'qwen3:14b',
  openai: 'gpt-6-sol',
  anthropic: 'claude-sonnet-4-6',
} satisfies Record<FakeName, string>;

async function connect(name: FakeName, more: object = {}) {
  fakes[name].script([calling, saying, saying]);
  return ask('PUT', { ...typed(name), model: modelOf[name], ...more });
}

describe.each(fakeNames)('%s', (name) => {
  test('is listed, tried with a tool, live at once, and removed', async () => {
    const first = await seen();
    expect(first).toMatchObject({ connected: false, has_key: false, can_connect: true });
    const listed = await ask('PUT', typed(name));
    expect(listed.body.models).toContain(modelOf[name]);
    expect(await seen()).toMatchObject({ connected: false });

    const { status, body } = await connect(name);
    expect([status, body.test]).toEqual([200, { ms: expect.any(Number), called_tool: true }]);
    const state = { provider: name, model: modelOf[name], connected: true };
    expect(await seen()).toMatchObject({ ...state, holds_for: 'all_servers' });
    const info = await server.call('GET /v1/agent/info');
    expect(info.body).toMatchObject({ model: { provider: name, model: modelOf[name] } });
    expect((await server.chat(hello)).at(-1)).toMatchObject({ event: 'message_complete' });
    expect(fakes[name].requests).toHaveLength(2);

    expect([(await ask('DELETE')).status, await seen()]).toEqual([204, first]);
    await server.chat(hello);
    expect(fakes[name].requests).toHaveLength(2);
  });

  test('that does not pass its test changes nothing', async () => {
    fakes[name].script([[{ refuse: { status: 402, message: 'No credit.' } }]]);
    const refused = await ask('PUT', { ...typed(name), model: modelOf[name] });
    expect(refused).toMatchObject(refusal(502, 'model_error'));
    const unknown = await ask('PUT', { ...typed(name), model: 'no-such-model' });
    expect(unknown.body.error.message).toContain('Models it lists');
    expect(await seen()).toMatchObject({ connected: false });
  });
});

test('a model that answers without calling the tool is connected, and it is said', async () => {
  fakes.gemini.script([saying]);
  const { body } = await ask('PUT', { ...typed('gemini'), model: modelOf.gemini });
  expect(body).toMatchObject({ connected: true, test: { called_tool: false } });
});

describe('a key', () => {
  test('goes only to the address it was typed for, and is gone with it', async () => {
    await connect('openai');
    const { key: _typed, ...known } = typed('openai');
    expect((await ask('PUT', known)).body.models).toContain('gpt-6-luna');
    const other = await FakeServer.start(fakeApis.openai);
    const elsewhere = { provider: 'openai', address: `${other.url}/v1` };
    expect((await ask('PUT', elsewhere)).status).toBe(502);
    expect((await ask('PUT', { ...elsewhere, model: 'gpt-6-sol' })).status).toBe(502);
    const sent = other.requests.map(({ headers }) => headers.authorization);
    expect(sent).toEqual([undefined, undefined]);
    const { error } = (await ask('PUT', { provider: 'gemini' })).body;
    expect(error.details).toMatchObject([{ path: 'key' }]);
    await connect('ollama');
    expect((await ask('PUT', known)).status).toBe(502);
    await other.close();
  });

  test('is sealed for its place, and with the secret of the servers that have it', async () => {
    await connect('gemini');
    const rows = await server.db.query('select * from sextant.connected_model');
    expect(JSON.stringify(rows)).not.toContain(FAKE_KEY);
    const store = (secret: string) =>
      new ConnectedModelStore(server.db, systemClock, async () => secret);
    expect(await store(SECRET).find()).toMatchObject({ provider: 'gemini', key: FAKE_KEY });
    expect(await store('another secret').find()).toBeUndefined();
    await server.db.query("update sextant.connected_model set address = 'https://evil.example'");
    expect((await store(SECRET).find())?.key).toBeUndefined();
  });
});

test('another server with the same secret begins with it, and one with variables does not', async () => {
  await connect('gemini');
  const env = { SIGN_IN_KEY: SECRET };
  const next = await startTestServer({ env, db: server.db });
  expect(await seen(next.url)).toMatchObject({ provider: 'gemini' });
  await next.close();

  const set = await startTestServer({ env: { ...env, ...fakes.anthropic.env }, db: server.db });
  const state = { provider: 'anthropic', chosen_by: 'LLM_PROVIDER', can_connect: false };
  expect(await seen(set.url)).toMatchObject(state);
  const refused = await ask('PUT', { ...typed('openai'), model: 'gpt-6-sol' }, set.url);
  const message = expect.stringContaining('LLM_PROVIDER');
  expect(refused).toMatchObject(refusal(409, 'conflict', { message }));
  expect((await ask('DELETE', undefined, set.url)).status).toBe(409);
  await set.close();
});

test('Ollama is found where it usually listens, with its models, and nothing where nobody answers', async () => {
  const at = (ollamaAddress: string) => {
    const models = new LiveModels(oneModel(new ScriptedModel([])));
    const deps = { chosenBy: undefined, models, ollamaAddress };
    return new ConnectedModels(deps as unknown as ConnectedModelsDeps).ollama();
  };
  expect(defaultOllamaHost).toBe('http://127.0.0.1:11434');
  const models = expect.arrayContaining([modelOf.ollama]);
  expect(await at(fakes.ollama.url)).toEqual({ address: fakes.ollama.url, models });
  const { url, ...gone } = await serve(() => {});
  await gone.close();
  expect(await at(url)).toBeUndefined();
});

test('a run ends with the model that it began with', async () => {
  await connect('gemini');
  const before = { message: 'Which rules are there?', context_type: 'workflow' };
  const other = deferred();
  const call = { call: { name: 'list_workflow_rules' } };
  fakes.gemini.script([[{ hold: other.promise }, call], saying]);
  const run = server.chat(before);
  await until(() => fakes.gemini.requests.length > 0);
  await connect('anthropic');
  other.resolve();
  expect((await run).at(-1)).toMatchObject({ event: 'message_complete' });
  expect(fakes.gemini.requests).toHaveLength(2);
  expect(fakes.anthropic.requests).toHaveLength(1);
});

test('only operators connect and remove', async () => {
  const [bob, olga] = ['token-of-bob-0123456789', 'token-of-olga-0123456789'];
  const tokens = { AUTH: 'static', AUTH_TOKENS: `bob:${bob},olga:${olga}:operator` };
  const limited = await startTestServer({ env: tokens });
  const { url } = limited;
  fakes.gemini.script([calling]);
  const wanted = { ...typed('gemini'), model: modelOf.gemini };
  expect((await ask('PUT', wanted, url, bob)).body.error.code).toBe('role_needed');
  expect((await ask('DELETE', undefined, url, bob)).status).toBe(403);
  expect((await ask('PUT', wanted, url, olga)).status).toBe(200);
  const shown = await seen(url, bob);
  expect(shown).toMatchObject({ provider: 'gemini', can_connect: false });
  expect([shown.address, shown.ollama]).toEqual([undefined, undefined]);
  expect((await seen(url, olga)).address).toBe(fakes.gemini.url);
  await limited.close();
});

describe('addresses', () => {
  test.each([
    ['https://93.184.216.34/v1/', 'https://93.184.216.34/v1'],
    ['http://127.0.0.1:11434', 'http://127.0.0.1:11434'],
    [' http://localhost:8000/v1 ', 'http://localhost:8000/v1'],
    ['http://192.168.1.5:8000/v1', 'http://192.168.1.5:8000/v1'],
    ['http://[::1]:1/v1', 'http://[::1]:1/v1'],
  ])('%s is asked', async (address, stored) => expect(await checkedAddress(address)).toBe(stored));

  test.each([
    ...['example', 'ftp://93.184.216.34', 'http://93.184.216.34/v1', 'http://[fe80::1]/v1'],
    ...['http://models.example.com/v1', 'http://169.254.169.254/latest', 'http://0.0.0.0:1/v1'],
    ...['http://[::ffff:169.254.169.254]/v1', 'https://me:secret@93.184.216.34'],
    ...['https://93.184.216.34/v1?key=x', 'https://no-such-host.invalid/v1'],
  ])('%s is refused', async (address) => {
    await expect(checkedAddress(address)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

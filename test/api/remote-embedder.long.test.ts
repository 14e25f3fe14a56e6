import type { Environment } from '../../src/app/config/config.js';
import type { LlmEvent } from '../../src/llm/types.js';
import { openTestDatabase } from '../support/database.js';
import { useFolders } from '../support/embedded-template.js';
import { embeddings } from '../support/fakes/embeddings.js';
import type { EmbedRoute } from '../support/fakes/embeddings-route.js';
import type { FakeApi } from '../support/fakes/fake-api.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { fakeApis } from '../support/fakes/fakes.js';
import { says, ScriptedModel } from '../support/scripted-model.js';
import { dataOf, startTestServer, type TestServer } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';

const db = useOpened(openTestDatabase);
const folder = useFolders();

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startFake(api: FakeApi, route: EmbedRoute, port = 0) {
  const fake = await FakeServer.start(api, { routes: [route], port });
  closers.push(() => fake.close().catch(() => undefined));
  return fake;
}

async function start(env: Environment): Promise<TestServer> {
  const llm = new ScriptedModel(new Array<LlmEvent[]>(5).fill([says('ok')]));
  // Not the folder that all tests take vectors from.
  const server = await startTestServer({ env: { ...env, DATA_DIR: folder.path }, llm, db });
  closers.push(() => server.close());
  return server;
}

async function select(server: TestServer, message = 'who gets the low stock alert?') {
  const events = await server.chat({ message, context_type: 'workflow' });
  const { fallback_reason: reason, tools, counts } = dataOf(events, 'tool_selection')[0]!;
  expect(events.at(-1)?.event).toBe('message_complete');
  const ranked = tools.filter(({ source }) => source === 'ranked').map(({ name }) => name);
  return { reason, ranked, offered: tools.length, inContext: counts.context };
}

async function health(server: TestServer) {
  const { status, body } = await server.call('GET /health/ready');
  expect(status).toBe(200);
  type Part = { state: string; detail: string; embedded?: number; total?: number };
  return body as { status: string; parts: Record<string, Part> };
}

describe('a server whose embedder is remote', () => {
  it.each(['gemini', 'ollama', 'openai'] as const)('selects with %s', async (name) => {
    const fake = await startFake(fakeApis[name], embeddings[name]());
    const model = name === 'openai' ? { EMBEDDER_MODEL: 'text-embedding-3-small' } : {};
    const server = await start({ ...fake.env, EMBEDDER: name, ...model });
    const { parts } = await health(server);
    const { total = 0 } = parts['tool_index'] ?? {};
    expect(total).toBeGreaterThan(40);
    expect(parts['tool_index']).toMatchObject({ state: 'ok', embedded: total });
    expect(parts['embedder']).toMatchObject({ state: 'ok', detail: expect.stringContaining(name) });
    const { reason, ranked, offered, inContext } = await select(server, 'list my alerts');
    expect(reason).toBeUndefined();
    expect(ranked).toContain('list_my_alerts');
    expect(offered).toBeLessThanOrEqual(14);
    expect(offered).toBeLessThan(inContext);
  });

  it('falls back with a reason while it is away, and selects again without a restart', async () => {
    const route = embeddings.ollama();
    const fake = await startFake(fakeApis.ollama, route);
    const port = Number(new URL(fake.url).port);
    const server = await start({ EMBEDDER: 'ollama', OLLAMA_HOST: fake.url });
    expect(await select(server)).toMatchObject({ reason: undefined });

    await fake.close();
    // Other words: equal ones are not embedded again.
    const without = await select(server, 'mute an alert');
    expect(without).toMatchObject({ reason: 'search_failed', ranked: [] });
    expect(without.offered).toBe(without.inContext);
    const sick = await health(server);
    expect(sick.status).toBe('degraded');
    const detail = expect.stringContaining('OLLAMA_HOST');
    expect(sick.parts['embedder']).toMatchObject({ state: 'down', detail });
    expect(sick.parts['tool_index']?.state).toBe('ok');

    await startFake(fakeApis.ollama, route, port);
    const again = await select(server, 'mute an alert');
    expect(again.reason).toBeUndefined();
    expect(again.ranked.length).toBeGreaterThan(0);
    expect((await health(server)).status).toBe('ok');
  });
});

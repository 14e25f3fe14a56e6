import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PartState } from '../../src/agentapi/health.controller.js';
import { doctorCommand } from '../../src/app/cli/doctor-command.js';
import { ProviderError } from '../../src/llm/provider-error.js';
import { FAKE_KEY, json, type FakeApi } from '../support/fakes/fake-api.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { fakeApis, fakeNames, type FakeName } from '../support/fakes/fakes.js';
import { nameKnownModels } from '../../src/llm/known-models.js';
import { startTestServer } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';
import { answerOf, collect, providerOf, request } from './support.js';

const listed: Record<FakeName, string> = {
  gemini: 'gemini-flash-latest, gemini-3.8-flash, gemini-pro-latest',
  ollama: 'qwen3:14b, llama3.2:3b',
  openai: 'gpt-6-luna, gpt-6-sol, text-embedding-3-small',
  anthropic: 'claude-sonnet-5-5, claude-sonnet-4-6',
};

async function messageOf(env: Record<string, string>) {
  const { end } = answerOf(await collect(providerOf(env).llm));
  if (end?.type !== 'error') throw new Error(`no error but ${JSON.stringify(end)}`);
  return end.message;
}

describe.each(fakeNames)('%s', (name) => {
  const fake = useOpened(() => FakeServer.start(fakeApis[name]));
  const unknown = () => ({ ...fake.env, LLM_MODEL: 'no-such-model' });

  test('an unknown model is refused with the models that there are', async () => {
    fake.script([]);
    const message = await messageOf(unknown());
    expect(message).toContain('no-such-model');
    expect(message).toContain(`Models it lists: ${listed[name]}. Set LLM_MODEL to one of them.`);
    expect(fake.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(message).not.toContain(FAKE_KEY);
  });

  test('another refusal asks for no list', async () => {
    fake.script([[{ refuse: { status: 400, message: 'Something in it is wrong.' } }]]);
    expect(await messageOf(fake.env)).not.toContain('Models it lists');
    expect(fake.requests).toHaveLength(1);
  });

  test.each<[string, object | string]>([
    ['another form', { data: 'none', models: 5 }],
    ['a page', '<html>'],
    ['text without end', 'x'.repeat(3 * 1024 * 1024)],
  ])('a list that is %s leaves the refusal as it is', async (_title, body) => {
    const [chat] = fakeApis[name].routes as [FakeApi['routes'][number]];
    const list = { method: 'GET' as const, path: /models|tags/ };
    const answer = () =>
      typeof body === 'string' ? { ...json(200, {}), body: [body] } : json(200, body);
    const odd = await FakeServer.start({ ...fakeApis[name], routes: [chat, { ...list, answer }] });
    try {
      const message = await messageOf({ ...odd.env, LLM_MODEL: 'no-such-model' });
      expect(message).toContain('no-such-model');
      expect(message).not.toContain('Models it lists');
    } finally {
      await odd.close();
    }
  });
});

test('the first run, readiness and the doctor say which models there are', async () => {
  const fake = await FakeServer.start(fakeApis.gemini);
  const env = { ...fake.env, LLM_MODEL: 'no-such-model', EMBEDDER: 'none' };
  const server = await startTestServer({ env });
  const model = async () => {
    const answer = await fetch(`${server.url}/health/ready`);
    return ((await answer.json()) as { parts: { model: PartState } }).parts.model;
  };
  const known = expect.stringContaining(`Models it lists: ${listed.gemini}.`);
  try {
    expect(await model()).toMatchObject({ state: 'ok' });
    const events = await server.chat({ message: 'hi', context_type: 'workflow' });
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { message: known } });
    expect(await model()).toMatchObject({ state: 'down', detail: known });
    const lines: string[] = [];
    const say = (text: string) => void lines.push(text);
    const folder = await mkdtemp(join(tmpdir(), 'sextant-models-'));
    const found = { env: { ...env, PORT: '0' }, folder, say };
    expect(await doctorCommand([], { model: true }, found)).toBe(1);
    expect(lines).toContainEqual(known);
    await rm(folder, { recursive: true });
  } finally {
    await server.close();
    await fake.close();
  }
});

const fake = useOpened(() => FakeServer.start(fakeApis.openai));

test.each([
  ['a 400 that names a model it does not list', 'gpt-7', 'gpt-7 is not a valid model ID', true],
  ['a 400 that names a model it lists', 'gpt-6-sol', 'gpt-6-sol takes no tools', false],
  ['a 400 about something else', 'gpt-7', 'The context is too long', false],
])('of a compatible server: %s', async (_title, model, message, isNamed) => {
  fake.script([[{ refuse: { status: 400, message } }]]);
  const said = await messageOf({ ...fake.env, LLM_MODEL: model });
  expect(said.includes('Models it lists: gpt-6-luna')).toBe(isNamed);
});

test('of a compatible server: the names most like the wanted one come first, twenty at most, and the rest is counted', async () => {
  const data = Array.from({ length: 5_000 }, (_, at) => ({ id: `model-${at}` }));
  const many = await FakeServer.start({
    ...fakeApis.openai,
    routes: [{ method: 'GET', path: /models/, answer: () => json(200, { data }) }],
  });
  const source = {
    name: 'openai',
    model: 'model-77x',
    async *open() {
      throw new ProviderError('unknown_model', 'There is no such model');
    },
  };
  const events = nameKnownModels(source, {
    service: 'It',
    url: `${many.url}/models`,
    headers: {},
    field: 'data',
    nameOf: ({ id }: Record<string, unknown>) => id,
  }).open(request, new AbortController().signal);
  await expect(events[Symbol.asyncIterator]().next()).rejects.toThrow(
    /^There is no such model\. Models it lists: model-77, model-770, .* and 980 more\. /,
  );
  await many.close();
});

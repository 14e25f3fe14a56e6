import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as sources from '@sextant/client';
import { ApiProblem, createClient, type RunUpdate } from '@sextant/client';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { newId } from '../../src/foundation/ids.js';
import { deferred } from '../support/deferred.js';
import { says, ScriptedModel, waitsFor, type ScriptTurn } from '../support/scripted-model.js';
import { proposesRules } from '../support/previews.js';
import { useServer } from '../support/server.js';
import { root } from '../support/template-contents.js';

const script = new ScriptedModel();
const TOKEN = 'a-token-of-ada-0000';
const env = { EMBEDDER: 'local', AUTH: 'static', AUTH_TOKENS: `ada:${TOKEN}` };
const server = useServer({ llm: script, env });
let stated: Awaited<ReturnType<typeof fetchAsStated>>;
beforeAll(async () => void (stated = await fetchAsStated(server.url)));

const answer = (...turns: ScriptTurn[]) => void script.play(...turns);
const client = () => createClient({ url: server.url, token: () => TOKEN, fetch: stated.ask });

async function eventsOf(updates: AsyncIterable<RunUpdate>) {
  const events = [];
  for await (const update of updates) if (update.type === 'event') events.push(update.event);
  return events;
}
const textOf = (events: Awaited<ReturnType<typeof eventsOf>>) =>
  events.map((event) => (event.type === 'content_chunk' ? event.data.chunk : '')).join('');

/** A run that proposes a rule; answers its preview's id. */
async function proposed(name: string): Promise<string> {
  answer(...proposesRules([name]));
  const conversation_id = newId();
  await eventsOf(client().chat({ message: 'do it', context_type: 'workflow', conversation_id }));
  const { items } = await client().previews.list({ state: 'waiting', conversation_id });
  expect(items).toHaveLength(1);
  return items[0]?.id ?? '';
}

test('a chat is followed to its end, and read again from its start', async () => {
  answer([says('Hello'), says(' there.')]);
  const events = await eventsOf(client().chat({ message: 'hi', context_type: 'workflow' }));
  expect(textOf(events)).toBe('Hello there.');
  const [start] = events;
  const runId = start?.type === 'run_start' ? start.data.run_id : '';
  expect(textOf(await eventsOf(client().resume(runId)))).toBe('Hello there.');
  expect((await client().run(runId)).state).toBe('completed');
  const { items } = await client().conversations.list({ limit: 1 });
  expect((await client().conversations.find(items[0]?.id ?? '')).runs[0]?.run_id).toBe(runId);
});

test('a run is cancelled', async () => {
  const never = deferred();
  answer([says('Wait'), waitsFor(never.promise)]);
  let runId = '';
  let last = '';
  for await (const update of client().chat({ message: 'hi', context_type: 'workflow' })) {
    if (update.type !== 'event') continue;
    last = update.event.type === 'error' ? update.event.data.code : update.event.type;
    if (update.event.type === 'run_start') runId = update.event.data.run_id;
    if (update.event.type === 'content_chunk') void client().cancel(runId);
  }
  expect(last).toBe('cancelled');
  never.resolve();
});

test('a preview is accepted as it was shown, edited, or rejected', async () => {
  const shown = await proposed(`Shown ${newId()}`);
  expect(await client().previews.accept(shown)).toMatchObject({ state: 'accepted', edited: false });
  const edited = await proposed(`Edited ${newId()}`);
  const { payload } = await client().previews.find(edited);
  const name = `Better ${newId()}`;
  const saved = await client().previews.accept(edited, { ...payload, name });
  expect(saved).toMatchObject({ state: 'accepted', edited: true, result: { name } });
  const rejected = await proposed(`Rejected ${newId()}`);
  const decided = await client().previews.reject(rejected, 'no');
  expect(decided).toMatchObject({ state: 'rejected', reason: 'no' });
});

test('the changes of a run are accepted together, some edited, some left out, or rejected', async () => {
  const two = async () => {
    answer(...proposesRules([`One ${newId()}`, `Two ${newId()}`]));
    const conversation_id = newId();
    await eventsOf(client().chat({ message: 'do it', context_type: 'workflow', conversation_id }));
    const { items } = await client().previews.list({ conversation_id });
    const set = await client().changeSets.find(items[0]?.change_set_id ?? '');
    expect(set.steps.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    return set;
  };
  const { id, steps } = await two();
  const [first, second] = steps.map(({ preview_id }) => preview_id) as [string, string];
  const { payload } = await client().previews.find(second);
  const edits = { [second]: { ...payload, description: 'As I want it' } };
  const some = await client().changeSets.accept(id, { only: [second], edits });
  const [waiting, accepted] = [{ state: 'waiting' }, { state: 'accepted', edited: true }];
  expect(some.steps).toMatchObject([{ ...waiting, edited: false }, accepted]);
  expect((await client().changeSets.accept(id, { only: [first] })).state).toBe('accepted');
  const rejected = await client().changeSets.reject((await two()).id, 'not now');
  expect(rejected).toMatchObject({ state: 'rejected', steps: [{ reason: 'not now' }, {}] });
});

test('a refusal is an error with its code, told before it is thrown', async () => {
  const told: number[] = [];
  const onProblem = ({ status }: { status: number }) => void told.push(status);
  const stranger = createClient({ url: server.url, onProblem });
  const error: unknown = await stranger.info().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiProblem);
  expect(error).toMatchObject({ status: 401, code: 'unauthorized' });
  const updates = [];
  for await (const update of stranger.chat({ message: 'hi', context_type: 'workflow' }))
    updates.push(update);
  expect(updates).toMatchObject([{ type: 'refused', problem: { code: 'unauthorized' } }]);
  expect(told).toEqual([401, 401]);
});

test('a research is begun, shown, listed and deleted', async () => {
  const begun = await client().research.begin({ query: 'What is kept?' });
  expect((await client().research.find(begun.research_id)).title).toBe('What is kept?');
  expect((await client().research.list({ limit: 1 })).total).toBe(1);
  // It runs by itself meanwhile, and one that is at a step is not deleted under it.
  for await (const update of client().research.follow(begun.research_id)) {
    if (update.type === 'event' && update.event.type === 'error') break;
  }
  await client().research.remove(begun.research_id);
  expect((await client().research.list()).total).toBe(0);
});

test('whatever was answered is what the document says', async () => {
  await client().info();
  await client().request('/v1/agent/tools');
  await client().request('/v1/agent/drafts');
  expect(stated.wrongs).toEqual([]);
  const held = [...stated.held].join(' ');
  for (const name of [
    ...['get /v1/agent/previews/{id}', 'get /v1/agent/previews', 'post /v1/agent/change-sets'],
    ...['get /v1/agent/conversations/{id}', 'post /v1/agent/chat content_chunk', 'v1/research'],
  ])
    expect(held).toContain(name);
});

test('it is at most 6 kB gzipped', async () => {
  const size = gzipSync(readFileSync(join(root, 'packages/client/dist/index.js'))).length;
  expect(size).toBeGreaterThan(1_000);
  expect(size).toBeLessThan(6_000);
});

test('the package is what was built of the sources, with types', () => {
  const program = "console.log(Object.keys(await import('@sextant/client')).join(' '))";
  const cwd = join(root, 'packages/client');
  const built = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd });
  expect(String(built).trim().split(' ')).toEqual(Object.keys(sources).sort());
  const types = readFileSync(join(cwd, 'dist/packages/client/src/index.d.ts'), 'utf8');
  expect(types).toContain('createClient');
});

// oxlint-disable-next-line typescript/no-explicit-any -- the document is looked into
type Loose = Record<string, any>;

/** A `fetch` that holds every JSON answer, and every event of a stream, against the server's own document. */
async function fetchAsStated(url: string) {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const document = (await (await fetch(`${url}/openapi.json`, { headers })).json()) as Loose;
  const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }));
  const compile = (schema: object): ValidateFunction =>
    ajv.compile({ ...schema, components: document['components'] as unknown });
  const compiled = new Map<object, ValidateFunction>();
  const wrongs: string[] = [];
  const held = new Set<string>();

  const hold = (where: string, schema: object, value: unknown): void => {
    const validate = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, validate);
    held.add(where);
    if (!validate(value)) wrongs.push(`${where}: ${ajv.errorsText(validate.errors)}`);
  };

  const holdEvents = (where: string, events: Loose, text: string): void => {
    for (const [, name = '', data = ''] of text.matchAll(/^event: (.+)\ndata: (.+)$/gm)) {
      const schema = events[name] as object | undefined;
      if (schema !== undefined) hold(`${where} ${name}`, schema, JSON.parse(data));
    }
  };

  const ask: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const path = new URL(input instanceof Request ? input.url : String(input)).pathname;
    const method = (init?.method ?? 'GET').toLowerCase();
    const stated = operationAt(document['paths'] as Loose, path, method);
    const answer = stated?.operation['responses'][String(response.status)] as Loose | undefined;
    if (stated === undefined || answer === undefined) return response;
    const where = `${method} ${stated.path}`;
    const schema = answer['content']?.['application/json']?.schema as object | undefined;
    if (schema) hold(where, schema, await response.clone().json());
    const events = answer['x-events'] as Loose | undefined;
    if (events === undefined || response.body === null) return response;
    const decoder = new TextDecoder();
    let rest = '';
    const watched = new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, controller) => {
        const text = rest + decoder.decode(bytes, { stream: true });
        const end = text.lastIndexOf('\n\n') + 2;
        rest = end < 2 ? text : text.slice(end);
        if (end >= 2) holdEvents(where, events, text.slice(0, end));
        controller.enqueue(bytes);
      },
    });
    return new Response(response.body.pipeThrough(watched), response);
  };
  return { ask, wrongs, held };
}

function operationAt(paths: Loose, path: string, method: string) {
  for (const [pattern, operations] of Object.entries(paths)) {
    const fits = new RegExp(`^${pattern.replaceAll(/{[^}]*}/g, '[^/]+')}$`).test(path);
    const operation = (operations as Loose)[method] as Loose | undefined;
    if (fits && operation !== undefined) return { path: pattern, operation };
  }
  return undefined;
}

import { tableEmbedder } from '../../../test/embedders/cached-embedder.js';
import { serve } from '../../../test/support/http-server.js';
import { useOpened } from '../../../test/support/use-opened.js';
import type { PartState } from '../../agentapi/health.controller.js';
import { ToolSelectionIndex } from '../../toolindex/selection-index.js';
import { WatchedEmbedder } from '../../toolindex/watched-embedder.js';
import { deferred } from '../../../test/support/deferred.js';
import { createReadiness, type ReadinessParts, boundedProbe } from './readiness.js';

const DOCUMENTS = ['a', 'b'].map((name) => ({ name, text: `text ${name}` }));
const db: ReadinessParts['db'] = { kind: 'embedded', query: async () => [] };
const model = { name: 'none', model: 'palette' };
const base = (): ReadinessParts => ({
  db,
  models: { main: model, small: model, large: model },
  selection: new ToolSelectionIndex({ embedder: undefined }),
  embedder: undefined,
  platform: 'embedded',
});

const state = async (name: string, parts: Partial<ReadinessParts>): Promise<PartState> =>
  (await createReadiness({ ...base(), ...parts })())[name]!;

test('every part has a state', async () => {
  const none = { required: false, embedded: 0, total: 0 };
  await expect(createReadiness(base())()).resolves.toEqual({
    database: { state: 'ok', required: true, detail: 'embedded' },
    embedder: { state: 'off', required: false, detail: 'EMBEDDER=none' },
    tool_index: { ...none, state: 'off', detail: expect.stringContaining('EMBEDDER=none') },
    model: { state: 'ok', required: false, detail: 'none (palette)' },
    platform: { state: 'ok', required: false, detail: 'embedded' },
    sources: { state: 'ok', required: false, detail: '0 sources, 0 tools' },
  });
});

test('models of several roles are named, each once', async () => {
  const large = { name: 'gemini', model: 'pro' };
  const main = { name: 'gemini', model: 'flash' };
  const { detail } = await state('model', { models: { main, small: main, large } });
  expect(detail).toBe('gemini (flash, pro)');
});

test('database that fails is down and required', async () => {
  const query = () => Promise.reject(new Error('the connection is gone'));
  const down = { state: 'down', required: true, detail: 'the connection is gone' };
  expect(await state('database', { db: { kind: 'postgres', query } })).toEqual(down);
});

const table = new Map([
  ['text a', [1, 0]],
  ['text b', [0, 1]],
]);

test('tool_index counts what is embedded of what there is', async () => {
  const selection = new ToolSelectionIndex({ embedder: tableEmbedder(table) });
  selection.rebuild(DOCUMENTS);
  const detail = expect.stringMatching(/^being built, 0 of 2 tools/);
  const building = { state: 'degraded', detail, embedded: 0, total: 2 };
  expect(await state('tool_index', { selection })).toMatchObject(building);
  await selection.settled();
  const built = { state: 'ok', required: false, detail: '2 tools', embedded: 2, total: 2 };
  expect(await state('tool_index', { selection })).toEqual(built);
});

test('tool_index that cannot be built is down, says why and that it is tried again', async () => {
  const selection = new ToolSelectionIndex({ embedder: tableEmbedder(new Map()) });
  selection.rebuild(DOCUMENTS);
  await selection.settled();
  const detail = expect.stringMatching(/no vector for text a; it is tried again by itself/);
  const down = { state: 'down', required: false, detail, embedded: 0, total: 2 };
  expect(await state('tool_index', { selection })).toMatchObject(down);
  await selection.close();
});

const vectors = new Map([
  ['a', [1]],
  ['health', [1]],
]);

test('embedder that is well is not asked', async () => {
  let now = 0;
  const clock = () => new Date(now);
  const inner = tableEmbedder(vectors, 'model-x');
  const embedder = new WatchedEmbedder(inner, clock);
  const ask = () => state('embedder', { embedder, clock });
  await expect(ask()).resolves.toMatchObject({ state: 'ok', detail: 'model-x, not asked yet' });
  await embedder.embed(['a'], { kind: 'query' });
  now = 42_000;
  expect(await ask()).toMatchObject({ state: 'ok', detail: 'model-x, answered 42 s ago' });
  expect(inner.calls).toHaveLength(1);
});

test('embedder that failed is asked again, not more often than every 5 s, until it answers', async () => {
  let now = 0;
  let broken = true;
  let calls = 0;
  const clock = () => new Date(now);
  const embed: WatchedEmbedder['embed'] = async (texts) => {
    calls += 1;
    if (broken) throw new Error('connection refused');
    return texts.map(() => Float32Array.of(1));
  };
  const embedder = new WatchedEmbedder({ id: 'model-x', embed }, clock);
  const probe = createReadiness({ ...base(), embedder, clock });
  const ask = async () => (await probe())['embedder'];
  const down = { state: 'down', required: false, detail: 'connection refused' };
  await embedder.embed(['a'], { kind: 'query' }).catch(() => undefined);
  await expect(ask()).resolves.toEqual(down);
  expect(calls).toBe(1);
  now = 5000;
  await expect(ask()).resolves.toEqual(down);
  await expect(ask()).resolves.toEqual(down);
  expect(calls).toBe(2);
  broken = false;
  now = 10_000;
  expect(await ask()).toMatchObject({ state: 'ok', detail: 'model-x, answered 0 s ago' });
  expect(calls).toBe(3);
});

const seen: (string | undefined)[] = [];
const server = useOpened(() =>
  serve(({ url }, response) => {
    seen.push(url);
    response.writeHead(status, { location: '/x' }).end('x'.repeat(9));
  }),
);
let status = 200;

test.each([
  [200, 'ok'],
  [401, 'ok'],
  [403, 'ok'],
  [302, 'degraded'],
  [404, 'degraded'],
  [500, 'down'],
  [503, 'down'],
])('platform that answers %i is %s', async (answered, expected) => {
  status = answered;
  seen.length = 0;
  const detail = expect.stringContaining(`answered ${status}`);
  const found = { state: expected, required: false, detail };
  expect(await state('platform', { platform: { url: server.url } })).toMatchObject(found);
  expect(seen).toEqual(['/v1/workflow/trigger-types']);
});

test('platform that is not there is down, and its address is not shown', async () => {
  const platform = { url: 'http://user:secret@127.0.0.1:1/erp' };
  const found = await state('platform', { platform });
  expect(found).toMatchObject({ state: 'down', detail: expect.stringContaining('PLATFORM_URL') });
  expect(found.detail).not.toMatch(/secret|127/);
});

const OK = { state: 'ok', detail: 'fine' } as const;

test('a late probe makes the part down, is told to end, and is not asked a second time', async () => {
  const answer = deferred<Omit<PartState, 'required'>>();
  const signals: AbortSignal[] = [];
  const ask = (signal: AbortSignal) => {
    signals.push(signal);
    return answer.promise;
  };
  const probe = boundedProbe(ask, true, 20);
  const late = { state: 'down', detail: 'no answer within 0.02 s', required: true };
  await expect(Promise.all([probe(), probe()])).resolves.toEqual([late, late]);
  await expect(probe()).resolves.toEqual(late);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  answer.resolve(OK);
  await answer.promise;
  await new Promise((resolve) => setImmediate(resolve));
  await expect(probe()).resolves.toEqual({ ...OK, required: true });
  expect(signals).toHaveLength(2);
});

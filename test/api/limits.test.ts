import type { ErrorBody } from '../../src/foundation/errors.js';
import { deferred } from '../support/deferred.js';
import {
  playing,
  says,
  ScriptedModel,
  waitsFor,
  type ScriptTurn,
} from '../support/scripted-model.js';
import { postJson, readStream, useServer } from '../support/server.js';

const noisy = { authorization: 'Bearer noisy' };
const quiet = { authorization: 'Bearer quiet' };
const chat = (parts: object = {}) => ({ message: 'hi', context_type: 'workflow', ...parts });

const turns: ScriptTurn[] = [];
const llm = playing(() => new ScriptedModel([turns.shift() ?? [says('ok')]]));

const server = useServer(() => {
  const body = { MAX_BODY_BYTES: '4096', MAX_BODY_DEPTH: '5', MAX_MESSAGE_CHARS: '100' };
  const runs = { MAX_RUNS_PER_USER: '2', MAX_RUNS: '3', MAX_RESEARCH_PER_USER: '1' };
  const rest = { MAX_HISTORY_MESSAGES: '2', RESEARCH_WORKERS: '0', MAX_CALLS_PER_TURN: '1' };
  return { env: { ...body, ...runs, ...rest }, llm };
});

async function refused(body: unknown, headers = {}, path = '/v1/agent/chat') {
  const answer = await postJson(`${server.url}${path}`, body, { headers });
  const { error } = (await answer.json()) as ErrorBody;
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...error };
}

const says101 = 'x'.repeat(101);
const saying = (length: number, content = 'a') => Array(length).fill({ role: 'user', content });
const deep = { a: { b: { c: { d: {} } } } };

test.each<[string, object, RegExp, number?, string?]>([
  ['the body', { message: 'x'.repeat(5000) }, /at most 4096 bytes/, 413, 'body_too_large'],
  ['its depth', { context: deep }, /5 levels/],
  ['the message', { message: says101 }, /at most 100 char/],
  ['the history', { history: saying(3) }, /at most 2 messages/],
  ['a message in it', { history: saying(1, says101) }, /^[^:]*: history\[0\]\.con.* 101\.$/],
])(
  'a request past a limit is refused with the limit: %s',
  async (_name, parts, words, status = 400, code = 'invalid_request') => {
    const message = expect.stringMatching(words);
    expect(await refused(chat(parts))).toMatchObject({ status, code, message });
  },
);

/** How a chat of this user ends. */
const chatsTo = async (user: Record<string, string>) =>
  (await server.chat(chat(), user)).at(-1)?.event;

/** Starts a run that continues until it is let go; resolves when it is under way. */
async function longRun(headers: Record<string, string>) {
  const held = deferred<void>();
  turns.push([waitsFor(held.promise), says('late')]);
  const stream = readStream(await server.post(chat(), { headers }));
  let { value } = await stream.next();
  while (value?.event !== 'message_start') ({ value } = await stream.next());
  return async () => {
    held.resolve();
    let last: unknown;
    for await (const { event } of stream) last = event;
    return last;
  };
}

test('a user at the limit is told to wait, and others continue; a full server tells everybody', async () => {
  const runs = [await longRun(noisy), await longRun(noisy)];
  const full = (status: number, code: string, words: string) => {
    return { status, code, retryAfter: '5', message: expect.stringContaining(words) };
  };
  const own = full(429, 'too_many_runs', 'You have 2 runs under way');
  expect(await refused(chat(), noisy)).toMatchObject(own);
  expect(await chatsTo(quiet)).toBe('message_complete');
  runs.push(await longRun(quiet));
  const all = full(503, 'server_busy', 'The server has 3 runs under way');
  expect(await refused(chat(), { authorization: 'Bearer third' })).toMatchObject(all);
  expect(await Promise.all(runs.map((end) => end()))).toEqual(runs.map(() => 'message_complete'));
  expect(await chatsTo(noisy)).toBe('message_complete');
});

test('a key that comes again while the first is being started is answered by the same run', async () => {
  const user = { authorization: 'Bearer twice at once' };
  const end = await longRun(user);
  const keyed = { ...user, 'idempotency-key': 'twice' };
  const streams = await Promise.all([1, 2, 3].map(() => server.chat(chat(), keyed)));
  for (const events of streams) expect(events.at(-1)?.event).toBe('message_complete');
  expect(new Set(streams.map(([first]) => JSON.stringify(first))).size).toBe(1);
  expect(await end()).toBe('message_complete');
});

const startRuns = [
  ...['/v1/agent/chat', '/v1/agent/forms/0b0e0d0c-0000-4000-8000-000000000000', '/chat'],
  ...['/v1/chat/completions', '/api/ai/chat', '/api/ai/v5/chat', '/api/ag-ui'],
  ...['/api/chat/query', '/research'],
];

test('every route that starts a run refuses before the body is read, but for a key that came before', async () => {
  const user = { authorization: 'Bearer at the limit' };
  const keyed = { ...user, 'idempotency-key': 'an-earlier-run' };
  await server.chat(chat(), keyed);
  const runs = [await longRun(user), await longRun(user)];
  const unread = '{"message": "hi", this is not JSON';
  const statusOf = async (path: string, headers: object) =>
    [path, (await refused(unread, headers, path)).status] as const;
  const statuses = (headers: object) =>
    Promise.all(startRuns.map((path) => statusOf(path, headers)));
  const all = (status: number) => startRuns.map((path) => [path, status]);
  expect(await statuses(user)).toEqual(all(429));
  expect(await statuses({ ...user, 'idempotency-key': 'new' })).toEqual(all(429));
  expect(await statuses(keyed)).toEqual(all(400));
  expect(await Promise.all(runs.map((end) => end()))).toEqual(runs.map(() => 'message_complete'));
});

test('so does the route that begins a research', async () => {
  const path = '/v1/research';
  const keyed = { ...noisy, 'idempotency-key': 'the-first' };
  const begin = (headers: Record<string, string>) =>
    postJson(`${server.url}${path}`, { query: 'What is a lease?' }, { headers });
  expect((await begin(keyed)).status).toBe(202);
  const full = { status: 429, code: 'too_many_runs' };
  for (const headers of [noisy, { ...noisy, 'idempotency-key': 'new' }])
    expect(await refused('not JSON', headers, path)).toMatchObject(full);
  expect(await refused('not JSON', keyed, path)).toMatchObject({ status: 400 });
  expect((await begin(keyed)).status).toBe(202);
  expect(await refused('not JSON', quiet, path)).toMatchObject({ status: 400 });
});

test('what is refused after its admission gives its place back', async () => {
  for (let time = 0; time < 4; time += 1)
    expect(await refused(chat({ context_type: 'garden' }), noisy)).toMatchObject({ status: 400 });
  expect(await chatsTo(noisy)).toBe('message_complete');
});

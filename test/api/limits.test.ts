import { expect, test } from '@jest/globals';
import type { ErrorBody } from '../../src/foundation/errors.js';
import { deferred } from '../support/deferred.js';
import { playing, says, ScriptedModel, waitsFor } from '../support/scripted-model.js';
import type { ScriptTurn } from '../support/scripted-model.js';
import { readStream, startTestServer } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';

const noisy = { authorization: 'Bearer noisy' };
const quiet = { authorization: 'Bearer quiet' };
const chat = (parts: object = {}) => ({ message: 'hi', context_type: 'workflow', ...parts });

const turns: ScriptTurn[] = [];
const llm = playing(() => new ScriptedModel([turns.shift() ?? [says('ok')]]));

const server = useOpened(() => {
  const env = {
    EMBEDDER: 'none',
    MAX_BODY_BYTES: '4096',
    MAX_BODY_DEPTH: '5',
    MAX_MESSAGE_CHARS: '100',
    MAX_HISTORY_MESSAGES: '2',
    MAX_RUNS_PER_USER: '2',
    MAX_RUNS: '3',
    MAX_RESEARCH_PER_USER: '1',
    RESEARCH_WORKERS: '0',
    MAX_CALLS_PER_TURN: '1',
  };
  return startTestServer({ env, llm });
});

function post(path: string, body: unknown, headers: Record<string, string>) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const json = { 'content-type': 'application/json', ...headers };
  return fetch(`${server.url}${path}`, { method: 'POST', headers: json, body: text });
}

async function refused(
  body: unknown,
  headers: Record<string, string> = {},
  path = '/v1/agent/chat',
) {
  const answer = await post(path, body, headers);
  const { error } = (await answer.json()) as ErrorBody;
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...error };
}

const long = { role: 'user', content: 'x'.repeat(101) };
const said = (count: number) =>
  Array.from({ length: count }, () => ({ role: 'user', content: 'a' }));

test.each<[string, object, number, string, RegExp]>([
  ['the body', chat({ message: 'x'.repeat(5000) }), 413, 'body_too_large', /at most 4096 bytes/],
  [
    'its depth',
    chat({ context: { a: { b: { c: { d: {} } } } } }),
    400,
    'invalid_request',
    /5 levels/,
  ],
  ['the message', chat({ message: 'x'.repeat(101) }), 400, 'invalid_request', /at most 100 char/],
  ['the history', chat({ history: said(3) }), 400, 'invalid_request', /at most 2 messages/],
  [
    'a message in it',
    chat({ history: [long] }),
    400,
    'invalid_request',
    /^[^:]*: history\[0\]\.con.* 101\.$/,
  ],
])(
  'a request past a limit is refused with the limit: %s',
  async (_name, body, status, code, message) => {
    expect(await refused(body)).toMatchObject({
      status,
      code,
      message: expect.stringMatching(message),
    });
  },
);

/** Starts a run that continues until it is let go; resolves when it is under way. */
async function longRun(headers: Record<string, string>) {
  const held = deferred<void>();
  turns.push([waitsFor(held.promise), says('late')]);
  const stream = readStream(await server.post(chat(), { headers }));
  let { value } = await stream.next();
  while (value?.event !== 'message_start') ({ value } = await stream.next());
  return async () => {
    held.resolve();
    const rest: unknown[] = [];
    for await (const { event } of stream) rest.push(event);
    return rest.at(-1);
  };
}

test('a user at the limit is told to wait, and others continue; a full server tells everybody', async () => {
  const runs = [await longRun(noisy), await longRun(noisy)];
  expect(await refused(chat(), noisy)).toMatchObject({
    status: 429,
    code: 'too_many_runs',
    retryAfter: '5',
    message: expect.stringContaining('You have 2 runs under way'),
  });
  const events = await server.chat(chat(), quiet);
  expect(events.at(-1)?.event).toBe('message_complete');
  runs.push(await longRun(quiet));
  expect(await refused(chat(), { authorization: 'Bearer third' })).toMatchObject({
    status: 503,
    code: 'server_busy',
    retryAfter: '5',
    message: expect.stringContaining('The server has 3 runs under way'),
  });
  expect(await Promise.all(runs.map((end) => end()))).toEqual(runs.map(() => 'message_complete'));
  expect((await server.chat(chat(), noisy)).at(-1)?.event).toBe('message_complete');
});

test('a key that comes again while the first is being started is answered by the same run', async () => {
  const user = { authorization: 'Bearer twice at once' };
  const end = await longRun(user);
  const keyed = { ...user, 'idempotency-key': 'twice' };
  const streams = await Promise.all([1, 2, 3].map(() => server.chat(chat(), keyed)));
  expect(streams.map((events) => events.at(-1)?.event)).toEqual(
    streams.map(() => 'message_complete'),
  );
  expect(new Set(streams.map(([first]) => JSON.stringify(first))).size).toBe(1);
  expect(await end()).toBe('message_complete');
});

const startRuns = [
  '/v1/agent/chat',
  '/v1/agent/forms/0b0e0d0c-0000-4000-8000-000000000000',
  '/v1/chat/completions',
  '/api/ai/chat',
  '/api/ai/v5/chat',
  '/api/ag-ui',
  '/api/chat/query',
  '/chat',
  '/research',
];

test('every route that starts a run refuses before the body is read, but for a key that came before', async () => {
  const user = { authorization: 'Bearer at the limit' };
  const keyed = { ...user, 'idempotency-key': 'an-earlier-run' };
  await server.chat(chat(), keyed);
  const runs = [await longRun(user), await longRun(user)];
  const unread = '{"message": "hi", this is not JSON';
  const statuses = (headers: Record<string, string>) =>
    Promise.all(
      startRuns.map(async (path) => [path, (await refused(unread, headers, path)).status]),
    );
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
    post(path, { query: 'What is a lease?' }, headers);
  expect((await begin(keyed)).status).toBe(202);
  const full = { status: 429, code: 'too_many_runs' };
  expect(await refused('not JSON', noisy, path)).toMatchObject(full);
  expect(await refused('not JSON', { ...noisy, 'idempotency-key': 'new' }, path)).toMatchObject(
    full,
  );
  expect(await refused('not JSON', keyed, path)).toMatchObject({ status: 400 });
  expect((await begin(keyed)).status).toBe(202);
  expect(await refused('not JSON', quiet, path)).toMatchObject({ status: 400 });
});

test('what is refused after its admission gives its place back', async () => {
  for (let time = 0; time < 4; time += 1) {
    expect(await refused(chat({ context_type: 'garden' }), noisy)).toMatchObject({ status: 400 });
  }
  expect((await server.chat(chat(), noisy)).at(-1)?.event).toBe('message_complete');
});

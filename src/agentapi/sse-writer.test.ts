import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { FastifyReply } from 'fastify';
import { AppError } from '../foundation/errors.js';
import { encodeSse } from '../foundation/sse.js';
import { deferred } from '../../test/support/deferred.js';
import { serve, type TestServer } from '../../test/support/http-server.js';
import { defined } from '../foundation/defined.js';
import {
  answerFrames,
  closeSignal,
  defaultSseOptions,
  writeSse,
  type SseOptions,
} from './sse-writer.js';

/** Far below the next heartbeat, and far above what a busy machine makes of a few milliseconds. */
const AT_ONCE_MS = 5_000;
const quiet: SseOptions = defaultSseOptions;
const chunk = (value: string, id?: number): string =>
  encodeSse({ ...defined({ id }), event: 'content_chunk', data: { chunk: value } });

let server: TestServer;
afterEach(() => server.close());
const ignore = () => {};
type Written = { response: ServerResponse; goneAt: number[]; finished: Promise<void> };

async function stream(events: () => AsyncIterable<string>, options = quiet) {
  const written = deferred<Written>();
  server = await serve((_request, response) => {
    const goneAt: number[] = [];
    const closed = closeSignal(response);
    closed.addEventListener('abort', () => {
      if (!response.writableFinished) goneAt.push(performance.now());
    });
    const finished = writeSse(response, events(), closed, options);
    finished.catch(ignore);
    written.resolve({ response, goneAt, finished });
  });
  const client = request(server.url, { method: 'POST' });
  client.on('error', ignore);
  const answered = once(client, 'response') as Promise<[IncomingMessage]>;
  answered.then(([answer]) => answer.on('error', ignore), ignore);
  client.end();
  return { client, answered, ...(await written.promise) };
}

function parse(body: string) {
  const events: EventSourceMessage[] = [];
  let comments = 0;
  const onEvent = (event: EventSourceMessage) => void events.push(event);
  createParser({ onEvent, onComment: () => (comments += 1) }).feed(body);
  return { events, comments };
}

const until = async (condition: () => boolean) => {
  while (!condition()) await nextTurn();
};

test('frames come as they are, and the end of the frames ends the response', async () => {
  const sent = [chunk('a\nb', 1), chunk('ü', 2) + chunk('', 3)];
  const { answered, finished, goneAt } = await stream(() => Readable.from(sent));
  const [response] = await answered;
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(await text(response)).toBe(sent.join(''));
  await finished;
  expect(goneAt).toEqual([]);
});

test('headers go out with the first event and not before', async () => {
  const [gate, more] = [deferred(), deferred()];
  const { response, answered } = await stream(async function* () {
    await gate.promise;
    yield chunk('a');
    await more.promise;
  });
  await nextTurn();
  expect(response.headersSent).toBe(false);
  gate.resolve();
  const [answer] = await answered;
  const [bytes] = (await once(answer, 'data')) as [Buffer];
  expect(bytes.toString()).toContain('"chunk":"a"');
  more.resolve();
  await once(answer.resume(), 'end');
});

test('a heartbeat keeps a quiet stream open, but only once it has started', async () => {
  const [first, last] = [deferred(), deferred()];
  const { answered, response, finished } = await stream(
    async function* () {
      await first.promise;
      yield chunk('a', 1);
      await last.promise;
      yield chunk('b', 2);
    },
    { ...quiet, heartbeatMs: 5 },
  );
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(response.headersSent).toBe(false);
  first.resolve();
  const [answer] = await answered;
  let body = '';
  answer.on('data', (bytes: Buffer) => (body += bytes.toString()));
  await until(() => parse(body).comments >= 3);
  last.resolve();
  await finished;
  await once(answer, 'end');
  expect(parse(body).events.map(({ id }) => id)).toEqual(['1', '2']);
});

const message = expect.not.stringContaining('10.0.0.1');
const hidden = { code: 'database_error', message, retryable: true };
test.each([
  ['that are gone', new AppError('run_gone', 'Gone.'), 'gap', { message: 'Gone.' }],
  ['that cannot be read', new Error('10.0.0.1 is down'), 'error', hidden],
])('frames %s end the stream with a frame without a number', async (_, error, event, data) => {
  const { answered, finished } = await stream(async function* () {
    yield chunk('a', 1);
    throw error;
  });
  const [answer] = await answered;
  const { events } = parse(await text(answer));
  expect(events.map(({ id }) => id)).toEqual(['1', undefined]);
  expect(events[1]?.event).toBe(event);
  expect(JSON.parse(events[1]?.data ?? '')).toEqual(data);
  await expect(finished).rejects.toBe(error);
});

test('a request is answered while its stream is open, with the headers of its reply; a failure is told', async () => {
  const [gate, answered, told] = [deferred(), deferred(), deferred<unknown>()];
  const cause = new Error('lost');
  server = await serve((_request, raw) => {
    const own = { hijack: () => {}, getHeaders: () => ({ 'x-own': '1' }) };
    const reply = { raw, ...own } as unknown as FastifyReply;
    const follow = async () =>
      (async function* () {
        yield chunk('a');
        await gate.promise;
        throw cause;
      })();
    void answerFrames(reply, { ...quiet, failed: told.resolve }, follow).then(answered.resolve);
  });
  const response = await fetch(server.url);
  await answered.promise;
  expect(response.headers.get('x-own')).toBe('1');
  gate.resolve();
  expect(await told.promise).toBe(cause);
  expect(await response.text()).toContain('event: error');
});

test('a slow client: nothing piles up: 1,000 large events wait for it', async () => {
  const large = 'x'.repeat(32 * 1024);
  let asked = 0;
  let most = 0;
  const held: { response?: ServerResponse } = {};
  const parts = await stream(async function* () {
    for (asked = 1; asked <= 1000; asked += 1) {
      most = Math.max(most, held.response?.writableLength ?? 0);
      yield chunk(large);
    }
  });
  held.response = parts.response;
  const [answer] = await parts.answered;
  answer.pause();
  await until(() => parts.response.writableNeedDrain);
  const paused = asked;
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  // The rest of the way, the kernel's own buffers, holds a few MB; the writer holds almost nothing.
  expect(asked - paused).toBeLessThan(300);
  expect(asked).toBeLessThan(600);
  const { events } = parse(await text(answer));
  await parts.finished;
  expect(events).toHaveLength(1000);
  expect(most).toBeLessThan(256 * 1024);
  expect(parts.goneAt).toEqual([]);
});

test('a client that takes nothing at all is cut off, and nothing more is asked for', async () => {
  let asked = 0;
  const { answered, finished, goneAt, response } = await stream(
    async function* () {
      for (asked = 0; asked < 1000; asked += 1) yield chunk('x'.repeat(64 * 1024));
    },
    { ...quiet, stallMs: 50 },
  );
  const [answer] = await answered;
  answer.pause();
  await finished;
  expect(goneAt).toHaveLength(1);
  expect(response.destroyed).toBe(true);
  expect(asked).toBeLessThan(1000);
});

test('a client that leaves: it is noticed within 100 ms, and nothing more is asked for', async () => {
  const told = deferred();
  let ended = false;
  const { client, answered, goneAt, finished, response } = await stream(async function* () {
    try {
      yield chunk('a');
      await told.promise;
      yield chunk('b');
      throw new Error('asked for more');
    } finally {
      ended = true;
    }
  });
  const [answer] = await answered;
  await once(answer, 'data');
  const leftAt = performance.now();
  client.destroy();
  await until(() => goneAt.length > 0);
  expect((goneAt[0] ?? Infinity) - leftAt).toBeLessThan(AT_ONCE_MS);
  told.resolve();
  await finished;
  expect(ended).toBe(true);
  expect(goneAt).toHaveLength(1);
  expect(response.destroyed).toBe(true);
});

test('a client that leaves: before its first event', async () => {
  const first = deferred();
  const { client, goneAt, finished, response } = await stream(async function* () {
    await first.promise;
    yield chunk('a');
  });
  client.destroy();
  await until(() => goneAt.length > 0);
  first.resolve();
  await finished;
  expect(response.headersSent).toBe(false);
});

test('a client that leaves: while the writer waits for it', async () => {
  let asked = 0;
  const { client, answered, goneAt, finished, response } = await stream(async function* () {
    for (asked = 0; asked < 500; asked += 1) yield chunk('x'.repeat(64 * 1024));
  });
  const [answer] = await answered;
  answer.pause();
  await until(() => response.writableNeedDrain);
  client.destroy();
  await finished;
  expect(goneAt).toHaveLength(1);
  expect(asked).toBeLessThan(500);
});

test('a client that leaves: before the writer began', async () => {
  const begun = deferred<{ finished: Promise<void>; closed: AbortSignal }>();
  server = await serve((_request, response) => {
    response.once('close', () => {
      const closed = closeSignal(response);
      begun.resolve({ finished: writeSse(response, Readable.from(['']), closed, quiet), closed });
    });
    response.destroy();
  });
  const client = request(server.url);
  client.on('error', ignore);
  client.end();
  const { finished, closed } = await begun.promise;
  await finished;
  expect(closed.aborted).toBe(true);
});

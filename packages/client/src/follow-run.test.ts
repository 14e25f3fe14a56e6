import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { encodeSse, SSE_HEARTBEAT } from '../../../src/foundation/sse.js';
import { followRun, readFrames, type Frame, type RunSource, type RunUpdate } from './follow-run.js';

const request = { message: 'hi', context_type: 'workflow', context: {}, conversation_id: 'c1' };
const SOURCE: RunSource = { request, key: 'key-1' };
const RUN: RunSource = { runId: 'r1' };

/** A run on a server: what `events` streams is the text after a number, as the real route answers. */
const EVENTS: [string, object][] = [
  ['run_start', { run_id: 'r1', conversation_id: 'c1', context_type: 'workflow' }],
  ['message_start', { turn: 1 }],
  ['from-the-future', { a: 1 }],
  ['content_chunk', { chunk: 'Straße ' }],
  ['content_chunk', { chunk: 'für dich' }],
  ['content_chunk', { chunk: ' — 🧭!' }],
  ['message_complete', { finish_reason: 'stop', turns: 1, usage: {} }],
];
const FRAMES = EVENTS.map(
  ([event, data], index) => `id: ${index + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
);

type Answer = (after: number, init: RequestInit) => Response | Promise<Response>;

/** Follows a run whose server answers one script entry per request; tells what was asked and waited for. */
async function follow(answers: Answer[], source = SOURCE, reader = new AbortController()) {
  const asked: { url: string; headers: Record<string, string> }[] = [];
  const waits: number[] = [];
  const updates: RunUpdate[] = [];
  const fetch = async (input: unknown, init: RequestInit = {}) => {
    const headers = init.headers as Record<string, string>;
    asked.push({ url: input as string, headers });
    const answer = answers.shift();
    if (answer === undefined) throw new Error('asked once more than the script has answers');
    return answer(Number(headers['last-event-id'] ?? 0), init);
  };
  const wait = async (ms: number) => void waits.push(ms);
  const deps = { fetch, headers: (extra = {}) => extra, wait, random: () => 1 };
  for await (const update of followRun(source, deps, reader.signal)) updates.push(update);
  const ids = updates.flatMap((update) => (update.type === 'event' ? [update.id] : []));
  return { asked, waits, updates, ids, urls: asked.map(({ url }) => url) };
}

/** A body that comes in pieces of these sizes, over and over. */
function pieces(bytes: Uint8Array, sizes: readonly number[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0, i = 0; at < bytes.length; i += 1) {
        const size = sizes[i % sizes.length] ?? 1;
        controller.enqueue(bytes.slice(at, at + size));
        at += size;
      }
      controller.close();
    },
  });
}

/** The rest of the run after `after`, cut off after `bytes` and given in pieces of `size`. */
const streams =
  (bytes = Infinity, size = 7): Answer =>
  (after) => {
    const all = new TextEncoder().encode(FRAMES.slice(after).join(''));
    return new Response(pieces(all.subarray(0, Math.min(bytes, all.length)), [size]));
  };
const refuses = (status: number, code: string) => () =>
  Response.json({ error: { code, message: 'No.', details: [] } }, { status });
const unreachable = () => {
  throw new TypeError('fetch failed');
};

const ALL = FRAMES.map((_, index) => index + 1);

test('following a run gives every event of an unbroken stream and asks once', async () => {
  const { ids, asked } = await follow([streams()]);
  expect(ids).toEqual(ALL);
  expect(asked).toMatchObject([{ url: '/v1/agent/chat', headers: { 'idempotency-key': 'key-1' } }]);
});

test('following a run gives every event once and in order wherever the connection breaks', async () => {
  const breaks = fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 5 });
  await holds([breaks, fc.integer({ min: 1, max: 50 })], async (cuts, size) => {
    const answers = [...cuts.map((bytes) => streams(bytes, size)), streams()];
    expect((await follow(answers)).ids).toEqual(ALL);
  });
});

test('following a run reads on from the run it knows, behind the last event it has', async () => {
  const first = FRAMES.slice(0, 3).join('').length;
  const { asked, updates, ids } = await follow([streams(first + 5), unreachable, streams()]);
  expect(ids).toEqual(ALL);
  expect(asked.map(({ url, headers }) => [url, headers['last-event-id']])).toEqual([
    ['/v1/agent/chat', undefined],
    ['/v1/agent/runs/r1/events', '3'],
    ['/v1/agent/runs/r1/events', '3'],
  ]);
  expect(updates.filter(({ type }) => type === 'lost')).toHaveLength(2);
});

test('following a run reads the events of another kind of run where it is told to', async () => {
  const source = { runId: 'r1', eventsPath: '/v1/research/r1/events' };
  const { ids, urls } = await follow([streams(30), streams()], source);
  expect(ids).toEqual(ALL);
  expect(urls).toEqual(Array(2).fill('/v1/research/r1/events'));
});

test('following a run sends again under the same key while the run has no id yet', async () => {
  const { asked } = await follow([unreachable, streams(4), streams()]);
  expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(3).fill('key-1'));
});

test('following a run waits longer from try to try, and not for ever', async () => {
  const { waits } = await follow([...Array(8).fill(unreachable), streams()]);
  expect(waits).toEqual([800, 1600, 3200, 6400, 10_000, 10_000, 10_000, 10_000]);
});

const broken = `${FRAMES[0]}event: error\ndata: {"code":"database_error","message":"x","retryable":true}\n\n`;
test.each<[string, Answer, RunSource]>([
  ['the server is stopping', refuses(503, 'shutting_down'), SOURCE],
  ['it is asked too much, and there is a run', refuses(429, 'busy'), RUN],
  ['an error has no number, and so is about the stream', () => new Response(broken), SOURCE],
])('following a run tries again when %s', async (_when, answer, source) =>
  expect((await follow([answer, streams()], source)).ids).toEqual(ALL),
);

test.each<[number, string, RunSource]>([
  [400, 'invalid_request', RUN],
  [409, 'conflict', RUN],
  [410, 'run_gone', RUN],
  // It is for the user to send again what was one message too many.
  [429, 'busy', SOURCE],
])('following a run ends when the server says %d %s', async (status, code, source) => {
  const { updates, asked } = await follow([refuses(status, code)], source);
  expect(updates).toMatchObject([{ type: 'refused', problem: { status, code } }]);
  expect(asked).toHaveLength(1);
});

test('following a run passes on what the server says of a gap', async () => {
  const gap = 'event: gap\ndata: {"message":"Gone."}\n\n';
  const { updates } = await follow([() => new Response(gap), refuses(410, 'run_gone')], RUN);
  expect(updates.map(({ type }) => type)).toEqual(['connected', 'gap', 'lost', 'refused']);
});

test('following a run stops at once when nobody reads any more', async () => {
  const reader = new AbortController();
  const leaves = () => {
    reader.abort();
    throw new DOMException('aborted', 'AbortError');
  };
  expect(await follow([leaves], SOURCE, reader)).toMatchObject({ updates: [], asked: [{}] });
});

async function framesOf(bytes: Uint8Array, sizes: readonly number[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of readFrames(pieces(bytes, sizes))) frames.push(frame);
  return frames;
}

/** The same by a parser that knows the whole of the standard. */
async function byTheStandard(bytes: Uint8Array): Promise<Frame[]> {
  const stream = pieces(bytes, [bytes.length || 1])
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  const frames: Frame[] = [];
  for await (const { id, event, data } of stream) {
    const number = id === undefined ? undefined : Number(id);
    frames.push({ id: number, event: event ?? 'message', data: JSON.parse(data) });
  }
  return frames;
}

const name = fc.stringMatching(/^[a-z_]{1,20}$/);
const written = fc
  .tuple(fc.option(fc.nat(), { nil: undefined }), name, fc.json())
  .map(([id, event, json]) =>
    encodeSse({ event, data: JSON.parse(json), ...(id === undefined ? {} : { id }) }),
  );
const frame = fc.oneof(written, written, written, fc.constant(SSE_HEARTBEAT));

test('property: what the server writes is read as the standard reads it, however it is cut', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
  await holds([fc.array(frame, { maxLength: 12 }), sizes], async (frames, cuts) => {
    const bytes = new TextEncoder().encode(frames.join(''));
    expect(await framesOf(bytes, cuts)).toEqual(await byTheStandard(bytes));
  });
});

test('a frame that was cut off is none', async () => {
  const bytes = new TextEncoder().encode(encodeSse({ id: 1, event: 'a', data: {} }) + 'id: 2\neve');
  expect(await framesOf(bytes, [7])).toEqual([{ id: 1, event: 'a', data: {} }]);
});

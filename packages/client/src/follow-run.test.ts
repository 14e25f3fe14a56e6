import fc from 'fast-check';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { encodeSse, SSE_HEARTBEAT } from '../../../src/foundation/sse.js';
import { followRun, readFrames, type FollowDeps } from './follow-run.js';
import type { Frame, RunSource, RunUpdate } from './follow-run.js';

const REQUEST = { message: 'hi', context_type: 'workflow', context: {}, conversation_id: 'c1' };
const SOURCE: RunSource = { request: REQUEST, key: 'key-1' };

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

/** Deps whose server answers one script entry per request; notes what was asked and waited for. */
function against(answers: Answer[]) {
  const asked: { url: string; headers: Record<string, string> }[] = [];
  const waits: number[] = [];
  const deps: FollowDeps = {
    fetch: async (input, init = {}) => {
      const headers = init.headers as Record<string, string>;
      asked.push({ url: input as string, headers });
      const answer = answers.shift();
      if (answer === undefined) throw new Error('asked once more than the script has answers');
      return answer(Number(headers['last-event-id'] ?? 0), init);
    },
    headers: (extra = {}) => extra,
    wait: async (ms) => void waits.push(ms),
    random: () => 1,
  };
  return { deps, asked, waits };
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

async function follow(source: RunSource, deps: FollowDeps): Promise<RunUpdate[]> {
  const all: RunUpdate[] = [];
  for await (const update of followRun(source, deps, new AbortController().signal))
    all.push(update);
  return all;
}

const idsIn = (updates: RunUpdate[]) =>
  updates.flatMap((update) => (update.type === 'event' ? [update.id] : []));
const ALL = FRAMES.map((_, index) => index + 1);

describe('following a run', () => {
  test('gives every event of an unbroken stream and asks once', async () => {
    const { deps, asked } = against([streams()]);
    expect(idsIn(await follow(SOURCE, deps))).toEqual(ALL);
    expect(asked).toHaveLength(1);
    const found = asked[0];
    expect(found).toMatchObject({ url: '/v1/agent/chat', headers: { 'idempotency-key': 'key-1' } });
  });

  test('gives every event once and in order wherever the connection breaks', async () => {
    const breaks = fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(breaks, fc.integer({ min: 1, max: 50 }), async (cuts, size) => {
        const { deps } = against([...cuts.map((bytes) => streams(bytes, size)), streams()]);
        expect(idsIn(await follow(SOURCE, deps))).toEqual(ALL);
      }),
    );
  });

  test('reads on from the run it knows, behind the last event it has', async () => {
    const first = FRAMES.slice(0, 3).join('').length;
    const { deps, asked } = against([streams(first + 5), unreachable, streams()]);
    const updates = await follow(SOURCE, deps);
    expect(idsIn(updates)).toEqual(ALL);
    expect(asked.map(({ url, headers }) => [url, headers['last-event-id']])).toEqual([
      ['/v1/agent/chat', undefined],
      ['/v1/agent/runs/r1/events', '3'],
      ['/v1/agent/runs/r1/events', '3'],
    ]);
    expect(updates.filter(({ type }) => type === 'lost')).toHaveLength(2);
  });

  test('reads the events of another kind of run where it is told to', async () => {
    const { deps, asked } = against([streams(30), streams()]);
    const source = { runId: 'r1', eventsPath: '/v1/research/r1/events' };
    expect(idsIn(await follow(source, deps))).toEqual(ALL);
    expect(asked.map(({ url }) => url)).toEqual(Array(2).fill('/v1/research/r1/events'));
  });

  test('sends again under the same key while the run has no id yet', async () => {
    const { deps, asked } = against([unreachable, streams(4), streams()]);
    await follow(SOURCE, deps);
    expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(3).fill('key-1'));
  });

  test('waits longer from try to try, and not for ever', async () => {
    const { deps, waits } = against([...Array(8).fill(unreachable), streams()]);
    await follow(SOURCE, deps);
    expect(waits).toEqual([800, 1600, 3200, 6400, 10_000, 10_000, 10_000, 10_000]);
  });

  test('tries again when the server is stopping, and with a run when it is asked too much', async () => {
    const { deps } = against([refuses(503, 'shutting_down'), streams()]);
    expect(idsIn(await follow(SOURCE, deps))).toEqual(ALL);
    const again = against([refuses(429, 'busy'), streams()]);
    expect(idsIn(await follow({ runId: 'r1' }, again.deps))).toEqual(ALL);
  });

  test('leaves it to the user to send again when there were too many messages', async () => {
    const { deps } = against([refuses(429, 'busy')]);
    const updates = await follow(SOURCE, deps);
    expect(updates).toMatchObject([{ type: 'refused', problem: { status: 429 } }]);
  });

  test.each([
    [400, 'invalid_request'],
    [409, 'conflict'],
    [410, 'run_gone'],
  ])('ends when the server says %d %s', async (status, code) => {
    const { deps, asked } = against([refuses(status, code)]);
    const updates = await follow({ runId: 'r1' }, deps);
    expect(updates).toMatchObject([{ type: 'refused', problem: { status, code } }]);
    expect(asked).toHaveLength(1);
  });

  test('passes on what the server says of a gap', async () => {
    const gap = 'event: gap\ndata: {"message":"Gone."}\n\n';
    const { deps } = against([() => new Response(gap), refuses(410, 'run_gone')]);
    const types = (await follow({ runId: 'r1' }, deps)).map(({ type }) => type);
    expect(types).toEqual(['connected', 'gap', 'lost', 'refused']);
  });

  test('an error without a number is about the stream: it is opened again', async () => {
    const broken = `${FRAMES[0]}event: error\ndata: {"code":"database_error","message":"x","retryable":true}\n\n`;
    const { deps } = against([() => new Response(broken), streams()]);
    expect(idsIn(await follow(SOURCE, deps))).toEqual(ALL);
  });

  test('stops at once when nobody reads any more', async () => {
    const reader = new AbortController();
    const leaves = () => {
      reader.abort();
      throw new DOMException('aborted', 'AbortError');
    };
    const { deps, asked } = against([leaves]);
    const updates: RunUpdate[] = [];
    for await (const update of followRun(SOURCE, deps, reader.signal)) updates.push(update);
    expect(updates).toEqual([]);
    expect(asked).toHaveLength(1);
  });
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
const frame = fc.oneof(
  { weight: 1, arbitrary: fc.constant(SSE_HEARTBEAT) },
  { weight: 5, arbitrary: written },
);

test('property: what the server writes is read as the standard reads it, however it is cut', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 12 }), sizes, async (frames, cuts) => {
      const bytes = new TextEncoder().encode(frames.join(''));
      expect(await framesOf(bytes, cuts)).toEqual(await byTheStandard(bytes));
    }),
  );
});

test('a frame that was cut off is none', async () => {
  const bytes = new TextEncoder().encode(encodeSse({ id: 1, event: 'a', data: {} }) + 'id: 2\neve');
  expect(await framesOf(bytes, [7])).toEqual([{ id: 1, event: 'a', data: {} }]);
});

import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { textOf } from '../../../test/support/runs.js';
import { Readable } from 'node:stream';
import { encodeSse } from '../../foundation/sse.js';
import type { FrameBatch, LogPage } from '../../store/run-log/run-log.model.js';
import { Notifier } from './notifier.js';
import { completedEvents, readRun, WATCH_MS } from './run-reader.js';

async function chunksOf(frames: string): Promise<string[]> {
  const chunks: string[] = [];
  for await (const { type, data } of completedEvents(Readable.from([frames])))
    if (type === 'content_chunk') chunks.push(data.chunk);
  return chunks;
}

test('every text comes back as it was said, whatever separates its lines', async () => {
  const ends = fc.constantFrom('\n', '\r\n', '\u2028', '\u2029', '\u0085', '\nevent: error\n');
  const piece = fc.oneof(fc.string({ unit: 'binary' }), ends);
  const text = fc.array(piece).map((all) => all.join(''));
  await holds([fc.array(text)], async (texts) => {
    const said = texts.map((chunk, id) =>
      encodeSse({ id, event: 'content_chunk', data: { chunk } }),
    );
    const end = encodeSse({ id: texts.length, event: 'message_complete', data: {} });
    expect(await chunksOf([...said, end].join(''))).toEqual(texts);
  });
});

test.each([
  ['ends without its last event', '', 'interrupted'],
  ['failed', encodeSse({ event: 'error', data: { code: 'busy', message: 'No.' } }), 'busy'],
])('a run that %s is no answer', async (_what, frames, code) => {
  await expect(chunksOf(frames)).rejects.toMatchObject({ code });
});

const frame = (id: number) => encodeSse({ id, event: 'content_chunk', data: { chunk: `${id}` } });
const pollMs = () => 3_600_000;
const read = (log: Parameters<typeof readRun>[3]['log'], notifier: Notifier) =>
  readRun('run-1', 0, undefined, { log, notifier, pollMs }, new AbortController().signal);

/** A reader of a log that grows, and how often it has looked there. */
function reading() {
  const stored: FrameBatch[] = [];
  let [state, looks]: [LogPage['state'], number] = ['running', 0];
  const notifier = new Notifier();
  const log = {
    read: async (_: string, after: number) => {
      looks += 1;
      const batches = stored.filter(({ last }) => last > after);
      return { state, lastSeq: stored.at(-1)?.last ?? 0, batches };
    },
    tell() {},
  };
  const text = textOf(read(log, notifier));
  const store = (events: number): FrameBatch => {
    const first = (stored.at(-1)?.last ?? 0) + 1;
    const ids = Array.from({ length: events }, (_, nth) => first + nth);
    const batch = { first, last: first + events - 1, text: ids.map(frame).join('') };
    stored.push(batch);
    return batch;
  };
  const end = async () => {
    state = 'completed';
    notifier.notify('run-1');
    return text;
  };
  return { stored, notifier, store, end, looks: () => looks };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a run on another server is read once and in order, whatever news bring along, leave out or lose', async () => {
  const news = fc.constantFrom('frames', 'none', 'lost');
  const step = fc.record({ events: fc.integer({ min: 1, max: 3 }), news, pause: fc.boolean() });
  await holds([fc.array(step, { maxLength: 30 })], async (steps) => {
    const { stored, notifier, store, end } = reading();
    for (const one of steps) {
      const batch = store(one.events);
      if (one.news !== 'lost') notifier.notify('run-1', one.news === 'frames' ? batch : undefined);
      if (one.pause) await turn();
    }
    expect(await end()).toBe(stored.map(({ text }) => text).join(''));
  });
});

test('a run on another server is not looked for in the log while news bring its events along', async () => {
  const { notifier, store, end, looks } = reading();
  await turn();
  for (let nth = 0; nth < 20; nth += 1) {
    notifier.notify('run-1', store(2));
    await turn();
  }
  expect(looks()).toBe(1);
  expect(await end()).toContain(frame(40));
  expect(looks()).toBe(2);
});

test('a run on another server is said to be read for as long as a client takes, and no longer', async () => {
  jest.useFakeTimers();
  const tell = jest.fn();
  const batches = [{ first: 1, last: 1, text: frame(1) }];
  const page = { state: 'running' as const, lastSeq: 1, batches };
  const frames = read({ read: async () => page, tell }, new Notifier());
  await frames.next();
  for (let second = 0; second < 60; second += 1) {
    jest.advanceTimersByTime(1_000);
    expect(tell.mock.calls.length).toBeGreaterThan((second * 1_000) / WATCH_MS);
  }
  await frames.return();
  tell.mockClear();
  jest.advanceTimersByTime(WATCH_MS);
  expect(tell).not.toHaveBeenCalled();
  jest.useRealTimers();
});

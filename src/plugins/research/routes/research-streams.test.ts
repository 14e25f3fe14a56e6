import { expect, test } from '@jest/globals';
import { AppError } from '../../../foundation/errors.js';
import type { FrameBatch, LogPage } from '../../../store/run-log/run-log.model.js';
import { Notifier } from '../../../agentapi/runs/notifier.js';
import { ResearchStreams } from './research-streams.js';

const frame = (id: number): FrameBatch => ({ first: id, last: id, text: `id: ${id}\n\n` });

/** Streams over a log that is asked again only after news. */
function streamsOn(pages: () => LogPage) {
  const notifier = new Notifier();
  const log = {
    read: async (_id: string, after: number) => {
      const page = pages();
      return { ...page, batches: page.batches.filter(({ last }) => last > after) };
    },
    watch: async () => {
      throw new Error('nobody has to watch a research');
    },
  };
  const service = {
    find: async (userId: string) => {
      if (userId === 'ada') return {} as never;
      throw new AppError('not_found', 'none');
    },
  };
  const streams = new ResearchStreams({ service, log, notifier, pollMs: () => 60_000 });
  return { streams, notifier };
}

const never = () => new AbortController().signal;

async function all(frames: AsyncIterable<string>): Promise<string[]> {
  const texts: string[] = [];
  for await (const text of frames) texts.push(text);
  return texts;
}

test('continues when there is news, to the end, and from any event', async () => {
  let page: LogPage = { state: 'running', lastSeq: 1, batches: [frame(1)] };
  const { streams, notifier } = streamsOn(() => page);
  const frames = (await streams.follow('ada', 'id', 0, never()))[Symbol.asyncIterator]();
  expect((await frames.next()).value).toBe(frame(1).text);
  const second = frames.next();
  page = { state: 'completed', lastSeq: 2, batches: [frame(1), frame(2)] };
  notifier.notify('id');
  expect((await second).value).toBe(frame(2).text);
  expect((await frames.next()).done).toBe(true);
  expect(await all(await streams.follow('ada', 'id', 1, never()))).toEqual([frame(2).text]);
  expect(await all(await streams.follow('ada', 'id', 2, never()))).toEqual([]);
});

test('begins at once where nothing is to be told yet, for the user may think for days', async () => {
  let page: LogPage = { state: 'running', lastSeq: 1, batches: [frame(1)] };
  const { streams, notifier } = streamsOn(() => page);
  const frames = (await streams.follow('ada', 'id', 1, never()))[Symbol.asyncIterator]();
  expect((await frames.next()).value).toBe('');
  const next = frames.next();
  page = { state: 'completed', lastSeq: 2, batches: [frame(1), frame(2)] };
  notifier.notify('id');
  expect((await next).value).toBe(frame(2).text);
  expect((await frames.next()).done).toBe(true);
});

test('refuses events that are not there, before the stream or in it, and says where to look', async () => {
  let page: LogPage = { state: 'completed', lastSeq: 3, batches: [] };
  const { streams, notifier } = streamsOn(() => page);
  const gone = { code: 'run_gone', message: expect.stringContaining('GET /v1/research/id') };
  await expect(streams.follow('ada', 'id', 0, never())).rejects.toMatchObject(gone);
  await expect(streams.follow('ada', 'id', 4, never())).rejects.toMatchObject(gone);
  await expect(streams.follow('bob', 'id', 0, never())).rejects.toMatchObject({
    code: 'not_found',
  });

  page = { state: 'running', lastSeq: 1, batches: [frame(1)] };
  const frames = (await streams.follow('ada', 'id', 0, never()))[Symbol.asyncIterator]();
  await frames.next();
  const next = frames.next();
  page = { state: 'running', lastSeq: 3, batches: [frame(3)] };
  notifier.notify('id');
  await expect(next).rejects.toMatchObject(gone);
});

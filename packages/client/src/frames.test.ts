import { expect, test } from '@jest/globals';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import fc from 'fast-check';
import { encodeSse, SSE_HEARTBEAT } from '../../../src/foundation/sse.js';
import { readFrames, type Frame } from './frames.js';

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
  for await (const { id, event, data } of stream as unknown as AsyncIterable<
    Record<string, string>
  >) {
    const number = id === undefined ? undefined : Number(id);
    frames.push({ id: number, event: event ?? 'message', data: JSON.parse(data ?? '') });
  }
  return frames;
}

const frame = fc.oneof(
  { weight: 1, arbitrary: fc.constant(SSE_HEARTBEAT) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        fc.option(fc.nat(), { nil: undefined }),
        fc.stringMatching(/^[a-z_]{1,20}$/),
        fc.json(),
      )
      .map(([id, event, json]) =>
        encodeSse({ event, data: JSON.parse(json), ...(id === undefined ? {} : { id }) }),
      ),
  },
);

test('property: what the server writes is read as the standard reads it, however it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(frame, { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      async (frames, sizes) => {
        const bytes = new TextEncoder().encode(frames.join(''));
        expect(await framesOf(bytes, sizes)).toEqual(await byTheStandard(bytes));
      },
    ),
  );
});

test('a frame that was cut off is none', async () => {
  const bytes = new TextEncoder().encode(encodeSse({ id: 1, event: 'a', data: {} }) + 'id: 2\neve');
  expect(await framesOf(bytes, [7])).toEqual([{ id: 1, event: 'a', data: {} }]);
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { Readable } from 'node:stream';
import { encodeSse } from '../../foundation/sse.js';
import { completedEvents } from './run-reader.js';

async function chunksOf(frames: string): Promise<string[]> {
  const chunks: string[] = [];
  for await (const event of completedEvents(Readable.from([frames]))) {
    if (event.type === 'content_chunk') chunks.push(event.data.chunk);
  }
  return chunks;
}

test('every text comes back as it was said, whatever separates its lines', async () => {
  const separators = fc.constantFrom(
    '\n',
    '\r\n',
    '\u2028',
    '\u2029',
    '\u0085',
    '\nevent: error\n',
  );
  const text = fc
    .array(fc.oneof(fc.string({ unit: 'binary' }), separators))
    .map((all) => all.join(''));
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
  [
    'failed',
    encodeSse({ event: 'error', data: { code: 'model_error', message: 'No.' } }),
    'model_error',
  ],
])('a run that %s is no answer', async (_what, frames, code) => {
  await expect(chunksOf(frames)).rejects.toMatchObject({ code });
});

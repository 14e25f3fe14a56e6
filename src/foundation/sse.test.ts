import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { encodeSse, SSE_HEARTBEAT } from './sse.js';

/** What a client's parser makes of `text`, fed in pieces of `size` characters. */
function decode(text: string, size = text.length) {
  const events: EventSourceMessage[] = [];
  const comments: string[] = [];
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onComment: (comment) => comments.push(comment),
    onError: (error) => {
      throw error;
    },
  });
  for (let at = 0; at < text.length; at += size) parser.feed(text.slice(at, at + size));
  return { events, comments };
}

const frames = fc.record({
  id: fc.nat(),
  event: fc.stringMatching(/^[a-z_]{1,20}$/),
  // Any JSON, with texts of every kind of line break in it.
  data: fc.jsonValue({ stringUnit: 'binary' }),
});

test('encodeSse gives id, event and one line of JSON', () => {
  const text = encodeSse({ id: 3, event: 'content_chunk', data: { chunk: 'a\nb\r\u2028c' } });
  expect(text).toBe('id: 3\nevent: content_chunk\ndata: {"chunk":"a\\nb\\r\u2028c"}\n\n');
});

test('encodeSse leaves the id out when there is none', () =>
  expect(encodeSse({ event: 'a', data: 1 })).toBe('event: a\ndata: 1\n\n'));

test('encodeSse a client reads back exactly what was sent, however the bytes are cut', () =>
  holds([fc.array(frames), fc.integer({ min: 1, max: 40 })], (sent, size) => {
    const { events } = decode(sent.map((frame) => encodeSse(frame)).join(SSE_HEARTBEAT), size);
    expect(
      events.map(({ id, event, data }) => ({ id, event, data: JSON.parse(data) as unknown })),
    ).toEqual(sent.map((frame) => JSON.parse(JSON.stringify({ ...frame, id: `${frame.id}` }))));
  }));

test('encodeSse refuses an event name or id that would forge a line', async () => {
  const breaks = fc.constantFrom('\n', '\r', '\r\n');
  await holds([fc.string(), breaks, fc.string()], (before, sign, after) => {
    const forged = `${before}${sign}${after}`;
    expect(() => encodeSse({ event: forged, data: 1 })).toThrow(TypeError);
    expect(() => encodeSse({ id: forged, event: 'a', data: 1 })).toThrow(TypeError);
  });
});

test.each([undefined, () => 1, Symbol('a')])('encodeSse refuses %p, which is no JSON', (data) => {
  expect(() => encodeSse({ event: 'a', data })).toThrow('must be a JSON value');
});

test('the heartbeat is a comment and no event', () =>
  expect(decode(SSE_HEARTBEAT)).toEqual({ events: [], comments: ['keep-alive'] }));

import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { jsonDepth } from '../../foundation/json.js';
import { boundArguments, readArguments } from './tool-calls.js';
import { errorFrom, errorInStream, sseEvents, type SseItem } from './post-stream.js';

test.each<[unknown, object]>([
  [undefined, {}],
  [null, {}],
  ['', {}],
  [' \n', {}],
  ['null', {}],
  ['[1]', { unreadable_arguments: '[1]' }],
  ['{"a":', { unreadable_arguments: '{"a":' }],
  [7, { unreadable_arguments: '7' }],
  ['x'.repeat(500), { unreadable_arguments: 'x'.repeat(200) }],
])('readArguments %j', (value, expected) => {
  const { arguments: read, fault } = readArguments(value);
  expect(read).toEqual(expected);
  if ('unreadable_arguments' in read)
    expect(fault).toMatch(/^its arguments must be one JSON object/);
  else expect(fault).toBeUndefined();
});

test('readArguments a value of any depth is read without recursion', () => {
  const lists = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown;
  for (const deep of [lists, { a: lists }, JSON.stringify('['.repeat(100_000))]) {
    const { arguments: read, fault } = readArguments(deep);
    expect(fault).toMatch(/must be one JSON object|nested deeper than 24 levels/);
    expect(JSON.stringify(read).length).toBeLessThan(300);
  }
});

test('readArguments any object comes back, as itself, as text, and as text of text', () =>
  holds([fc.dictionary(fc.string(), fc.jsonValue())], (object) => {
    const text = JSON.stringify(object);
    const parsed: unknown = JSON.parse(text);
    if (jsonDepth(object) > 24) return;
    for (const sent of [object, text, JSON.stringify(text)])
      expect(JSON.parse(JSON.stringify(readArguments(sent).arguments))).toEqual(parsed);
  }));

describe('boundArguments', () => {
  const call = (input: object) => ({ id: 'a', name: 'look', arguments: { input } });

  test('leaves what fits as it is', () => {
    const fits = call({ text: 'x'.repeat(70) });
    expect(boundArguments(fits, 100)).toBe(fits);
  });

  test('says how long arguments are that are too long, and keeps their beginning', () => {
    const bound = boundArguments(call({ text: 'x'.repeat(1_000) }), 100);
    expect(bound).toMatchObject({ id: 'a', name: 'look' });
    expect(bound.fault).toMatch(/have 1021 characters, and 100 is the limit of one call/);
    expect(String(bound.arguments['unreadable_arguments'])).toHaveLength(200);
  });

  test('drops arguments that nothing could write as JSON', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as object;
    const fault = expect.stringMatching(/nested deeper than 24 levels/);
    expect(boundArguments(call(deep), 100)).toMatchObject({ arguments: {}, fault });
  });
});

async function* pieces(texts: readonly string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

async function read(texts: readonly string[]): Promise<SseItem[]> {
  const items: SseItem[] = [];
  for await (const item of sseEvents(pieces(texts))) items.push(item);
  return items;
}

test('sseEvents are the same however the text is cut, with comments as signs of life', async () => {
  const text = ': hi\r\n\r\nevent: a\ndata: {"x":"ü\u2028"}\n\ndata:1\ndata: 2\n\n:\n\n';
  const whole = await read([text]);
  const a = { event: 'a', data: '{"x":"ü\u2028"}' };
  expect(whole).toMatchObject(['comment', a, { data: '1\n2' }, 'comment']);
  await holds([fc.array(fc.nat(text.length), { maxLength: 20 })], async (places) => {
    const sorted = [0, ...places].sort((a, b) => a - b);
    expect(await read(sorted.map((start, at) => text.slice(start, sorted[at + 1])))).toEqual(whole);
  });
});

test('sseEvents refuse an event that does not end', async () => {
  const megabyte = 'x'.repeat(1024 * 1024);
  await expect(read(['data: ', ...Array.from({ length: 9 }, () => megabyte)])).rejects.toThrow();
});

describe('errors of an API', () => {
  test.each([
    ['{"error":{"message":"Why."}}', 'X answered 400: Why.'],
    ['<html>Why.</html>', 'X answered 400'],
  ])('%s', (body, message) => expect(errorFrom('X', 400, body).message).toBe(message));

  test('a long message is cut', () => {
    const body = JSON.stringify({ error: { message: 'y'.repeat(5_000) } });
    expect(errorFrom('X', 400, body).message.length).toBeLessThan(600);
  });

  test('in a stream it has no status', () => {
    const error = errorInStream('X', { message: 'Why.' }, 'overloaded');
    expect(error).toMatchObject({ message: 'X broke off the answer: Why.', trouble: 'overloaded' });
  });
});

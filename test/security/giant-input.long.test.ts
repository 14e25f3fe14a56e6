import { connect } from 'node:net';
import { says, ScriptedModel } from '../support/scripted-model.js';
import { rawRequest } from '../support/http-server.js';
import { useServer } from '../support/server.js';

const MB = 1024 * 1024;
const server = useServer(() => {
  return { llm: new ScriptedModel(Array.from({ length: 50 }, () => [says('ok')])) };
});

/** Whatever was sent, others are served as before. */
afterEach(async () => {
  const events = await server.chat({ message: 'hi', context_type: 'workflow' });
  expect(events.at(-1)?.event).toBe('message_complete');
});

const chat = (parts: object) => ({ message: 'hi', context_type: 'workflow', ...parts });

const json = (parts: object) => JSON.stringify(chat(parts));
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]));
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

test.each<[string, string, number]>([
  ['a body of 8 MB', json({ message: 'x'.repeat(8 * MB) }), 413],
  ['half a million levels', '['.repeat(500_000), 400],
  ['a context of 12,000 levels', json({}).replace('}', `,"context":${deep(12_000)}}`), 400],
  ['a history of 300,000 messages', json({ history: Array(300_000).fill({}) }), 400],
  ['a history of 9,000 wrong messages', json({ history: Array(9_000).fill({ x: 1 }) }), 400],
  ['a message of a million characters', json({ message: 'x'.repeat(1_000_000) }), 400],
  ['60,000 unknown fields', json(fields(60_000)), 400],
  ['an unknown field of a million characters', json({ ['x'.repeat(1_000_000)]: 1 }), 400],
])('%s: refused, with a short reason', async (_name, body, status) => {
  const answer = await server.post(body);
  const reason = await answer.text();
  expect([answer.status, JSON.parse(reason)]).toEqual([status, { error: expect.any(Object) }]);
  expect(reason.length).toBeLessThan(10_000);
});

test.each<[string, string, Record<string, string>]>([
  ['an address of 1 MB', `/v1/agent/tools?x=${'y'.repeat(MB)}`, {}],
  ['a header of 1 MB', '/v1/agent/tools', { 'x-long': 'y'.repeat(MB) }],
  ['a token of 60 kB', '/v1/agent/tools', { authorization: `Bearer ${'y'.repeat(60_000)}` }],
])('%s is refused', async (_name, path, headers) => {
  // The server may hang up before all has been sent.
  const hungUp = ({ code }: NodeJS.ErrnoException) => ({ status: code });
  const { status } = await rawRequest(server.url, 'GET', path, headers).catch(hungUp);
  expect([431, 'ECONNRESET', 'EPIPE']).toContain(status);
});

test('a body without end is not read on', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    'POST /v1/agent/chat HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  const answered = new Promise((resolve) => socket.once('data', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const piece = 'x'.repeat(64 * 1024);
  const pour = () => {
    let more = true;
    while (more && !socket.destroyed) more = socket.write(`10000\r\n${piece}\r\n`);
  };
  socket.on('drain', pour);
  pour();
  expect(String(await answered)).toMatch(/^HTTP\/1\.1 413 /);
  await closed;
  expect(socket.bytesWritten).toBeLessThan(64 * MB);
});

import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { WINDOW_BYTES } from '../../src/agentapi/runs/run-reader.js';
import { type Child, useChildren } from '../support/child.js';
import { useFolders } from '../support/embedded-template.js';
import { eventsIn } from '../support/runs.js';

const SERVER = new URL('./slow-clients.child.ts', import.meta.url);
const KB = 1024;
const MB = 1024 * KB;
const STREAMS = 200;
/** The largest event here: the model's 8 KB of text with what is around it. */
const FRAME_BYTES = 8 * KB + 256;
/**
 * What each is told, in kilobytes. The kernel takes several megabytes for a client that reads nothing
 * (`tcp_wmem` and `tcp_rmem`), so a few are told far more than that: what is left is the server's.
 */
const ANSWER = { healthy: 64, gone: 256, stalled: 1024, flooded: 9 * 1024 };

const folder = useFolders('platform');
const spawnServer = useChildren(SERVER, () => {
  const limits = { MAX_RUNS: `${STREAMS}`, MAX_RUNS_PER_USER: `${STREAMS}` };
  return { PORT: '0', DATA_DIR: folder.path, EMBEDDER: 'none', ...limits };
});

/** `pending`: the bytes that wait for each client that has not got its whole answer. */
type Held = { pending: number[] } & Record<'held' | 'rss' | 'peak' | 'running', number>;

/** Asks until it is so; each answer takes the server a garbage collection. */
async function heldWhen(child: Child, isSo: (held: Held) => boolean): Promise<Held> {
  for (;;) {
    child.tell('memory');
    const held = JSON.parse(await child.line()) as Held;
    if (isSo(held)) return held;
  }
}

type Kind = keyof typeof ANSWER;
/** One client in ten stops reading, three of them in a very long answer; one in ten leaves in the middle. */
function kindOf(at: number): Kind {
  if (at % 10 === 3) return at % 70 === 3 ? 'flooded' : 'stalled';
  return at % 10 === 7 ? 'gone' : 'healthy';
}

async function connect(url: string, kind: Kind) {
  const headers = { 'content-type': 'application/json' };
  const sent = request(`${url}/v1/agent/chat`, { method: 'POST', agent: false, headers });
  const message = String(ANSWER[kind]);
  sent.end(JSON.stringify({ message, context_type: 'workflow' }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  if (kind === 'gone') response.once('data', () => response.destroy());
  return { kind, response, whole: kind === 'healthy' ? text(response) : undefined };
}

/** What a stream shows: whether its numbers are without a gap, how much was said, how it ended. */
function outline(stream: string) {
  const events = eventsIn(stream);
  const said = events.map(({ type, data }) => (type === 'content_chunk' ? data.chunk : ''));
  return {
    gaps: events.filter(({ id }, at) => id !== at + 1).length,
    kilobytes: said.join('').length / KB,
    ends: stream.match(/^event: (message_complete|error)$/gm),
  };
}

it('of 200 streams 20 % stall or leave: the others get everything, and memory stays bounded', async () => {
  const child = spawnServer();
  const url = await child.line();
  const before = await heldWhen(child, () => true);
  const clients = await Promise.all(
    Array.from({ length: STREAMS }, (_, at) => connect(url, kindOf(at))),
  );
  const streams = await Promise.all(clients.flatMap(({ whole }) => whole ?? []));
  expect(streams).toHaveLength(0.8 * STREAMS);
  for (const stream of streams) {
    const ends = ['event: message_complete'];
    expect(outline(stream)).toEqual({ gaps: 0, kilobytes: ANSWER.healthy, ends });
  }
  const full = await heldWhen(child, ({ running }) => running === 0);
  const count = (kind: Kind) => clients.filter((client) => client.kind === kind).length;
  expect(full.pending).toHaveLength(count('stalled') + count('flooded'));
  // Of the flooded ones the kernel takes no more: the server holds the next piece, and only that.
  const held = full.pending.filter((bytes) => bytes > 0);
  expect(held.length).toBeGreaterThanOrEqual(count('flooded'));
  expect(Math.max(...held)).toBeLessThanOrEqual(WINDOW_BYTES + FRAME_BYTES);
  expect(full.held - before.held).toBeLessThan(40 * MB);
  expect(full.peak - before.rss).toBeLessThan(600 * MB);
}, 300_000);

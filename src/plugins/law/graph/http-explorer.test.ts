import type { RequestListener } from 'node:http';
import { refused } from '../../../../test/support/refused.js';
import { serveGraph } from '../../../../test/support/fakes/explorer.js';
import { serve, type TestServer } from '../../../../test/support/http-server.js';
import { systemClock } from '../../../foundation/clock.js';
import { deferred } from '../../../../test/support/deferred.js';
import { createHttpExplorer, Snapshots } from './http-explorer.js';
import type { GraphStats } from './node-lines.js';

const open: TestServer[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((server) => server.close()))));

const fees = { title: 'Fees', document: 'Harbour Ordinance', sourceText: 'The fees in full' };
const section = { nodeType: 'section' as const, ...fees };
const nodes = [1, 2, 3].map((id) => ({ id, sourceId: `§ ${id}`, ...section }));
const NOTHING = { edges: 0, embeddings: 0, nodeTypes: [], edgeTypes: [] };
const { signal } = new AbortController();

test('one that hung is not waited for again by each question, until it answers', async () => {
  let asked = 0;
  const server = await serve((_request, response) => {
    asked += 1;
    const data = { stats: { nodes: 0, ...NOTHING }, nodes: { nodes: [] } };
    if (asked === 3) response.end(JSON.stringify({ data }));
  });
  open.push(server);
  const at = { ms: 0 };
  const clock = () => new Date(at.ms + performance.now());
  const explorer = createHttpExplorer({ baseUrl: server.url, clock, timeoutMs: 500 });
  const away = { code: 'explorer_unavailable', message: expect.stringMatching(/within 0\.5 s/) };
  const gone = (asking: Promise<unknown>) => expect(asking).rejects.toMatchObject(away);
  await gone(explorer.stats(signal));
  await gone(explorer.node(1, signal));
  await gone(explorer.similar(1, 5, signal));
  expect(asked).toBe(1);
  at.ms = 30_000;
  await gone(explorer.stats(signal));
  expect(asked).toBe(2);
  // A chat that begins asks for the counts by itself, with a short time limit.
  expect(await explorer.snapshot()).toMatchObject({ nodes: 0 });
  await gone(explorer.node(1, signal));
  expect(asked).toBe(4);
});

async function explorerOver(server: TestServer) {
  open.push(server);
  return createHttpExplorer({ baseUrl: server.url, clock: systemClock });
}

describe('an explorer that', () => {
  const json = (status: number, body: unknown): RequestListener => {
    const headers = { 'content-type': 'application/json' };
    return (_, response) => void response.writeHead(status, headers).end(JSON.stringify(body));
  };
  const AWAY = 'explorer_unavailable';
  const REFUSED = 'explorer_error';
  const opening = { errors: [{ message: 'opening', extensions: { code: 'UNAVAILABLE' } }] };
  const deep = { data: null, errors: [{ message: 'too deep' }, { message: 'too wide' }] };
  const moved: RequestListener = (_, response) => response.writeHead(302, { location: '/x' }).end();
  test.each<[string, RequestListener, string, RegExp]>([
    ['is a page', (_, response) => response.end('<html>'), AWAY, /it answers no JSON object/],
    ['fails', json(500, { error: 'out of order' }), AWAY, /500: out of order/],
    ['answers nothing', json(200, {}), AWAY, /it answers without data/],
    ['answers otherwise', json(200, { data: { stats: {} } }), AWAY, /may be unavailable/],
    ['is not ready', json(200, opening), AWAY, /may be unavailable \(opening\)/],
    ['refuses with 200', json(200, deep), REFUSED, /refused the .*: too deep; too wide/],
    ['refuses with 400', json(400, deep), REFUSED, /question: it answered 400: too deep/],
    ['redirects', moved, AWAY, /302, a redirect, which is not followed/],
  ])('%s', async (_name, listener, code, message) => {
    const explorer = await explorerOver(await serve(listener));
    await refused(explorer.stats(signal), code, message);
    expect(await explorer.snapshot()).toBeUndefined();
  });

  test('has too much to say is there all the same: less is to be asked for', async () => {
    const listener: RequestListener = (_request, response) => response.end('x'.repeat(9_000_000));
    const explorer = await explorerOver(await serve(listener));
    await refused(explorer.node(1, signal), 'explorer_error', 'too long');
  });

  test('dies is missed in the next prompt, and not a minute later', async () => {
    const explorer = await explorerOver(await serveGraph({ nodes, edges: [] }));
    expect(await explorer.snapshot()).toMatchObject({ nodes: 3 });
    await open.pop()?.close();
    expect(await explorer.snapshot()).toMatchObject({ nodes: 3 });
    await expect(explorer.node(1, signal)).rejects.toThrow('unavailable');
    expect(await explorer.snapshot()).toBeUndefined();
  });

  test('is left by a caller who is gone', async () => {
    const leaving = new AbortController();
    const explorer = await explorerOver(await serve(() => leaving.abort()));
    await expect(explorer.stats(leaving.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('snapshots', () => {
  const stats = (nodes: number): GraphStats => ({ nodes, ...NOTHING, laws: [] });

  /** Snapshots whose reads answer one after the other, at a time that the test sets. */
  function snapshotsOf(reads: (() => Promise<GraphStats>)[]) {
    const at = { ms: 0, reads: 0 };
    const read = () => reads[at.reads++]?.() ?? Promise.reject(new Error('asked too often'));
    return { at, snapshots: new Snapshots(read, () => new Date(at.ms)) };
  }

  test.each([
    ['counts are read again after a minute', [1, 2], 60_000],
    ['an explorer that is away is asked again after five seconds', [undefined, 3], 5_000],
  ])('%s', async (_, [first, second], kept) => {
    const answers = [first, second].map((nodes) => async () => {
      if (nodes === undefined) throw new Error('refused');
      return stats(nodes);
    });
    const { at, snapshots } = snapshotsOf(answers);
    for (const ms of [0, kept - 1]) {
      at.ms = ms;
      expect((await snapshots.latest())?.nodes).toBe(first);
    }
    expect(at.reads).toBe(1);
    at.ms = kept;
    expect((await snapshots.latest())?.nodes).toBe(second);
  });

  test('callers at the same time share one read', async () => {
    const reading = deferred<GraphStats>();
    const { at, snapshots } = snapshotsOf([() => reading.promise]);
    const both = Promise.all([snapshots.latest(), snapshots.latest()]);
    reading.resolve(stats(4));
    expect((await both).map((one) => one?.nodes)).toEqual([4, 4]);
    expect(at.reads).toBe(1);
  });
});

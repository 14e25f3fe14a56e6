import { refused } from '../../../../test/support/refused.js';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SHARE_ENV, Worker } from 'node:worker_threads';
import { describeEmbedder } from '../../../../test/embedders/embedder.contract.js';
import type { Timer } from '../../../foundation/clock.js';
import { type Logger, silentLogger } from '../../../foundation/logger.js';
import type { Embedder } from '../../embedder.js';
import { EmbedQueue, EmbedRequest } from './embed-queue.js';
import { LocalEmbedder } from './local-embedder.js';
import type { Runtime } from './model-thread.js';

/** What the model gave where it was made: texts with their prefix, and their vectors. */
const reference = JSON.parse(
  readFileSync(new URL('../../../../models/sextant-e5/reference.json', import.meta.url), 'utf8'),
) as { text: string; vector: number[] }[];
const folder = new URL('../../../../models/sextant-e5/', import.meta.url).href;
const realWorker = new URL('./e5-worker.mjs', import.meta.url);

describeEmbedder('the local embedder', () => new LocalEmbedder());

describe.each<Runtime>(['native', 'wasm'])('the local embedder on %s', (runtime) => {
  it('gives the vectors of the reference', async () => {
    const embedder = new LocalEmbedder({ runtime });
    for (const kind of ['query', 'document'] as const) {
      const prefix = kind === 'query' ? 'query: ' : 'passage: ';
      // WASM takes ten times as long for each.
      const count = runtime === 'native' ? reference.length : 1;
      const own = reference.filter(({ text }) => text.startsWith(prefix)).slice(0, count);
      const texts = own.map(({ text }) => text.slice(prefix.length));
      (await embedder.embed(texts, { kind })).forEach((vector, at) => {
        expect(vector).toHaveLength(384);
        expect(cosine(vector, own[at]!.vector)).toBeGreaterThan(0.999);
      });
    }
    await embedder.close?.();
  });
});

it('tells nobody of this machine: the runtime keeps no id and no events', async () => {
  const home = await mkdtemp(join(tmpdir(), 'sextant-home-'));
  const code = `import('./src/toolindex/embedders/local/local-embedder.js').then(async (its) => {
    const embedder = new its.LocalEmbedder({ runtime: 'native' });
    await embedder.embed(['a'], { kind: 'query' });
    await embedder.close();
  })`;
  const args = ['--import', './test/support/typescript.mjs', '-e', code];
  // Neither is there in continuous integration, where the runtime is silent by itself.
  const env = { PATH: process.env['PATH'], HOME: home, XDG_CACHE_HOME: home };
  await promisify(execFile)(process.execPath, args, { env });
  expect(await readdir(home)).not.toContain('Microsoft');
  await rm(home, { recursive: true });
});

it('lets a query pass a catalogue that is being embedded, and examples of tools do not', async () => {
  const embedder = new LocalEmbedder();
  const order: string[] = [];
  const ask = (name: string, texts: string[], background: boolean) =>
    embedder.embed(texts, { kind: 'query', background }).then(() => order.push(name));
  await Promise.all([
    ask('catalogue', descriptions(24), true),
    ask('examples', ['an example'], true),
    ask('query', ['a question'], false),
  ]);
  expect(order).toEqual(['query', 'catalogue', 'examples']);
  await embedder.close();
});

describe('the thread of the local embedder', () => {
  const workers: Worker[] = [];
  let embedder: Embedder;
  const useWorker = (url: URL, logger: Logger = silentLogger, timer?: Timer): void => {
    embedder = new LocalEmbedder({
      logger,
      timer,
      startWorker: () => {
        const worker = new Worker(url, { workerData: { folder }, env: SHARE_ENV });
        workers.push(worker);
        return worker;
      },
    });
  };
  afterEach(async () => {
    await embedder.close?.();
    workers.length = 0;
  });

  it('starts once, with the first call', async () => {
    useWorker(script(ONES));
    expect(workers).toHaveLength(0);
    await Promise.all(['a', 'b', 'c'].map((text) => embedder.embed([text], { kind: 'query' })));
    await embedder.embed(['d'], { kind: 'document' });
    expect(workers).toHaveLength(1);
  });

  it('rejects what it was working on when it dies, keeps the rest, and starts again', async () => {
    useWorker(realWorker);
    await embedder.embed(['loaded'], { kind: 'query' });
    const hit = embedder.embed(descriptions(8), { kind: 'document' });
    const waiting = embedder.embed(['waits'], { kind: 'document' });
    void workers[0]!.terminate();
    await expect(hit).rejects.toMatchObject({ code: 'index_error' });
    await expect(waiting).resolves.toHaveLength(1);
    await expect(embedder.embed(['after'], { kind: 'query' })).resolves.toHaveLength(1);
    expect(workers).toHaveLength(2);
  });

  it('says why when the model cannot be loaded', async () => {
    useWorker(script('throw new Error("the weights are missing")'));
    for (const text of ['first', 'second']) {
      const asked = embedder.embed([text], { kind: 'query' });
      await refused(asked, 'index_error', 'the weights are missing');
    }
    expect(workers).toHaveLength(2);
  });

  it('says at start that the native runtime does not load, and what that costs', async () => {
    const said: unknown[] = [];
    const logger = { ...silentLogger, warn: (...given: unknown[]) => void said.push(...given) };
    const told = `port.postMessage({ runtime: 'wasm', reason: 'no such library' });`;
    useWorker(script(told + ONES), logger);
    await embedder.embed(['a'], { kind: 'query' });
    expect(said).toEqual([expect.stringMatching(/no such library.*WASM.*EMBEDDER/)]);
  });

  it('sends batches of texts of like length, and forgets what was cancelled', async () => {
    useWorker(script(ONES));
    const batches: string[][] = [];
    const controller = new AbortController();
    const texts = Array.from({ length: 20 }, (_, i) => 'x'.repeat((i * 7) % 20));
    const first = embedder.embed(texts, { kind: 'document', signal: controller.signal });
    workers[0]!.on('message', ({ texts: sent }: { texts: string[] }) => batches.push(sent));
    const second = embedder.embed(['kept'], { kind: 'document' });
    await new Promise((resolve) => workers[0]!.once('message', resolve));
    controller.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    await second;
    const lengths = batches[0]!.map((text) => text.length);
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
    expect(batches.flat()).toContain('passage: kept');
    expect(batches.flat().length).toBeLessThan(20);
  });

  it('has a second thread while a catalogue is embedded, and ends it when nothing more comes', async () => {
    let rest = (): void => {};
    useWorker(script(ONES), silentLogger, (work) => {
      rest = work;
      return () => {};
    });
    await embedder.embed(['a'], { kind: 'query' });
    expect(workers).toHaveLength(1);
    await embedder.embed(descriptions(200), { kind: 'document' });
    if (availableParallelism() === 1) return;
    expect(workers).toHaveLength(2);
    const ended = once(workers[1]!, 'exit');
    rest();
    await ended;
    await embedder.embed(['b'], { kind: 'query' });
    expect(workers).toHaveLength(2);
  });

  it('rejects what waits when it is closed, and everything after', async () => {
    useWorker(realWorker);
    const waiting = embedder.embed(descriptions(20), { kind: 'document' });
    const closed = embedder.close?.();
    await expect(waiting).rejects.toMatchObject({ code: 'index_error' });
    await closed;
    const late = embedder.embed(['late'], { kind: 'query' });
    await expect(late).rejects.toMatchObject({ code: 'index_error' });
  });
});

it('EmbedQueue: lets requests take turns: a question does not wait for all texts of another', () => {
  const queue = new EmbedQueue();
  const requestOf = (texts: string[]) => new EmbedRequest(texts, undefined);
  const [long, short] = [requestOf(descriptions(100)), requestOf(['one'])];
  queue.add(new EmbedRequest(descriptions(3), undefined), true);
  queue.add(long, false);
  expect(queue.take(8).every(({ request }) => request === long)).toBe(true);
  queue.add(short, false);
  const shared = queue.take(8);
  expect(shared.filter(({ request }) => request === short)).toHaveLength(1);
  expect(shared.length).toBeGreaterThan(1);
  let left = 0;
  for (let batch = queue.take(8); batch.length > 0; batch = queue.take(8)) left += batch.length;
  expect(left + shared.length + 8).toBe(104);
});

it('EmbedQueue: is bounded, and says so', () => {
  const queue = new EmbedQueue();
  queue.add(new EmbedRequest(descriptions(20_000), undefined), true);
  expect(() => queue.add(new EmbedRequest(['one more'], undefined), false)).toThrow(
    expect.objectContaining({ code: 'index_error', message: expect.stringContaining('20,000') }),
  );
});

/** Answers each batch with ones, and the texts that were sent. */
const ONES = `port.on('message', (message) => {
  if (message === 'close') return port.close();
  const { texts } = message;
  port.postMessage({ texts, vectors: new Float32Array(384 * texts.length).fill(1) });
});`;

function script(code: string): URL {
  const head = `import { parentPort as port } from 'node:worker_threads';`;
  return new URL(`data:text/javascript,${encodeURIComponent(head + code)}`);
}

function descriptions(count: number): string[] {
  const text = (_: unknown, i: number) => `tool ${i}. Reads record ${i} and what belongs to it`;
  return Array.from({ length: count }, text);
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const dot = (x: ArrayLike<number>, y: ArrayLike<number>): number =>
    Array.from(x).reduce((sum, value, i) => sum + value * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { describeEmbedder } from '../../../../test/embedders/embedder.contract.js';
import type { Embedder } from '../../embedder.js';
import { ToolIndex } from '../../tool-index.js';
import { normalized } from '../../vector.js';
import { createLocalEmbedder } from './local-embedder.js';
import { UseLiteEmbedder } from './use-lite-embedder.js';

describeEmbedder('the local embedder', () => createLocalEmbedder());

describe('the local embedder', () => {
  let embedder: Embedder;
  beforeAll(() => {
    embedder = createLocalEmbedder();
  });
  afterAll(() => embedder.close?.());

  it('gives 512 dimensions and knows meaning: near texts are nearer than far ones', async () => {
    const [email, mail, stock] = await embedder.embed(
      [
        'send an email to my colleague',
        'write a message to a coworker',
        'reorder point of a product',
      ],
      { kind: 'query' },
    );
    expect(email).toHaveLength(512);
    expect(dot(email!, mail!)).toBeGreaterThan(dot(email!, stock!) + 0.1);
  });

  it('reads a tool as what it is and what people say, in equal parts', async () => {
    const parts = ['send email. Sends a message', 'write to Bob', 'mail the boss'];
    const [tool] = await embedder.embed(
      ['send_email — Sends a message | write to Bob | mail the boss'],
      {
        kind: 'document',
      },
    );
    const [head, ...examples] = await embedder.embed(parts, { kind: 'query' });
    const said = normalized(examples[0]!.map((value, i) => value + examples[1]![i]!));
    const expected = normalized(head!.map((value, i) => value + said[i]!));
    expect(dot(tool!, expected)).toBeCloseTo(1, 4);
  });

  it('lets a query pass a catalogue that is being embedded', async () => {
    const order: string[] = [];
    const catalogue = embedder
      .embed(descriptions(80), { kind: 'document' })
      .then(() => order.push('catalogue'));
    const query = embedder.embed(['a question'], { kind: 'query' }).then(() => order.push('query'));
    await Promise.all([catalogue, query]);
    expect(order).toEqual(['query', 'catalogue']);
  });

  it('stops working on a request that was cancelled', async () => {
    const controller = new AbortController();
    const long = embedder.embed(descriptions(4000), {
      kind: 'document',
      signal: controller.signal,
    });
    await embedder.embed(['first'], { kind: 'query' });
    controller.abort();
    await expect(long).rejects.toMatchObject({ code: 'cancelled' });
    // 4,000 texts would take most of a minute: this one is through at once only if they are dropped.
    const started = performance.now();
    await embedder.embed(['next'], { kind: 'document' });
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('finds the right tool by word and by meaning, the same way each time', async () => {
    const documents = [
      {
        name: 'find_recipients',
        text: 'find_recipients — Finds users and roles by name | who can I notify?',
      },
      { name: 'list_rules', text: 'list_rules — Lists all workflow rules' },
      { name: 'query_table', text: 'query_table — Shows the first rows of a table' },
    ];
    const allowed = new Set(documents.map(({ name }) => name));
    const rank = async (query: string, index: ToolIndex): Promise<string[]> =>
      (await index.search(query, { topK: 3, minScore: -1, allowed })).map(({ name }) => name);
    const index = await ToolIndex.build(documents, embedder);
    const again = await ToolIndex.build([...documents].reverse(), embedder);
    for (const [query, best] of [
      ['which roles exist?', 'find_recipients'],
      ['list every rule', 'list_rules'],
      ['people I could send this to', 'find_recipients'],
    ] as const) {
      expect((await rank(query, index))[0]).toBe(best);
      expect(await rank(query, again)).toEqual(await rank(query, index));
    }
  });

  it('leaves the main thread free while 200 tools are indexed', async () => {
    const documents = descriptions(200).map((text, i) => ({ name: `tool_${i}`, text }));
    // The best of three: other processes can delay a run, but a stall of ours is in every run.
    const longest: number[] = [];
    while (longest.length < 3 && !longest.some((delay) => delay < 100)) {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      await ToolIndex.build(documents, embedder);
      delay.disable();
      longest.push(delay.max / 1e6);
    }
    expect(Math.min(...longest)).toBeLessThan(100);
  }, 60_000);
});

describe('the thread of the local embedder', () => {
  const workers: Worker[] = [];
  let embedder: UseLiteEmbedder;
  const useWorker = (url: URL): void => {
    embedder = new UseLiteEmbedder(() => {
      const worker = new Worker(url);
      workers.push(worker);
      return worker;
    });
  };
  const real = new URL('./use-lite-worker.mjs', import.meta.url);
  afterEach(async () => {
    await embedder.close();
    workers.length = 0;
  });

  it('starts once, with the first call', async () => {
    useWorker(real);
    expect(workers).toHaveLength(0);
    await Promise.all(['a', 'b', 'c'].map((text) => embedder.embed([text], { kind: 'query' })));
    await embedder.embed(['d'], { kind: 'document' });
    expect(workers).toHaveLength(1);
  });

  it('rejects what it was working on when it dies, keeps the rest, and starts again', async () => {
    useWorker(real);
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
    useWorker(new URL('data:text/javascript,throw new Error("the weights are missing")'));
    for (const text of ['first', 'second']) {
      await expect(embedder.embed([text], { kind: 'query' })).rejects.toMatchObject({
        code: 'index_error',
        message: expect.stringContaining('the weights are missing'),
      });
    }
    expect(workers).toHaveLength(2);
  });

  it('rejects what waits when it is closed, and everything after', async () => {
    useWorker(real);
    const waiting = embedder.embed(descriptions(20), { kind: 'document' });
    const closed = embedder.close();
    await expect(waiting).rejects.toMatchObject({ code: 'index_error' });
    await closed;
    const late = embedder.embed(['late'], { kind: 'query' });
    await expect(late).rejects.toMatchObject({ code: 'index_error' });
  });
});

function descriptions(count: number): string[] {
  return Array.from(
    { length: count },
    (_, i) => `tool_${i} — Reads record ${i} and lists what belongs to it | show me number ${i}`,
  );
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((total, value, i) => total + value * b[i]!, 0);
}

import type { Embedder } from './embedder.js';
import { QueryVectors } from './query-vectors.js';

/** Answers when it is told to; `calls` holds what it was asked for. */
class HeldEmbedder implements Embedder {
  readonly id = 'held';
  readonly calls: string[][] = [];
  readonly signals: AbortSignal[] = [];
  private readonly held: (() => void)[] = [];
  dimensions = 2;

  embed(texts: readonly string[], { signal }: { signal?: AbortSignal }): Promise<Float32Array[]> {
    this.calls.push([...texts]);
    this.signals.push(signal!);
    return new Promise((resolve) => {
      this.held.push(() => {
        resolve(texts.map((text) => new Float32Array(this.dimensions).fill(text.length)));
      });
    });
  }

  release(): void {
    for (const answer of this.held.splice(0)) answer();
  }
}

function held() {
  const embedder = new HeldEmbedder();
  const queries = new QueryVectors(embedder);
  const ask = (...texts: string[]): Promise<Float32Array[]> => {
    const asked = queries.of(texts);
    embedder.release();
    return asked;
  };
  return { embedder, queries, ask };
}

const lengths = (vectors: Float32Array[]): number[] => vectors.map((vector) => vector[0]!);

it('embeds equal texts once: in one call, under way, and afterwards', async () => {
  const { embedder, queries } = held();
  const first = queries.of(['one', 'three', 'one']);
  const second = queries.of(['three', 'eleven']);
  embedder.release();
  expect(lengths(await first)).toEqual([3, 5, 3]);
  expect(lengths(await second)).toEqual([5, 6]);
  expect(lengths(await queries.of(['eleven', 'one']))).toEqual([6, 3]);
  expect(embedder.calls).toEqual([['one', 'three'], ['eleven']]);
});

it('asks again after a failure', async () => {
  let calls = 0;
  const queries = new QueryVectors({
    id: 'fails once',
    embed: async (texts) => {
      calls += 1;
      if (calls === 1) throw new Error('out of order');
      return texts.map(() => Float32Array.of(1));
    },
  });
  await expect(queries.of(['a'])).rejects.toMatchObject({ code: 'index_error' });
  await expect(queries.of(['a'])).resolves.toHaveLength(1);
});

it('lets one who waits leave, and calls the embedder off with the last', async () => {
  const { embedder, queries } = held();
  const [one, other] = [new AbortController(), new AbortController()];
  const first = queries.of(['a', 'b'], one.signal);
  const second = queries.of(['b'], other.signal);
  one.abort();
  await expect(first).rejects.toMatchObject({ code: 'cancelled' });
  expect(embedder.signals[0]!.aborted).toBe(false);
  const late = new Error('too slow');
  other.abort(late);
  await expect(second).rejects.toMatchObject({ code: 'cancelled' });
  expect(embedder.signals[0]!.reason).toBe(late);
  const again = queries.of(['b']);
  embedder.release();
  expect([lengths(await again), embedder.calls]).toEqual([[1], [['a', 'b'], ['b']]]);
});

it('keeps a bounded number, the latest used ones', async () => {
  const { embedder, ask } = held();
  await ask('first', 'second');
  for (let i = 0; i < 1_999; i += 1) {
    await ask(`text ${i}`);
    await ask('first');
  }
  const before = embedder.calls.length;
  await ask('first');
  expect(embedder.calls.length).toBe(before);
  await ask('second');
  expect(embedder.calls.length).toBe(before + 1);
});

it('forgets all vectors when the embedder answers another dimension', async () => {
  const { embedder, ask } = held();
  await ask('old');
  embedder.dimensions = 3;
  await ask('new');
  expect((await ask('old'))[0]).toHaveLength(3);
});

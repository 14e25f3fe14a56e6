import type { Embedder } from './embedder.js';
import { documentVectors, type IndexedText, type VectorStore } from './document-vectors.js';

const texts = Array.from({ length: 450 }, (_, i): IndexedText => {
  return { text: `text ${i}`, kind: 'document' };
});

class MemoryCache implements VectorStore {
  readonly known = new Map<string, Float32Array>();
  async read(_id: string, wanted: readonly string[]) {
    return wanted.map((text) => this.known.get(text));
  }
  async write(_id: string, written: readonly string[], vectors: readonly Float32Array[]) {
    written.forEach((text, row) => this.known.set(text, vectors[row]!));
  }
}

/** Gives a text's number as its vector; fails once it has embedded `limit` texts. */
function counting(limit = Infinity, dimensions = 2): Embedder & { asked: number[] } {
  const asked: number[] = [];
  return {
    id: 'counting',
    asked,
    embed: async (portion) => {
      asked.push(portion.length);
      if (asked.reduce((sum, count) => sum + count, 0) > limit) throw new Error('enough');
      return portion.map((text) => new Float32Array(dimensions).fill(Number(text.slice(5))));
    },
  };
}

it('embeds in portions, in order, and tells how far it is', async () => {
  const progress: number[] = [];
  const embedder = counting();
  const onProgress = (embedded: number) => void progress.push(embedded);
  const vectors = await documentVectors(texts, embedder, { onProgress });
  expect(vectors.map((vector) => vector[0])).toEqual(texts.map((_, i) => i));
  expect(embedder.asked).toEqual([96, 96, 96, 96, 66]);
  expect(progress).toEqual([0, 96, 192, 288, 384, 450]);
});

it('keeps what was embedded before a failure, so that the next try continues from there', async () => {
  const cache = new MemoryCache();
  await expect(documentVectors(texts, counting(400), { cache })).rejects.toThrow('enough');
  const again = counting();
  const progress: number[] = [];
  const onProgress = (embedded: number) => void progress.push(embedded);
  const vectors = await documentVectors(texts, again, { cache, onProgress });
  expect([again.asked, progress]).toEqual([[66], [384, 450]]);
  expect(vectors.map((vector) => vector[0])).toEqual(texts.map((_, i) => i));
  expect(cache.known.size).toBe(450);
});

it('embeds all again when fresh vectors have another dimension than the cache', async () => {
  const cache = new MemoryCache();
  await documentVectors(texts.slice(0, 10), counting(), { cache });
  const vectors = await documentVectors(texts, counting(Infinity, 3), { cache });
  expect(new Set(vectors.map((vector) => vector.length))).toEqual(new Set([3]));
  expect([...cache.known.values()].every((vector) => vector.length === 3)).toBe(true);
  expect(cache.known.size).toBe(450);
});

it('embeds tools before examples, each as what it is, and keeps them apart in the cache', async () => {
  const written: string[] = [];
  const cache: VectorStore = {
    read: async (_, wanted) => wanted.map(() => undefined),
    write: async (id, portion) => void written.push(`${id}: ${portion.join()}`),
  };
  const kinds: string[] = [];
  const embedder: Embedder = {
    id: 'kinds',
    embed: async (portion, { kind, background }) => {
      kinds.push(`${kind} ${background}`);
      return portion.map((text) => Float32Array.of(Number(text.slice(5)), kind.length));
    },
  };
  const mixed = texts.slice(0, 4).map((text, i): IndexedText => {
    return { ...text, kind: i % 2 === 0 ? 'query' : 'document' };
  });
  const vectors = await documentVectors(mixed, embedder, { cache });
  expect(kinds).toEqual(['document true', 'query true']);
  expect(vectors.map((vector) => [...vector].join())).toEqual(['0,5', '1,8', '2,5', '3,8']);
  expect(written).toEqual(['kinds: text 1,text 3', 'kinds query: text 0,text 2']);
});

it('asks neither embedder nor cache for what is in memory', async () => {
  const embedder = counting();
  const known = ({ text }: IndexedText) => (text === 'text 7' ? undefined : Float32Array.of(1, 1));
  const vectors = await documentVectors(texts, embedder, { known });
  expect([embedder.asked, vectors[7]?.[0]]).toEqual([[1], 7]);
});

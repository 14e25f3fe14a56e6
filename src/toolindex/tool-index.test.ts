import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tableEmbedder } from '../../test/embedders/table-embedder.js';
import type { VectorStore } from './document-vectors.js';
import type { Embedder } from './embedder.js';
import { TfidfBlock } from './lexical/tfidf-block.js';
import { ToolIndex } from './tool-index.js';

const ALL = { topK: 100, minScore: -1 };

/** Vectors with small whole numbers, so that equal scores are common. */
const vectorOf = (length: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: -2, max: 2 }), { minLength: length, maxLength: length });

const catalogue = fc.integer({ min: 1, max: 9 }).chain((length) =>
  fc.record({
    query: vectorOf(length),
    tools: fc.uniqueArray(fc.tuple(fc.string({ minLength: 1, maxLength: 3 }), vectorOf(length)), {
      selector: ([name]) => name,
      maxLength: 30,
    }),
    topK: fc.integer({ min: 0, max: 35 }),
    minScore: fc.constantFrom(-1, -0.5, 0, 0.5, 1),
    allowEvery: fc.integer({ min: 1, max: 4 }),
  }),
);

describe('ToolIndex', () => {
  it('finds what a plain cosine, filter and sort find', async () => {
    await fc.assert(
      fc.asyncProperty(catalogue, async ({ query, tools, topK, minScore, allowEvery }) => {
        const index = await indexOf(tools, query);
        const allowed = new Set(tools.map(([name]) => name).filter((_, i) => i % allowEvery === 0));
        const found = await index.search('query', { topK, minScore, allowed });
        const expected = tools
          .filter(([name]) => allowed.has(name))
          .map(([name, vector]) => ({ name, score: cosine(vector, query) }))
          // Scores that differ by rounding only may go either way at the threshold.
          .filter(({ score }) => score >= minScore - 1e-6);
        expect(found.length).toBeLessThanOrEqual(topK);
        expect(found.map(({ name }) => name)).toEqual([...new Set(found.map(({ name }) => name))]);
        for (const { name, score } of found) {
          expect(score).toBeCloseTo(expected.find((tool) => tool.name === name)!.score, 5);
        }
        found.slice(1).forEach((tool, i) => {
          const before = found[i]!;
          expect(before.score > tool.score || before.name < tool.name).toBe(true);
        });
        const worst = found.at(-1)?.score ?? minScore;
        const left = expected.filter(({ name }) => !found.some((tool) => tool.name === name));
        if (topK > 0) {
          const limit = found.length < topK ? minScore : worst;
          for (const { score } of left) expect(score).toBeLessThanOrEqual(limit + 1e-5);
        }
      }),
    );
  });

  it('sorts equal scores by name and gives the same answer whatever the order of documents', async () => {
    const tools: [string, number[]][] = ['b', 'a', 'Z', 'c'].map((name) => [name, [1, 0]]);
    const allowed = new Set(['a', 'b', 'c', 'Z']);
    for (const order of [tools, [...tools].reverse()]) {
      const found = await (await indexOf(order, [2, 0])).search('query', { ...ALL, allowed });
      expect(found.map(({ name }) => name)).toEqual(['Z', 'a', 'b', 'c']);
    }
  });

  it('is blind to the length of vectors', async () => {
    const index = await indexOf(
      [
        ['short', [0.1, 0]],
        ['long', [900, 900]],
      ],
      [7, 0],
    );
    const scores = await index.query('query');
    expect(scores.of('short')).toBeCloseTo(1, 6);
    expect(scores.of('long')).toBeCloseTo(Math.SQRT1_2, 6);
  });

  it('scores any tool of the index from one embedding of the query', async () => {
    const embedder = tableEmbedder(
      new Map([
        ['a', [1, 0]],
        ['b', [0, 1]],
        ['query', [1, 0]],
      ]),
    );
    const index = await ToolIndex.build(
      [
        { name: 'a', text: 'a' },
        { name: 'b', text: 'b' },
      ],
      embedder,
    );
    const scores = await index.query('query');
    expect(scores.top({ ...ALL, allowed: new Set(['b']) })).toEqual([{ name: 'b', score: 0 }]);
    expect(scores.of('a')).toBe(1);
    expect(scores.of('unknown')).toBeUndefined();
    expect(embedder.calls.filter(({ kind }) => kind === 'query')).toHaveLength(1);
  });

  it('finds nothing in an empty index or with an empty allowlist', async () => {
    const empty = await indexOf([], [1]);
    await expect(empty.search('query', { ...ALL, allowed: new Set(['a']) })).resolves.toEqual([]);
    const index = await indexOf([['a', [1]]], [1]);
    await expect(index.search('query', { ...ALL, allowed: new Set() })).resolves.toEqual([]);
    await expect(index.search('query', { ...ALL, allowed: new Set(['x']) })).resolves.toEqual([]);
  });

  it.each([
    [
      'documents of different dimensions',
      [
        ['a', [1, 0]],
        ['b', [1, 0, 0]],
      ],
      [1, 0],
    ],
    ['a longer query', [['a', [1, 0]]], [1, 0, 0]],
    ['a shorter query', [['a', [1, 0]]], [1]],
    [
      'two tools of one name',
      [
        ['a', [1]],
        ['a', [1]],
      ],
      [1],
    ],
    ['a number that is not finite', [['a', [NaN]]], [1]],
    ['an empty vector', [['a', []]], [1]],
  ] as [string, [string, number[]][], number[]][])('refuses %s', async (_, tools, query) => {
    const search = async (): Promise<unknown> =>
      (await indexOf(tools, query)).search('query', { ...ALL, allowed: new Set(['a']) });
    await expect(search()).rejects.toMatchObject({ code: 'index_error' });
  });

  it('refuses an embedder that answers too few vectors', async () => {
    const embedder: Embedder = { id: 'few', embed: async () => [] };
    const build = ToolIndex.build([{ name: 'a', text: 'a' }], embedder);
    await expect(build).rejects.toMatchObject({ code: 'index_error' });
  });

  it('searches for a message among weighted turns, in one embedding call', async () => {
    const embedder = tableEmbedder(
      new Map([
        ['a', [1, 0]],
        ['b', [0, 1]],
        ['before', [0, 9]],
        ['message', [4, 0]],
      ]),
    );
    const index = await ToolIndex.build(
      ['a', 'b'].map((name) => ({ name, text: name })),
      embedder,
    );
    const turns = [
      { text: 'before', weight: 0.75 },
      { text: 'message', weight: 1 },
    ];
    const scores = await index.query(turns);
    expect(scores.of('a')).toBeCloseTo(0.8, 6);
    expect(scores.of('b')).toBeCloseTo(0.6, 6);
    expect(embedder.calls.filter(({ kind }) => kind === 'query')).toHaveLength(1);
  });

  it('takes the catalogue’s mean from its vectors when the embedder asks for it', async () => {
    const vectors = { a: [1, 1], b: [1, -1], query: [1, 0] };
    const embedder = { ...tableEmbedder(new Map(Object.entries(vectors))), centre: 1 };
    const documents = ['a', 'b'].map((name) => ({ name, text: name }));
    const scores = await (await ToolIndex.build(documents, embedder)).query('query');
    expect(scores.of('a')).toBeCloseTo(0, 6);
  });

  it('adds the sparse block by its share', async () => {
    const embedder: Embedder = {
      ...tableEmbedder(
        new Map([
          ['a', [1, 0]],
          ['b', [0, 1]],
          ['query', [1, 0]],
        ]),
      ),
      fitSparse: async () => ({
        share: 0.7,
        query: () => ({ length: 1, known: 1, of: (row) => row }),
      }),
    };
    const index = await ToolIndex.build(
      [
        { name: 'a', text: 'a' },
        { name: 'b', text: 'b' },
      ],
      embedder,
    );
    const scores = await index.query('query');
    expect(scores.of('a')).toBeCloseTo(0.3, 6);
    expect(scores.of('b')).toBeCloseTo(0.7, 6);
  });

  describe('of a long message', () => {
    const message =
      'Search for a flight from Hamburg to Oslo on Friday, show flight fares, flight seats, flight delays and all flight offers you find. And put the letter of our landlord into Portuguese.';
    const flights = ['search', 'show', 'list', 'find', 'compare', 'offer', 'get'].map((verb) => ({
      name: `${verb}_flight`,
      text: `${verb}_flight — Finds a flight with its fares, seats, delays and offers`,
    }));
    const documents = [
      ...flights,
      { name: 'translate', text: 'translate — Translates a letter, an email or a page' },
    ];
    const asked: string[] = [];
    const embedder: Embedder = {
      id: 'even',
      embed: (texts, { kind }) => {
        if (kind === 'query') asked.push(...texts);
        return Promise.resolve(texts.map(() => Float32Array.of(1)));
      },
    };
    const six = async (of: Embedder) => {
      asked.length = 0;
      const index = await ToolIndex.build(documents, of);
      const options = { topK: 6, minScore: -1, allowed: new Set(index.names) };
      return (await index.search(message, options)).map(({ name }) => name);
    };

    it('gives each need its place', async () => {
      const found = await six({ ...embedder, fitSparse: (all) => TfidfBlock.fit(all, 0.7) });
      expect(found.slice(0, 4)).toContain('translate');
      expect(asked.length).toBeGreaterThan(2);
    });

    it('asks for no vectors of clauses without words of its own', async () => {
      await six(embedder);
      expect(asked).toEqual([message]);
    });
  });

  it('ends with `cancelled` when the signal fires before the embedder answers', async () => {
    const controller = new AbortController();
    const embedder: Embedder = {
      id: 'deaf',
      embed: async (texts) => {
        controller.abort();
        return texts.map(() => Float32Array.of(1));
      },
    };
    const build = ToolIndex.build([{ name: 'a', text: 'a' }], embedder, {
      signal: controller.signal,
    });
    await expect(build).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('the vector cache of an index', () => {
  const documents = [
    { name: 'a', text: 'text a' },
    { name: 'b', text: 'text b' },
  ];
  const table = new Map([
    ['text a', [3, 4]],
    ['text b', [0, 2]],
    ['query', [1, 1]],
  ]);

  it('embeds only what is not cached, and scores the same', async () => {
    const cache = memoryStore(new Map([['text a', [3, 4]]]));
    const embedder = tableEmbedder(table);
    const cached = await ToolIndex.build(documents, embedder, { cache });
    const fresh = await ToolIndex.build(documents, tableEmbedder(table));
    expect(embedder.calls).toEqual([{ texts: ['text b'], kind: 'document' }]);
    const options = { ...ALL, allowed: new Set(['a', 'b']) };
    expect(await cached.search('query', options)).toEqual(await fresh.search('query', options));
    const again = tableEmbedder(table);
    await ToolIndex.build(documents, again, { cache });
    expect(again.calls).toEqual([]);
  });

  it('embeds all again when the model behind the id now has other dimensions', async () => {
    const cache = memoryStore(new Map([['text a', [3, 4, 5]]]));
    const index = await ToolIndex.build(documents, tableEmbedder(table), { cache });
    expect((await index.query('query')).of('b')).toBeCloseTo(Math.SQRT1_2, 6);
  });
});

function memoryStore(known: Map<string, number[]>): VectorStore {
  return {
    read: async (_, texts) =>
      texts.map((text) => (known.has(text) ? Float32Array.from(known.get(text)!) : undefined)),
    write: async (_, texts, vectors) => {
      texts.forEach((text, i) => known.set(text, [...vectors[i]!]));
    },
  };
}

function indexOf(tools: readonly [string, number[]][], query: number[]): Promise<ToolIndex> {
  const texts = tools.map(([name], i) => ({ name, text: `tool ${i}` }));
  const table = new Map(tools.map(([, vector], i) => [`tool ${i}`, vector]));
  return ToolIndex.build(texts, tableEmbedder(table.set('query', query)));
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((total, value, i) => total + value * b[i]!, 0);
  return dot === 0 ? 0 : dot / Math.hypot(...a) / Math.hypot(...b);
}

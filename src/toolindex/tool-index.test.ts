import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { tableEmbedder } from '../../test/embedders/cached-embedder.js';
import type { Embedder } from './embedder.js';
import { ToolIndex } from './tool-index.js';

const ALL = { topK: 100, minScore: -1 };

/** Vectors with small whole numbers, so that equal scores are common. */
const vectorOf = (length: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: -2, max: 2 }), { minLength: length, maxLength: length });
const nameOf = ([name]: [string, number[]]) => name;

const catalogue = fc.integer({ min: 1, max: 9 }).chain((length) => {
  const tool = fc.tuple(fc.string({ minLength: 1, maxLength: 3 }), vectorOf(length));
  const tools = fc.uniqueArray(tool, { selector: nameOf, maxLength: 30 });
  return fc.record({
    query: vectorOf(length),
    tools,
    topK: fc.integer({ min: 0, max: 35 }),
    minScore: fc.constantFrom(-1, -0.5, 0, 0.5, 1),
    allowEvery: fc.integer({ min: 1, max: 4 }),
  });
});

describe('ToolIndex', () => {
  it('finds what a plain cosine, filter and sort find', () =>
    holds([catalogue], async ({ query, tools, topK, minScore, allowEvery }) => {
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
      for (const { name, score } of found)
        expect(score).toBeCloseTo(expected.find((tool) => tool.name === name)!.score, 5);
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
    }));

  it.each([
    ['documents of different dimensions', Object.entries({ a: [1, 0], b: [1, 0, 0] }), [1, 0]],
    ['a longer query', [['a', [1, 0]]], [1, 0, 0]],
    ['a shorter query', [['a', [1, 0]]], [1]],
    ['two tools of one name', Array(2).fill(['a', [1]]), [1]],
    ['no number', [['a', [NaN]]], [1]],
    ['a number without end', [['a', [1, Infinity]]], [1, 0]],
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
    const vectors = { a: [1, 0], b: [0, 1], before: [0, 9], message: [4, 0] };
    const embedder = tableEmbedder(new Map(Object.entries(vectors)));
    const documents = ['a', 'b'].map((name) => ({ name, text: name }));
    const index = await ToolIndex.build(documents, embedder);
    const before = { text: 'before', weight: 0.75 };
    const scores = await index.query([before, { text: 'message', weight: 1 }]);
    expect(scores.of('a')).toBeCloseTo(0.8, 6);
    expect(scores.of('b')).toBeCloseTo(0.6, 6);
    expect(embedder.calls.filter(({ kind }) => kind === 'query')).toHaveLength(1);
  });

  it('scores a tool by its text, and by its best example where that fits better', async () => {
    const said = { 'said of b': [1, 0], 'also said of b': [-1, 0] };
    const table = new Map(Object.entries({ a: [1, 0], b: [0, 1], query: [1, 0], ...said }));
    const embedder = tableEmbedder(table);
    const documents = [
      { name: 'a', text: 'a', examples: ['also said of b'] },
      { name: 'b', text: 'b', examples: ['also said of b', 'said of b'] },
    ];
    const index = await ToolIndex.build(documents, embedder);
    const scores = await index.query('query');
    expect([scores.of('a'), scores.of('b')]).toEqual([1, 0.5]);
    expect(embedder.calls.map(({ kind }) => kind)).toEqual(['document', 'query', 'query']);
  });

  it('ranks by words too, as far as the catalogue speaks of the message', async () => {
    const embed: Embedder['embed'] = async (texts) => texts.map(() => Float32Array.of(1));
    const embedder: Embedder = { id: 'even', embed };
    const documents = ['list orders', 'cancel order', 'send mail'].map((text) => {
      return { name: text.replace(' ', '_'), text };
    });
    const allowed = new Set(documents.map(({ name }) => name));
    const best = async (message: string, wordsShare?: number) => {
      const index = await ToolIndex.build(documents, embedder, { wordsShare });
      return (await index.search(message, { ...ALL, topK: 1, allowed }))[0]?.name;
    };
    expect(await best('please send it')).toBe('send_mail');
    expect(await best('please send it', 0)).toBe('cancel_order');
    expect(await best('sudah selesai')).toBe('cancel_order');
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
    const { signal } = controller;
    const build = ToolIndex.build([{ name: 'a', text: 'a' }], embedder, { signal });
    await expect(build).rejects.toMatchObject({ code: 'cancelled' });
  });
});

const table = new Map(Object.entries({ 'text a': [3, 4], 'text b': [0, 2], query: [1, 1] }));

it('an index that follows another: takes over what an earlier index has of the same texts, in whatever order', async () => {
  const of = (names: ('a' | 'b')[]) =>
    names.map((name) => ({ name, text: `text ${name}`, examples: { a: ['text b'], b: [] }[name] }));
  const earlier = await ToolIndex.build(of(['a', 'b']), tableEmbedder(table));
  const embedder = tableEmbedder(table);
  const index = await ToolIndex.build(of(['b', 'a']), embedder, { earlier });
  expect(embedder.calls).toEqual([]);
  const scores = (built: ToolIndex) => built.query('query');
  const [now, before] = [await scores(index), await scores(earlier)];
  for (const name of ['a', 'b']) expect(now.of(name)).toBeCloseTo(before.of(name)!, 6);
  expect(await scores(index)).toBe(now);
  expect(now).not.toBe(before);
});

function indexOf(tools: readonly [string, number[]][], query: number[]): Promise<ToolIndex> {
  const texts = tools.map(([name], i) => ({ name, text: `tool ${i}` }));
  const table = new Map(tools.map(([, vector], i) => [`tool ${i}`, vector]));
  return ToolIndex.build(texts, tableEmbedder(table.set('query', query)));
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((total, value, i) => total + value * b[i]!, 0);
  return dot === 0 ? 0 : dot / Math.hypot(...a) / Math.hypot(...b);
}

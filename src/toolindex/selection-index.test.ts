import { describe, expect, it } from '@jest/globals';
import { tableEmbedder } from '../../test/embedders/table-embedder.js';
import type { Embedder } from './embedder.js';
import { ToolSelectionIndex } from './selection-index.js';

const DOCUMENTS = [
  { name: 'a', text: 'text a' },
  { name: 'b', text: 'text b' },
];
const TABLE = new Map([
  ['text a', [1, 0]],
  ['text b', [0, 1]],
  ['query', [1, 0]],
]);
const SEARCH = { topK: 1, minScore: 0, allowed: new Set(['a', 'b']) };

/** An embedder whose document calls wait until the test opens the gate. */
function heldEmbedder(): Embedder & { open: () => void } {
  const inner = tableEmbedder(TABLE);
  let open!: () => void;
  const gate = new Promise<void>((resolve) => (open = resolve));
  return {
    id: 'held',
    open,
    async embed(texts, options) {
      if (options.kind === 'document') await gate;
      return inner.embed(texts, options);
    },
  };
}

describe('ToolSelectionIndex', () => {
  it('without an embedder is unavailable from the start and says so', async () => {
    const selection = new ToolSelectionIndex({ embedder: undefined });
    selection.rebuild(DOCUMENTS);
    expect(await selection.settled()).toMatchObject({ kind: 'unavailable', reason: 'no_embedder' });
    await expect(selection.search('query', SEARCH)).rejects.toMatchObject({ code: 'index_error' });
  });

  it('lets callers wait for a build under way', async () => {
    const embedder = heldEmbedder();
    const selection = new ToolSelectionIndex({ embedder });
    selection.rebuild(DOCUMENTS);
    const found = selection.search('query', SEARCH);
    expect(selection.state).toEqual({ kind: 'building' });
    embedder.open();
    await expect(found).resolves.toEqual([{ name: 'a', score: 1 }]);
    expect(selection.state.kind).toBe('ready');
  });

  it('ends the wait after its bound, and answers once the build is done', async () => {
    const embedder = heldEmbedder();
    const selection = new ToolSelectionIndex({ embedder, buildWaitMs: 1 });
    selection.rebuild(DOCUMENTS);
    expect(await selection.settled()).toEqual({ kind: 'building' });
    await expect(selection.search('query', SEARCH)).rejects.toMatchObject({
      code: 'index_error',
      message: 'The tool index is still being built.',
    });
    embedder.open();
    while (selection.state.kind === 'building') await selection.settled();
    await expect(selection.search('query', SEARCH)).resolves.toHaveLength(1);
  });

  it('ends the wait when the signal fires', async () => {
    const selection = new ToolSelectionIndex({ embedder: heldEmbedder() });
    selection.rebuild(DOCUMENTS);
    const controller = new AbortController();
    const found = selection.search('query', { ...SEARCH, signal: controller.signal });
    controller.abort();
    await expect(found).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('reports a failed build, and recovers with the next', async () => {
    const selection = new ToolSelectionIndex({ embedder: tableEmbedder(TABLE) });
    selection.rebuild([{ name: 'x', text: 'unknown text' }]);
    expect(await selection.settled()).toMatchObject({
      kind: 'unavailable',
      reason: 'index_failed',
      message: expect.stringContaining('no vector for unknown text'),
    });
    await expect(selection.search('query', SEARCH)).rejects.toMatchObject({ code: 'index_error' });
    selection.rebuild(DOCUMENTS);
    await expect(selection.search('query', SEARCH)).resolves.toHaveLength(1);
  });

  it('goes on answering from the earlier index during a rebuild', async () => {
    const embedder = heldEmbedder();
    const selection = new ToolSelectionIndex({ embedder });
    selection.rebuild(DOCUMENTS);
    embedder.open();
    await selection.settled();
    selection.rebuild(DOCUMENTS.slice(1));
    await expect(selection.search('query', SEARCH)).resolves.toEqual([{ name: 'a', score: 1 }]);
  });

  it('takes the documents of the last rebuild when two overlap', async () => {
    const embedder = heldEmbedder();
    const selection = new ToolSelectionIndex({ embedder });
    selection.rebuild(DOCUMENTS);
    selection.rebuild(DOCUMENTS.slice(1));
    const found = selection.search('query', SEARCH);
    embedder.open();
    await expect(found).resolves.toEqual([{ name: 'b', score: 0 }]);
  });

  it('rejects with index_error when only the query cannot be embedded', async () => {
    const inner = tableEmbedder(TABLE);
    const embedder: Embedder = {
      id: 'half',
      embed: (texts, options) =>
        options.kind === 'query' ? Promise.reject(new Error('gone')) : inner.embed(texts, options),
    };
    const selection = new ToolSelectionIndex({ embedder });
    selection.rebuild(DOCUMENTS);
    await expect(selection.search('query', SEARCH)).rejects.toMatchObject({ code: 'index_error' });
    expect(selection.state.kind).toBe('ready');
  });

  it('is unavailable once closed, also for those who wait', async () => {
    const embedder = heldEmbedder();
    const selection = new ToolSelectionIndex({ embedder });
    selection.rebuild(DOCUMENTS);
    const found = selection.search('query', SEARCH);
    const closed = selection.close();
    embedder.open();
    await closed;
    await expect(found).rejects.toMatchObject({ code: 'index_error' });
  });
});

import { refused } from '../../test/support/refused.js';
import { tableEmbedder } from '../../test/embedders/cached-embedder.js';
import { deferred, type Deferred } from '../../test/support/deferred.js';
import type { BackOff } from './back-off.js';
import type { VectorStore } from './document-vectors.js';
import type { Embedder } from './embedder.js';
import {
  ToolSelectionIndex,
  type RankRequest,
  type SelectionIndexOptions,
} from './selection-index.js';

const DOCUMENTS = ['a', 'b'].map((name) => ({ name, text: `text ${name}` }));
const TABLE = new Map(Object.entries({ 'text a': [1, 0], 'text b': [0, 1], query: [1, 0] }));
const FAILED = { kind: 'unavailable', reason: 'index_failed' };
const SEARCH = { topK: 1, minScore: 0, allowed: new Set(['a', 'b']) };

const search = async (selection: ToolSelectionIndex, request: RankRequest = SEARCH) =>
  (await selection.rank('query', request)).matches;

let made: ToolSelectionIndex | undefined;
afterEach(() => void made?.close());
/** An index of these documents, closed after its test. */
function rebuilt(options: SelectionIndexOptions, documents = DOCUMENTS): ToolSelectionIndex {
  made = new ToolSelectionIndex(options);
  made.rebuild(documents);
  return made;
}

/** An embedder that does this before each call. */
function embedderAfter(before: (kind: string) => Promise<void> | undefined): Embedder {
  const inner = tableEmbedder(TABLE);
  return {
    id: 'held',
    embed: async (texts, options) => {
      await before(options.kind);
      return inner.embed(texts, options);
    },
  };
}

/** An embedder each of whose document calls waits for a gate. */
const gatedEmbedder = (gate: () => Promise<void> | undefined) =>
  embedderAfter((kind) => (kind === 'document' ? gate() : undefined));

function heldEmbedder(): Embedder & { open: () => void } {
  const gate = deferred();
  return { ...gatedEmbedder(() => gate.promise), open: () => gate.resolve() };
}

describe('ToolSelectionIndex', () => {
  it('without an embedder is unavailable from the start and says so', async () => {
    const selection = rebuilt({ embedder: undefined });
    expect(await selection.settled()).toMatchObject({ kind: 'unavailable', reason: 'no_embedder' });
    await expect(search(selection)).rejects.toMatchObject({ code: 'index_error' });
  });

  it('ends the wait after its bound, and answers once the build is done', async () => {
    const embedder = heldEmbedder();
    const selection = rebuilt({ embedder, buildWaitMs: 1 });
    expect(await selection.settled()).toEqual({ kind: 'building' });
    const building = { code: 'index_error', message: 'The tool index is still being built.' };
    await expect(search(selection)).rejects.toMatchObject(building);
    embedder.open();
    while (selection.state.kind === 'building') await selection.settled();
    await expect(search(selection)).resolves.toHaveLength(1);
  });

  it('tells who waits for the first index the share that is done', async () => {
    const documents = Array.from({ length: 192 }, (_, at) => ({ name: `t${at}`, text: 'text a' }));
    const selection = rebuilt({ embedder: tableEmbedder(TABLE) }, documents);
    const told: number[] = [];
    await selection.settled(undefined, (share) => told.push(share));
    expect(told).toEqual([0, 0, 0.5, 1]);
    await selection.settled(undefined, (share) => told.push(share));
    expect(told).toHaveLength(4);
  });

  it('is searched by words without an embedder, while building, and after a change', async () => {
    const wordsOf = async (selection: ToolSelectionIndex, text: string) =>
      (await selection.queryWords(text))
        .top({ topK: 1, minScore: 0.1, allowed: new Set(['a', 'b', 'c']) })
        .map(({ name }) => name);
    for (const embedder of [undefined, heldEmbedder()]) {
      const selection = new ToolSelectionIndex({ embedder, buildWaitMs: 1 });
      selection.rebuild(DOCUMENTS);
      expect(await wordsOf(selection, 'b')).toEqual(['b']);
      selection.rebuild([...DOCUMENTS, { name: 'c', text: 'what came later' }]);
      expect(await wordsOf(selection, 'what came later')).toEqual(['c']);
    }
  });

  it('finds tools by their words that have no vector yet, and the others by meaning', async () => {
    const gates = [Promise.resolve(), new Promise<void>(() => undefined)];
    const embedder = gatedEmbedder(() => gates.shift());
    const selection = rebuilt({ embedder, buildWaitMs: 1 });
    await untilReady(selection);
    selection.rebuild([...DOCUMENTS, { name: 'late', text: 'a late query' }]);
    const options = { topK: 3, minScore: -1, allowed: new Set(['a', 'b', 'late']) };
    const found = await search(selection, options);
    expect(found.map(({ name }) => name)).toEqual(['late', 'a', 'b']);
    const late = (await selection.query('query')).of('late');
    expect(late).toBeGreaterThan(0);
    expect(found[0]!.score).toBe(late);
    expect(await search(selection, { ...options, topK: 1 })).toHaveLength(1);
    expect(await search(selection, { ...options, allowed: new Set(['a', 'b']) })).toHaveLength(2);
  });

  it('ends the wait when the signal fires', async () => {
    const selection = rebuilt({ embedder: heldEmbedder() });
    const controller = new AbortController();
    const found = search(selection, { ...SEARCH, signal: controller.signal });
    controller.abort();
    await expect(found).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('lets callers wait for tools that have just come, within the bound', async () => {
    let gate = Promise.resolve();
    const selection = rebuilt({ embedder: gatedEmbedder(() => gate) }, DOCUMENTS.slice(0, 1));
    await selection.settled();
    const opened = deferred();
    gate = opened.promise;
    selection.rebuild(DOCUMENTS);
    const found = search(selection, { ...SEARCH, topK: 2, minScore: -1 });
    opened.resolve();
    expect((await found).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('takes the documents of the last rebuild when two overlap', async () => {
    const embedder = heldEmbedder();
    rebuilt({ embedder }).rebuild(DOCUMENTS.slice(1));
    const found = search(made!);
    embedder.open();
    await expect(found).resolves.toEqual([{ name: 'b', score: 0 }]);
  });

  it('is unavailable once closed, also for those who wait', async () => {
    const embedder = heldEmbedder();
    const selection = rebuilt({ embedder });
    const found = search(selection);
    const closed = selection.close();
    embedder.open();
    await closed;
    await expect(found).rejects.toMatchObject({ code: 'index_error' });
  });
});

/** Time that passes when a test says so. */
class Waits implements BackOff {
  readonly firstMs = 5000;
  readonly maxMs = 60_000;
  readonly random = () => 1;
  readonly asked: number[] = [];
  private over: (() => void) | undefined;
  private began: Deferred<void> = deferred();

  readonly pause = (ms: number, signal: AbortSignal): Promise<void> => {
    this.asked.push(ms);
    return new Promise((resolve, reject) => {
      this.over = resolve;
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      this.began.resolve();
    });
  };

  /** Waits until a pause has started, and ends it. */
  async pass(): Promise<void> {
    await this.began.promise;
    this.began = deferred();
    this.over?.();
  }

  /** Settles once the next pause has started. */
  async pausing(): Promise<void> {
    await this.began.promise;
  }
}

/** An embedder that a test can break and fix. */
function switchable() {
  const state = { broken: undefined as Error | undefined, calls: 0 };
  const embedder = embedderAfter(async () => {
    state.calls += 1;
    if (state.broken !== undefined) throw state.broken;
  });
  return Object.assign(state, embedder);
}

/** Waits until the index is ready, and holds so many tools where that is said. */
async function untilReady(selection: ToolSelectionIndex, tools?: number): Promise<void> {
  const isReady = ({ state }: ToolSelectionIndex): boolean =>
    state.kind === 'ready' && (tools ?? state.index.names.length) === state.index.names.length;
  while (!isReady(selection)) await new Promise((resolve) => setImmediate(resolve));
}

describe('a ToolSelectionIndex whose embedder fails', () => {
  const failing = (documents = DOCUMENTS) => {
    const [backOff, embedder] = [new Waits(), switchable()];
    embedder.broken = new Error('down');
    return { backOff, embedder, selection: rebuilt({ embedder, backOff }, documents) };
  };

  it('tries again with growing waits, says why in the meantime, and is ready once it recovers', async () => {
    const { backOff, embedder, selection } = failing();
    for (let tries = 1; tries <= 6; tries += 1) {
      await backOff.pausing();
      const message = expect.stringContaining('down');
      expect(await selection.settled()).toMatchObject({ ...FAILED, message });
      await expect(search(selection)).rejects.toMatchObject({ code: 'index_error' });
      expect(selection.progress).toEqual({ embedded: 0, total: 2 });
      if (tries === 6) embedder.broken = undefined;
      await backOff.pass();
    }
    await untilReady(selection);
    expect(backOff.asked).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    expect(selection.progress).toEqual({ embedded: 2, total: 2 });
    await expect(search(selection)).resolves.toEqual([{ name: 'a', score: 1 }]);
  });

  it('stops trying when it is closed, at once', async () => {
    const { backOff, embedder, selection } = failing();
    await backOff.pausing();
    await selection.close();
    selection.rebuild(DOCUMENTS);
    expect(embedder.calls).toBe(1);
    expect(selection.state).toMatchObject({ message: 'The tool index is closed.' });
  });

  it('starts again with the next catalogue, and only once at a time', async () => {
    const { backOff, embedder, selection } = failing(DOCUMENTS.slice(1));
    await backOff.pausing();
    embedder.broken = undefined;
    selection.rebuild(DOCUMENTS);
    await expect(search(selection)).resolves.toEqual([{ name: 'a', score: 1 }]);
    await backOff.pass();
    await new Promise((resolve) => setImmediate(resolve));
    expect(embedder.calls).toBe(3);
  });

  it('keeps a ready index through failing searches and failing rebuilds', async () => {
    const [backOff, embedder] = [new Waits(), switchable()];
    const selection = rebuilt({ embedder, backOff });
    await selection.settled();
    embedder.broken = new Error('down');
    await expect(search(selection)).rejects.toMatchObject({ code: 'index_error' });
    selection.rebuild([...DOCUMENTS, { name: 'c', text: 'text c' }]);
    await backOff.pausing();
    expect(selection.state.kind).toBe('ready');
    embedder.broken = undefined;
    await expect(search(selection)).resolves.toEqual([{ name: 'a', score: 1 }]);
  });

  it('does not hold up a query for longer than its limit', async () => {
    const embed: Embedder['embed'] = (texts, { kind, signal }) => {
      if (kind === 'document') return tableEmbedder(TABLE).embed(texts, { kind });
      const stop = (reject: (reason: Error) => void) => () => reject(new Error('x'));
      return new Promise((_, reject) => signal?.addEventListener('abort', stop(reject)));
    };
    const embedder = { id: 'hanging', embed };
    const selection = rebuilt({ embedder, queryLimitMs: 20 });
    await refused(search(selection), 'index_error', 'did not answer a query within 0.02 s');
    const controller = new AbortController();
    const left = search(selection, { ...SEARCH, signal: controller.signal });
    controller.abort();
    await expect(left).rejects.toMatchObject({ code: 'cancelled' });
  });
});

it('a model that was changed behind the same name: is noticed by its dimension: the whole catalogue is re-embedded, past the cache', async () => {
  const read: VectorStore['read'] = async (_, texts) => texts.map(() => Float32Array.of(1, 0, 0));
  const cache = { read, write: async () => undefined };
  const selection = rebuilt({ embedder: switchable(), cache });
  await expect(search(selection)).rejects.toMatchObject({ code: 'index_error' });
  let found: unknown;
  while (found === undefined) found = await search(selection).catch(() => undefined);
  expect(found).toEqual([{ name: 'a', score: 1 }]);
});

it('a model that was changed behind the same name: does not embed the catalogue again and again for an embedder that never agrees with itself', async () => {
  const documents: number[] = [];
  const embed: Embedder['embed'] = async (texts, { kind }) => {
    if (kind === 'document') documents.push(texts.length);
    return texts.map(() => new Float32Array(kind === 'query' ? 2 : 3).fill(1));
  };
  const selection = rebuilt({ embedder: { id: 'torn', embed } });
  for (let i = 0; i < 10; i += 1) {
    await expect(search(selection)).rejects.toMatchObject({ code: 'index_error' });
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(documents).toEqual([2, 2]);
});

import type { Embedder } from '../../src/toolindex/embedder.js';
import { createGeminiEmbedder } from '../../src/toolindex/embedders/gemini/gemini-embedder.js';
import type { HttpEmbedderOptions } from '../../src/toolindex/embedders/http/http-embedder.js';
import { createOllamaEmbedder } from '../../src/toolindex/embedders/ollama/ollama-embedder.js';
import { createOpenAiEmbedder } from '../../src/toolindex/embedders/openai/openai-embedder.js';
import {
  geminiEmbeddings,
  ollamaEmbeddings,
  openAiEmbeddings,
} from '../support/fakes/embeddings.js';
import type { EmbedRoute, EmbedTrouble } from '../support/fakes/embeddings-route.js';
import { FAKE_KEY, type FakeApi } from '../support/fakes/fake-api.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { gemini } from '../support/fakes/gemini.js';
import { ollama } from '../support/fakes/ollama.js';
import { openai } from '../support/fakes/openai.js';
import { describeEmbedder } from './embedder.contract.js';
import { useOpened } from '../support/use-opened.js';

interface Subject {
  name: string;
  api: FakeApi;
  route: () => EmbedRoute;
  /** What follows the fake's address in the base URL. */
  base?: string;
  settings: Pick<HttpEmbedderOptions, 'model' | 'dimensions'>;
  maxBatch: number;
  /** The variables its messages name. */
  key?: string;
  address: string;
  create: (options: HttpEmbedderOptions) => Embedder;
}

const SUBJECTS: Subject[] = [
  {
    name: 'gemini',
    api: gemini,
    route: geminiEmbeddings,
    create: createGeminiEmbedder,
    settings: { model: 'gemini-embedding-001', dimensions: 768 },
    maxBatch: 100,
    key: 'GEMINI_API_KEY',
    address: 'GEMINI_BASE_URL',
  },
  {
    name: 'ollama',
    api: ollama,
    route: ollamaEmbeddings,
    create: createOllamaEmbedder,
    settings: { model: 'nomic-embed-text' },
    maxBatch: 32,
    address: 'OLLAMA_HOST',
  },
  {
    name: 'openai',
    api: openai,
    base: '/v1',
    maxBatch: 32,
    route: () => openAiEmbeddings({ shuffled: true }),
    settings: { model: 'text-embedding-3-small' },
    key: 'OPENAI_API_KEY',
    address: 'OPENAI_BASE_URL',
    create: (options) => createOpenAiEmbedder({ ...options, isOpenAi: true }),
  },
];
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (reason: unknown) => reason as Error & { retryAfterMs?: number },
  );

const TOO_LONG = { refuse: { status: 400, message: 'the input length exceeds the context size' } };

describe.each(SUBJECTS)('the $name embedder', (subject) => {
  const route = subject.route();
  const fake = useOpened(() => FakeServer.start(subject.api, { routes: [route] }));
  const opened: Embedder[] = [];
  afterAll(async () => {
    for (const embedder of opened) await embedder.close?.();
  });
  afterEach(() => {
    route.calls.length = 0;
    route.troubles.length = 0;
    route.down = undefined;
    fake.requests.length = 0;
  });

  const create = (options: Partial<HttpEmbedderOptions> = {}): Embedder => {
    const key = subject.key === undefined ? {} : { apiKey: FAKE_KEY };
    const baseUrl = `${fake.url}${subject.base ?? ''}`;
    const embedder = subject.create({ ...subject.settings, baseUrl, ...key, ...options });
    opened.push(embedder);
    return embedder;
  };
  const embed = (texts: string[], options: Partial<HttpEmbedderOptions> = {}) =>
    create(options).embed(texts, { kind: 'document' });
  /** What a call in this trouble is rejected with. */
  const failure = async (trouble: EmbedTrouble, options: Partial<HttpEmbedderOptions> = {}) => {
    route.troubles.push(trouble);
    const error = await errorOf(embed(['one', 'two'], options));
    expect([error, error?.cause]).toMatchObject([{ code: 'index_error' }, undefined]);
    return error!;
  };

  /** A call that waits for its answer, and how to cancel it. */
  const held = async (texts: string[], embedder = create()) => {
    route.troubles.push({ hold: true });
    const controller = new AbortController();
    const call = embedder.embed(texts, { kind: 'query', signal: controller.signal });
    while (fake.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    return { call, embedder, cancel: () => controller.abort() };
  };

  describeEmbedder(`the ${subject.name} embedder`, () => create());

  it('splits a catalogue into batches the API takes, and keeps each text’s vector', async () => {
    const texts = Array.from({ length: 251 }, (_, i) => `tool number ${i} does ${i * 7}`);
    const vectors = await embed(texts);
    expect(vectors).toHaveLength(251);
    const sizes = route.calls.map((call) => call.texts.length);
    expect(Math.max(...sizes)).toBe(subject.maxBatch);
    expect(sizes).toHaveLength(Math.ceil(251 / subject.maxBatch));
    for (const i of [0, 31, 32, 99, 100, 250]) {
      const [alone] = await embed([texts[i]!]);
      expect(vectors[i]).toEqual(alone);
    }
  });

  it('asks for the dimensions it was made with, and carries them in its id', async () => {
    const small = create({ dimensions: 64 });
    expect((await small.embed(['x'], { kind: 'query' }))[0]).toHaveLength(64);
    expect(small.id).not.toBe(create().id);
    expect(small.id).toContain('64');
    expect(create({ model: 'another' }).id).not.toBe(create().id);
  });

  it('shortens texts until a model with a small context takes them', async () => {
    route.troubles.push(TOO_LONG, TOO_LONG);
    await embed(['short', 'word '.repeat(3000)]);
    const [short, long] = route.calls[0]!.texts;
    expect(short).toMatch(/short$/);
    expect(long!.length).toBeLessThan(5000);
    expect(fake.requests).toHaveLength(3);
  });

  it('gives up when even short texts are too long', async () => {
    route.down = TOO_LONG;
    await expect(embed(['word '.repeat(3000)])).rejects.toMatchObject({ code: 'index_error' });
    expect(fake.requests.length).toBeLessThan(10);
  });

  describe('in trouble', () => {
    it.each([1, -1, 50, -2])('refuses an answer with %i vectors too many', async (extra) => {
      const { message } = await failure({ extra });
      expect(message).toMatch(
        new RegExp(`answered ${2 + extra} vectors for 2 texts.*EMBEDDER_MODEL`),
      );
    });

    it('refuses vectors of another dimension than it asked for', async () => {
      const { message } = await failure({ dimensions: 40 }, { dimensions: 64 });
      expect(message).toMatch(/40 dimensions, and 64 were asked for.*EMBEDDER_DIMENSIONS/);
    });

    it.each([
      '<html>nginx</html>',
      '',
      '{"embeddings": 5}',
      '{"embeddings": [[1],["x"]], "data": [{"index":0,"embedding":[1]},{"index":1,"embedding":["x"]}]}',
      '{"embeddings": [[],[]], "data": [{"index":0,"embedding":[1]},{"index":0,"embedding":[2]}]}',
      'null',
      '[1]',
    ])('refuses a 200 with %s', async (raw) => {
      const said = /not JSON|without vectors|not a list of numbers/;
      expect((await failure({ raw })).message).toMatch(said);
    });

    it('says that the model is unknown and what to do', async () => {
      const error = await errorOf(embed(['x'], { model: 'no-such-model' }));
      expect(error).toMatchObject({ code: 'index_error' });
      for (const words of ['answered 404', 'EMBEDDER_MODEL', 'no-such-model'])
        expect(error?.message).toContain(words);
    });

    it('passes on how long to wait', async () => {
      const refuse = { status: 429, message: 'slow down', headers: { 'retry-after': '7' } };
      const message = expect.stringContaining('429: slow down. Its rate limit is reached');
      expect(await failure({ refuse })).toMatchObject({ retryAfterMs: 7000, message });
    });

    it('follows no redirect', async () => {
      const headers = { location: `${fake.url}/stolen` };
      const { message } = await failure({ refuse: { status: 307, message: '', headers } });
      expect(message).toContain(subject.address);
      expect(fake.requests).toHaveLength(1);
    });

    it.each<[string, EmbedTrouble]>([
      ['no answer', { hold: true }],
      ['half an answer', { stall: true }],
    ])('ends %s after its time limit', async (_name, trouble) => {
      // Long enough for the question to arrive on a busy machine.
      const { message } = await failure(trouble, { timeoutMs: 500 });
      expect(message).toContain('did not answer within 0.5 s');
      await fake.last.closed;
    });

    it('reports an answer that breaks off', async () =>
      expect((await failure({ reset: true })).message).toContain('broke off'));

    it('says where nobody answers', async () => {
      const error = await errorOf(embed(['x'], { baseUrl: 'http://127.0.0.1:1' }));
      expect(error?.message).toContain('cannot be reached at http://127.0.0.1:1');
      expect(error?.message).toContain(subject.address);
    });
  });

  describe('when cancelled', () => {
    it.each<[string, EmbedTrouble]>([
      ['before the headers', { hold: true }],
      ['in the middle of the answer', { stall: true }],
    ])('%s rejects at once and lets go of the socket', async (_name, trouble) => {
      route.troubles.push(trouble);
      const controller = new AbortController();
      const call = create().embed(['x'], { kind: 'query', signal: controller.signal });
      while (fake.requests[0]?.status === undefined) await new Promise((r) => setImmediate(r));
      controller.abort();
      // The service holds its answer for ever: only the abort can end either of them.
      await expect(call).rejects.toMatchObject({ code: 'cancelled' });
      await fake.last.closed;
      expect(fake.last.completed).toBe(false);
    });

    it('sends no further batch', async () => {
      const { call, cancel } = await held(Array.from({ length: 300 }, (_, i) => `text ${i}`));
      cancel();
      await expect(call).rejects.toMatchObject({ code: 'cancelled' });
      await fake.last.closed;
      expect(fake.requests).toHaveLength(1);
    });

    it('disturbs no other call', async () => {
      const { call, embedder, cancel } = await held(['lost']);
      const one = (_: unknown, i: number) => embedder.embed([`${i}`], { kind: 'query' });
      const others = Array.from({ length: 9 }, one);
      cancel();
      await expect(call).rejects.toMatchObject({ code: 'cancelled' });
      await expect(Promise.all(others)).resolves.toHaveLength(9);
    });

    it('by closing rejects with index_error, and so does each later call', async () => {
      const { call, embedder } = await held(['x']);
      await embedder.close?.();
      const closed = { code: 'index_error', message: expect.stringContaining('is closed') };
      await expect(call).rejects.toMatchObject(closed);
      await expect(embedder.embed(['x'], { kind: 'query' })).rejects.toMatchObject(closed);
    });
  });
});

const KEYED = SUBJECTS.filter((subject) => subject.key !== undefined);

describe.each(KEYED)('the key of the $name embedder', (subject) => {
  const fake = useOpened(() => FakeServer.start(subject.api, { routes: [subject.route()] }));

  const ask = (apiKey: string | undefined) => {
    const baseUrl = `${fake.url}${subject.base ?? ''}`;
    const key = apiKey === undefined ? {} : { apiKey };
    const { model } = subject.settings;
    return subject.create({ model, baseUrl, ...key }).embed(['x'], { kind: 'query' });
  };

  it('is sent in a header only', async () => {
    await ask(FAKE_KEY);
    const { path, body, headers } = fake.last;
    expect(JSON.stringify([path, body])).not.toContain(FAKE_KEY);
    expect(JSON.stringify(headers)).toContain(FAKE_KEY);
  });

  it('that is wrong is named by its variable and never shown, even when the API repeats it', async () => {
    const error = await errorOf(ask('sk-very-secret-1234'));
    expect(error).toMatchObject({ code: 'index_error' });
    expect(error?.message).toContain(`Check ${subject.key}.`);
    expect(`${error?.stack} ${JSON.stringify(error)}`).not.toContain('very-secret');
  });

  it('that is missing is named by its variable', () =>
    expect(ask(undefined)).rejects.toThrow(`Check ${subject.key}.`));
});

describe('what each model is told', () => {
  let server: FakeServer;
  afterEach(() => server.close());
  const started = async (api: FakeApi, route: EmbedRoute) =>
    (server = await FakeServer.start(api, { routes: [route] }));

  it('gemini: the task type, with each text', async () => {
    const fake = await started(gemini, geminiEmbeddings());
    const model = 'models/gemini-embedding-001';
    const embedder = createGeminiEmbedder({ model, baseUrl: fake.url, apiKey: FAKE_KEY });
    await embedder.embed(['a', 'b'], { kind: 'document' });
    await embedder.embed(['a'], { kind: 'query' });
    const typeOf = (one: { taskType: string }) => one.taskType;
    const types = fake.requests.map(({ body }) => body.requests.map(typeOf));
    expect(types).toEqual([['RETRIEVAL_DOCUMENT', 'RETRIEVAL_DOCUMENT'], ['RETRIEVAL_QUERY']]);
  });

  it.each([
    ['nomic-embed-text', 'search_query: hi', 'search_document: hi', ['en']],
    ['nomic-embed-text:v1.5', 'search_query: hi', 'search_document: hi', ['en']],
    ['nomic-embed-text-v2-moe', 'search_query: hi', 'search_document: hi', undefined],
    ['bge-m3', 'hi', 'hi', undefined],
    ['all-minilm', 'hi', 'hi', undefined],
  ])('ollama: %s reads %s and %s', async (model, query, document, languages) => {
    const route = ollamaEmbeddings({ [model]: 16 });
    const fake = await started(ollama, route);
    const embedder = createOllamaEmbedder({ model, baseUrl: fake.url });
    await embedder.embed(['hi'], { kind: 'query' });
    await embedder.embed(['hi'], { kind: 'document' });
    expect(route.calls.map((call) => call.texts)).toEqual([[query], [document]]);
    expect(embedder.languages).toEqual(languages);
  });

  it('a compatible server: small batches, a small context, and nomic’s prefix', async () => {
    const route = openAiEmbeddings({ maxBatch: 32, maxTokens: 512 });
    const fake = await started(openai, route);
    const nomic = { model: 'text-embedding-nomic-embed-text-v1.5', isOpenAi: false };
    const server = { baseUrl: `${fake.url}/v1`, apiKey: FAKE_KEY };
    const embedder = createOpenAiEmbedder({ ...nomic, ...server });
    const texts = [...Array.from({ length: 40 }, (_, i) => `tool ${i}`), 'x '.repeat(9000)];
    await expect(embedder.embed(texts, { kind: 'document' })).resolves.toHaveLength(41);
    expect(route.calls[0]?.texts[0]).toBe('search_document: tool 0');
  });
});

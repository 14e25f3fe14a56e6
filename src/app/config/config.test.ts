import { thrownBy } from '../../../test/support/refused.js';
import { settingsOf } from '../../../test/support/settings.js';
import type { AnyPlugin } from '../../host/plugin.js';
import type { Environment } from '../../foundation/settings-reader.js';
import { readConfig, readKnowledgeSettings } from './config.js';

const refusal = (env: Record<string, string>) => thrownBy(() => readConfig(env));

const at = (apiKey?: string, baseUrl?: string) => ({ apiKey, baseUrl });
const defaults = {
  host: '127.0.0.1',
  port: 3000,
  auth: { kind: 'none' },
  dataDir: '.data',
  databaseUrl: undefined,
  signInKey: undefined,
  platformUrl: undefined,
  llm: { provider: 'none', model: 'palette', modelSmall: 'palette', modelLarge: 'palette' },
  gemini: at(),
  openai: at(),
  anthropic: at(),
  ollama: { host: undefined, numCtx: 16_384 },
  embedder: { kind: 'local' },
  ragTopK: 6,
  ragMinScore: 0,
  ragFitScore: 0,
  ragKeepTools: 14,
  plugins: { workflow: { draftTtlHours: 72 }, tables: { draftTtlHours: 72 } },
  runGraceS: 30,
  previewTtlHours: 24,
  logLevel: 'info',
};

test.each([
  ['nothing set', {}],
  ['everything empty', { HOST: '', PORT: '', DATABASE_URL: ' ', EMBEDDER: '', LOG_LEVEL: '' }],
  ['what it does not know', { PATH: '/bin', NODE_ENV: 'production' }],
])('%s gives the defaults', (_name, env) => {
  // Groups of settings in files of their own have tests of their own.
  expect(readConfig(env)).toMatchObject(defaults);
});

const MODELS = { LLM_MODEL: 'qwen3:8b', LLM_MODEL_SMALL: 'qwen3:4b', LLM_MODEL_LARGE: 'qwen3:32b' };
const llm = { model: 'qwen3:8b', modelSmall: 'qwen3:4b', modelLarge: 'qwen3:32b' };
const drafts = { draftTtlHours: 0.5 };
const settings: [env: Environment, read: object][] = [
  [{ HOST: '127.0.0.2' }, { host: '127.0.0.2' }],
  [{ PORT: ' 8080 ' }, { port: 8080 }],
  [{ DATA_DIR: '/var/lib/sextant' }, { dataDir: '/var/lib/sextant' }],
  [{ DATABASE_URL: 'postgres://me:secret@db/x' }, { databaseUrl: 'postgres://me:secret@db/x' }],
  [{ PLATFORM_URL: 'https://erp.example/api//' }, { platformUrl: 'https://erp.example/api' }],
  [{ LLM_PROVIDER: 'ollama', ...MODELS }, { llm }],
  [{ GEMINI_API_KEY: 'g', GEMINI_BASE_URL: 'https://g/' }, { gemini: at('g', 'https://g') }],
  [{ OPENAI_API_KEY: 'o', OPENAI_BASE_URL: 'http://o/v1/' }, { openai: at('o', 'http://o/v1') }],
  [
    { ANTHROPIC_API_KEY: 'a', ANTHROPIC_BASE_URL: 'https://c' },
    { anthropic: at('a', 'https://c') },
  ],
  [{ OLLAMA_HOST: 'http://gpu:11434/' }, { ollama: { host: 'http://gpu:11434' } }],
  [{ OLLAMA_NUM_CTX: '32768' }, { ollama: { numCtx: 32_768 } }],
  [{ EMBEDDER: 'none' }, { embedder: { kind: 'none' } }],
  [
    { RAG_TOP_K: '12', RAG_MIN_SCORE: '-0.25' },
    { ragTopK: 12, ragMinScore: -0.25 },
  ],
  [{ DRAFT_TTL_HOURS: '0.5' }, { plugins: { workflow: drafts, tables: drafts } }],
  [
    { RUN_GRACE_S: '0', PREVIEW_TTL_HOURS: '1.5' },
    { runGraceS: 0, previewTtlHours: 1.5 },
  ],
  [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
];

test('every variable is read', () => {
  const all = readConfig(Object.assign({}, ...settings.map(([env]) => env)));
  for (const [, read] of settings) expect(all).toMatchObject(read);
});

const PORTS = 'must be a whole number from 0 to 65535';
const POSTGRES = 'must be a URL that begins with postgres:// or postgresql://';
const HTTP = 'must be a URL that begins with http:// or https://';
const wrong: [string, string, string][] = [
  ['PORT', 'http', PORTS],
  ['PORT', '65536', PORTS],
  ['PORT', '80.5', PORTS],
  ['DATABASE_URL', 'localhost:5432', POSTGRES],
  ['DATABASE_URL', 'mysql://db/x', POSTGRES],
  ['PLATFORM_URL', 'erp.example', HTTP],
  ['PLATFORM_URL', 'ftp://erp.example', HTTP],
  ['LLM_PROVIDER', 'magic', 'must be one of none, gemini, ollama, openai, anthropic'],
  ['OLLAMA_NUM_CTX', '100', 'must be a whole number from 512 to 2000000'],
  ['EMBEDDER', 'Local', 'must be one of local, gemini, ollama, openai, none'],
  ['RAG_TOP_K', '0', 'must be a whole number from 1 to 128'],
  ['RAG_MIN_SCORE', '1.1', 'must be a number from -1 to 1'],
  ['RAG_MIN_SCORE', 'NaN', 'must be a number from -1 to 1'],
  ['PREVIEW_TTL_HOURS', '0', 'must be a number from 0.001 to 8760'],
  ['RUN_GRACE_S', '-1', 'must be a number from 0 to 86400'],
  ['DRAFT_TTL_HOURS', 'Infinity', 'must be a number from 0.001 to 8760'],
  ['LOG_LEVEL', 'loud', 'must be one of silent, error, warn, info, debug'],
];

test.each(wrong)('a wrong value %s=%s %s', (name, value, message) => {
  const error = refusal({ [name]: value });
  expect(error.code).toBe('config_error');
  expect(error.details).toEqual([{ path: name, message: expect.stringContaining(message) }]);
  expect(error.message).toContain(name);
  expect(error.message).toContain(message);
});

test('a wrong value of every variable at once is named in one go', () => {
  const env = Object.fromEntries(wrong.map(([name, value]) => [name, value]));
  const error = refusal(env);
  expect(error.details.map(({ path }) => path).sort()).toEqual(Object.keys(env).sort());
  for (const name of Object.keys(env)) expect(error.message).toContain(name);
});

test('a wrong value of a URL is not repeated, for it may hold a password', () => {
  const error = refusal({ DATABASE_URL: 'mysql://root:hunter2@db/x' });
  expect(JSON.stringify([error.message, error.details])).not.toContain('hunter2');
});

test("a plugin's settings are of the environment and of its part of the config file, and name it when they fail", () => {
  const plugins: AnyPlugin[] = [
    { name: 'tickets', settings: (of, { url }) => ({ url, size: of.integer('SIZE', 5, 1, 9) }) },
    { name: 'other', settings: (_read, part) => part },
  ];
  const { plugins: settings } = readConfig({}, plugins, { tickets: { url: 'https://t.example' } });
  expect(settings).toEqual({ tickets: { url: 'https://t.example', size: 5 }, other: {} });

  const throwing: AnyPlugin = { name: 'thrower', settings: () => JSON.parse('{') as unknown };
  const said = /SIZE=10: must be.*; plugin thrower: is not able to read its settings: /;
  expect(() => readConfig({ SIZE: '10' }, [...plugins, throwing])).toThrow(said);
});

const edgeOf = (env: Record<string, string>) => readConfig(env).edge;
const problem = (env: Record<string, string>) => refusal(env).message;

test('the edge: unset, no other origin and no other name is let in', () =>
  expect(edgeOf({})).toEqual({ corsOrigins: [], hosts: [] }));

test('the edge: lists are read as they are written', () => {
  const CORS_ORIGINS = ' https://app.example.com, http://localhost:5173 ,,http://[::1]:8080';
  const env = { CORS_ORIGINS, ALLOWED_HOSTS: 'Sextant.example.com, erp' };
  const corsOrigins = ['https://app.example.com', 'http://localhost:5173', 'http://[::1]:8080'];
  expect(edgeOf(env)).toEqual({ corsOrigins, hosts: ['sextant.example.com', 'erp'] });
});

test.each([
  ...['*', 'null', 'file:///etc/passwd', 'javascript:alert(1)', 'https://', 'app.example.com'],
  ...['https://*.example.com', 'https://app.example.com/', 'https://app.example.com/chat'],
  ...['https://App.example.com', 'https://app.example.com:443', 'https://me@app.example.com'],
  ...['https://app.example.com?x', 'ftp://app.example.com', 'http://a.example https://b.example'],
])('the edge: CORS_ORIGINS refuses: %s', (origin) => {
  const said = problem({ CORS_ORIGINS: `https://good.example.com,${origin}` });
  expect(said).toContain('CORS_ORIGINS: must be a comma list of origins');
});

const NO_HOSTS = ['*', '*.example.com', 'https://a.example', 'a.ex:3000', 'a.example/x', 'a b'];
test.each(NO_HOSTS)('the edge: ALLOWED_HOSTS refuses "%s"', (name) => {
  expect(problem({ ALLOWED_HOSTS: name })).toContain('ALLOWED_HOSTS: must be a comma');
  // An empty item is no name, and is passed over.
  expect(edgeOf({ ALLOWED_HOSTS: ' , ' }).hosts).toEqual([]);
});

describe('documents', () => {
  const documents = (env: Environment) => settingsOf(env, readKnowledgeSettings);

  test('nothing needs to be set', () => {
    const sizes = { maxMb: 20, maxCount: 1000, maxTotalMb: 1024 };
    expect(documents({})).toEqual({ ...sizes, samples: true, cohere: undefined });
  });

  test.each<[Environment, boolean]>([
    [{ DATABASE_URL: 'postgres://x/y' }, false],
    [{ DATABASE_URL: 'postgres://x/y', SAMPLE_DOCUMENTS: 'on' }, true],
    [{ SAMPLE_DOCUMENTS: 'off' }, false],
  ])('%j: the sample is there: %s', (env, samples) => {
    expect(documents(env)).toMatchObject({ samples });
  });

  test.each<[Environment, object]>([
    [{ COHERE_API_KEY: 'k' }, { ...at('k', 'https://api.cohere.com'), model: 'rerank-v3.5' }],
    [
      { COHERE_BASE_URL: 'http://127.0.0.1:8080/', COHERE_RERANK_MODEL: 'm' },
      { baseUrl: 'http://127.0.0.1:8080', model: 'm' },
    ],
  ])('%j: a rerank service', (env, cohere) => expect(documents(env).cohere).toEqual(cohere));

  test.each<[string, string]>([
    ['DOCUMENT_MAX_MB', '0'],
    ['DOCUMENT_MAX_COUNT', '0'],
    ['DOCUMENT_MAX_TOTAL_MB', 'much'],
    ['SAMPLE_DOCUMENTS', 'maybe'],
    ['COHERE_BASE_URL', 'nowhere'],
  ])('%s=%s is refused with its name', (name, value) => {
    expect(() => documents({ [name]: value })).toThrow(name);
  });
});

test('the explorer keeps its graph below the data directory unless told otherwise', () => {
  const defaults = readConfig({ DATA_DIR: '/srv/sextant' }).explorer;
  expect(defaults).toEqual({ port: 3002, dataDir: '/srv/sextant/explorer', samples: true });
  const env = { EXPLORER_DATA_DIR: '/srv/graph', EXPLORER_PORT: '0', SAMPLE_GRAPH: 'off' };
  expect(readConfig(env).explorer).toEqual({ port: 0, dataDir: '/srv/graph', samples: false });
});

test.each(['EXPLORER_PORT', 'SAMPLE_GRAPH'])('a wrong %s is refused by name', (name) => {
  expect(() => readConfig({ [name]: 'maybe' })).toThrow(`${name}=maybe: must be`);
});

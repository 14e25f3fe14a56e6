import { describe, expect, test } from '@jest/globals';
import { thrownBy } from '../../../test/support/refused.js';
import { readConfig } from './config.js';
import type { AnyPlugin } from '../../host/plugin.js';

/** The error that `env` is refused with. */
const refusal = (env: Record<string, string>) => thrownBy(() => readConfig(env));

const defaults = {
  host: '127.0.0.1',
  port: 3000,
  auth: { kind: 'none' },
  dataDir: '.data',
  databaseUrl: undefined,
  signInKey: undefined,
  platformUrl: undefined,
  llm: { provider: 'none', model: 'palette', modelSmall: 'palette', modelLarge: 'palette' },
  gemini: { apiKey: undefined, baseUrl: undefined },
  openai: { apiKey: undefined, baseUrl: undefined },
  anthropic: { apiKey: undefined, baseUrl: undefined },
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

test('every variable is read', () => {
  expect(
    readConfig({
      HOST: '127.0.0.2',
      PORT: ' 8080 ',
      DATA_DIR: '/var/lib/sextant',
      DATABASE_URL: 'postgres://user:secret@db/sextant',
      PLATFORM_URL: 'https://erp.example/api//',
      LLM_PROVIDER: 'ollama',
      LLM_MODEL: 'qwen3:8b',
      LLM_MODEL_SMALL: 'qwen3:4b',
      LLM_MODEL_LARGE: 'qwen3:32b',
      GEMINI_API_KEY: 'key-g',
      GEMINI_BASE_URL: 'https://gemini.example/',
      OPENAI_API_KEY: 'key-o',
      OPENAI_BASE_URL: 'http://localhost:8000/v1/',
      ANTHROPIC_API_KEY: 'key-a',
      ANTHROPIC_BASE_URL: 'https://anthropic.example',
      OLLAMA_HOST: 'http://gpu:11434/',
      OLLAMA_NUM_CTX: '32768',
      EMBEDDER: 'none',
      RAG_TOP_K: '12',
      RAG_MIN_SCORE: '-0.25',
      DRAFT_TTL_HOURS: '0.5',
      RUN_GRACE_S: '0',
      PREVIEW_TTL_HOURS: '1.5',
      LOG_LEVEL: 'silent',
    }),
  ).toMatchObject({
    host: '127.0.0.2',
    port: 8080,
    auth: { kind: 'none' },
    dataDir: '/var/lib/sextant',
    databaseUrl: 'postgres://user:secret@db/sextant',
    platformUrl: 'https://erp.example/api',
    llm: { model: 'qwen3:8b', modelSmall: 'qwen3:4b', modelLarge: 'qwen3:32b' },
    gemini: { apiKey: 'key-g', baseUrl: 'https://gemini.example' },
    openai: { apiKey: 'key-o', baseUrl: 'http://localhost:8000/v1' },
    anthropic: { apiKey: 'key-a', baseUrl: 'https://anthropic.example' },
    ollama: { host: 'http://gpu:11434', numCtx: 32_768 },
    embedder: { kind: 'none' },
    ragTopK: 12,
    ragMinScore: -0.25,
    plugins: { workflow: { draftTtlHours: 0.5 }, tables: { draftTtlHours: 0.5 } },
    runGraceS: 0,
    previewTtlHours: 1.5,
    logLevel: 'silent',
  });
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

describe('a wrong value', () => {
  test.each(wrong)('%s=%s %s', (name, value, message) => {
    const error = refusal({ [name]: value });
    expect(error.code).toBe('config_error');
    expect(error.details).toEqual([{ path: name, message: expect.stringContaining(message) }]);
    expect(error.message).toContain(name);
    expect(error.message).toContain(message);
  });

  test('of every variable at once is named in one go', () => {
    const env = Object.fromEntries(wrong.map(([name, value]) => [name, value]));
    const error = refusal(env);
    expect(error.details.map(({ path }) => path).sort()).toEqual(Object.keys(env).sort());
    for (const name of Object.keys(env)) expect(error.message).toContain(name);
  });

  test('of a URL is not repeated, for it may hold a password', () => {
    const error = refusal({ DATABASE_URL: 'mysql://root:hunter2@db/x' });
    expect(JSON.stringify([error.message, error.details])).not.toContain('hunter2');
  });
});

test("a plugin's settings are of the environment and of its part of the config file, and name it when they fail", () => {
  const plugins: AnyPlugin[] = [
    {
      name: 'tickets',
      settings: (read, part) => ({ url: part['url'], size: read.integer('TICKETS_SIZE', 5, 1, 9) }),
    },
    { name: 'other', settings: (_read, part) => part },
  ];
  const parts = { tickets: { url: 'https://t.example' } };
  const { plugins: settings } = readConfig({}, plugins, parts);
  expect(settings).toEqual({ tickets: { url: 'https://t.example', size: 5 }, other: {} });

  const throwing: AnyPlugin = { name: 'thrower', settings: () => JSON.parse('{') as unknown };
  expect(() => readConfig({ TICKETS_SIZE: '10' }, [...plugins, throwing])).toThrow(
    /TICKETS_SIZE=10: must be.*; plugin thrower: is not able to read its settings: /,
  );
});

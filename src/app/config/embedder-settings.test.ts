import { expect, test } from '@jest/globals';
import { thrownBy } from '../../../test/support/refused.js';
import { readConfig } from './config.js';

const embedder = (env: Record<string, string>) => readConfig(env).embedder;

/** The variables that `env` is refused for, with what is said of each. */
function problems(env: Record<string, string>): Record<string, string> {
  const { details } = thrownBy(() => readConfig(env));
  return Object.fromEntries(details.map(({ path, message }) => [path, message]));
}

test.each<[Record<string, string>, object]>([
  [{}, { kind: 'local' }],
  [{ EMBEDDER: 'none' }, { kind: 'none' }],
  [{ GEMINI_API_KEY: 'k' }, { kind: 'local' }],
  [
    { EMBEDDER: 'gemini', GEMINI_API_KEY: 'k' },
    { kind: 'gemini', model: 'gemini-embedding-001', dimensions: 768 },
  ],
  [
    { EMBEDDER: 'gemini', GEMINI_API_KEY: 'k', EMBEDDER_DIMENSIONS: '3072' },
    { kind: 'gemini', model: 'gemini-embedding-001', dimensions: 3072 },
  ],
  [{ EMBEDDER: 'ollama' }, { kind: 'ollama', model: 'nomic-embed-text', dimensions: undefined }],
  [
    { EMBEDDER: 'openai', OPENAI_API_KEY: 'k' },
    { kind: 'openai', model: 'text-embedding-3-small', dimensions: undefined },
  ],
  [
    {
      EMBEDDER: 'openai',
      OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1',
      LLM_PROVIDER: 'none',
      EMBEDDER_MODEL: 'bge-m3',
      EMBEDDER_DIMENSIONS: '256',
    },
    { kind: 'openai', model: 'bge-m3', dimensions: 256 },
  ],
])('%j is %j', (env, expected) => {
  expect(embedder(env)).toEqual(expected);
});

test.each(['gemini', 'openai'])('%s without a key names the variable and the remedy', (kind) => {
  const said = problems({ EMBEDDER: kind, LLM_PROVIDER: 'none' });
  const name = `${kind.toUpperCase()}_API_KEY`;
  expect(Object.keys(said)).toEqual([name]);
  expect(said[name]).toContain(`EMBEDDER is ${kind}`);
  expect(said[name]).toContain('EMBEDDER=local');
});

test.each(['local', 'none'])('%s refuses a model that it would not use', (kind) => {
  const said = problems({ EMBEDDER: kind, EMBEDDER_MODEL: 'm', EMBEDDER_DIMENSIONS: '5' });
  expect(Object.keys(said).sort()).toEqual(['EMBEDDER_DIMENSIONS', 'EMBEDDER_MODEL']);
  expect(said['EMBEDDER_MODEL']).toContain(`EMBEDDER is ${kind}`);
});

test('a wrong name is said once, whatever else is set', () => {
  const said = problems({ EMBEDDER: 'nomic', EMBEDDER_MODEL: 'm' });
  expect(Object.keys(said)).toEqual(['EMBEDDER']);
});

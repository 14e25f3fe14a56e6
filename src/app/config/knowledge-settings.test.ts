import { expect, test } from '@jest/globals';
import { readKnowledgeSettings } from './knowledge-settings.js';
import { SettingsReader, type Environment } from '../../foundation/settings-reader.js';

function settings(env: Environment) {
  const read = new SettingsReader(env);
  const found = readKnowledgeSettings(read);
  read.finish();
  return found;
}

test('nothing needs to be set', () => {
  expect(settings({})).toEqual({
    maxMb: 20,
    maxCount: 1000,
    maxTotalMb: 1024,
    samples: true,
    cohere: undefined,
  });
});

test.each<[Environment, boolean]>([
  [{ DATABASE_URL: 'postgres://x/y' }, false],
  [{ DATABASE_URL: 'postgres://x/y', SAMPLE_DOCUMENTS: 'on' }, true],
  [{ SAMPLE_DOCUMENTS: 'off' }, false],
])('%j: the sample is there: %s', (env, samples) => {
  expect(settings(env)).toMatchObject({ samples });
});

test.each<[Environment, object]>([
  [
    { COHERE_API_KEY: 'k' },
    { baseUrl: 'https://api.cohere.com', apiKey: 'k', model: 'rerank-v3.5' },
  ],
  [
    { COHERE_BASE_URL: 'http://127.0.0.1:8080/', COHERE_RERANK_MODEL: 'm' },
    { baseUrl: 'http://127.0.0.1:8080', model: 'm' },
  ],
])('%j: a rerank service', (env, cohere) => {
  expect(settings(env).cohere).toEqual(cohere);
});

test.each<[string, string]>([
  ['DOCUMENT_MAX_MB', '0'],
  ['DOCUMENT_MAX_COUNT', '0'],
  ['DOCUMENT_MAX_TOTAL_MB', 'much'],
  ['SAMPLE_DOCUMENTS', 'maybe'],
  ['COHERE_BASE_URL', 'nowhere'],
])('%s=%s is refused with its name', (name, value) => {
  expect(() => settings({ [name]: value })).toThrow(name);
});

import { expect, test } from '@jest/globals';
import { SettingsReader } from '../../foundation/settings-reader.js';
import { readKnowledgeAgentSettings } from './knowledge-settings.js';

const settings = (env: Record<string, string>) =>
  readKnowledgeAgentSettings(new SettingsReader(env));

test('nothing outside is asked unless it is configured', () => {
  expect(settings({})).toEqual({ perplexity: undefined, variants: true });
  expect(settings({ QUERY_VARIANTS: 'off' }).variants).toBe(false);
});

test.each([
  [
    { PERPLEXITY_API_KEY: 'k' },
    { baseUrl: 'https://api.perplexity.ai', apiKey: 'k', model: 'sonar' },
  ],
  [
    { PERPLEXITY_BASE_URL: 'http://127.0.0.1:9/', PERPLEXITY_MODEL: 'own' },
    { baseUrl: 'http://127.0.0.1:9', model: 'own' },
  ],
])('%j', (env, perplexity) => {
  expect(settings(env as Record<string, string>).perplexity).toEqual(perplexity);
});

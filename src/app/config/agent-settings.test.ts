import { expect, test } from '@jest/globals';
import { readAgentSettings } from './agent-settings.js';
import { SettingsReader } from '../../foundation/settings-reader.js';

const settings = (env: Record<string, string>) => readAgentSettings(new SettingsReader(env));

test('nothing outside is asked, and every model is trusted, unless something is set', () => {
  expect(settings({})).toEqual({ perplexity: undefined, trustedModels: undefined });
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

test('models are listed with commas', () => {
  expect(settings({ AGENT_MODELS: ' a, b' }).trustedModels).toEqual(['a', 'b']);
});

import { expect, test } from '@jest/globals';
import { readAgentSettings } from './agent-settings.js';
import { SettingsReader } from '../../foundation/settings-reader.js';

const settings = (env: Record<string, string>) => readAgentSettings(new SettingsReader(env));

test('every model is trusted, unless some are named', () => {
  expect(settings({})).toEqual({ trustedModels: undefined });
});

test('models are listed with commas', () => {
  expect(settings({ AGENT_MODELS: ' a, b' }).trustedModels).toEqual(['a', 'b']);
});

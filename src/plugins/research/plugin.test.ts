import { expect, test } from '@jest/globals';
import { SettingsReader } from '../../foundation/settings-reader.js';
import { ScriptedModel } from '../../../test/support/scripted-model.js';
import { LiveModels, oneModel } from '../../llm/models.js';
import { readResearchSettings, stepsByResearch } from './plugin.js';

test('is read with its defaults', () => {
  const defaults = { workers: 2, leaseSeconds: 15, maxOpen: 10, keepDays: 90, outside: {} };
  expect(readResearchSettings(new SettingsReader({}))).toEqual(defaults);
  const env = {
    RESEARCH_WORKERS: '0',
    RESEARCH_LEASE_S: '2.5',
    MAX_RESEARCH_PER_USER: '3',
    RESEARCH_KEEP_DAYS: '0',
    SERPAPI_API_KEY: 'k',
  };
  const set = { workers: 0, leaseSeconds: 2.5, maxOpen: 3, keepDays: 0 };
  const outside = { serpApi: { baseUrl: 'https://serpapi.com', apiKey: 'k' } };
  expect(readResearchSettings(new SettingsReader(env))).toEqual({ ...set, outside });
});

test('a research ends with the models it began with', () => {
  const models = new LiveModels(oneModel(new ScriptedModel([])));
  const steps = stepsByResearch(models, []);
  const first = steps('one');
  models.replace(oneModel(new ScriptedModel([])));
  expect(steps('one')).toBe(first);
  expect(steps('two')).not.toBe(first);
  expect(steps('three')).toBe(steps('two'));
});

import { expect, test } from '@jest/globals';
import { readLawSettings } from './law-settings.js';
import { secretsIn } from '../../foundation/secrets.js';
import { SettingsReader } from '../../foundation/settings-reader.js';

const settings = (env: Record<string, string>) => readLawSettings(new SettingsReader(env));

test('nothing outside is asked unless it is configured, and the explorer is on this machine', () => {
  expect(settings({})).toEqual({
    explorerUrl: 'http://127.0.0.1:3002',
    isExplorerUrlSet: false,
    services: {},
    sampleCases: true,
  });
});

test('the explorer is where its port or its address says', () => {
  expect(settings({ EXPLORER_PORT: '4002' }).explorerUrl).toBe('http://127.0.0.1:4002');
  const env = { EXPLORER_PORT: '4002', EXPLORER_URL: 'http://graph.example/x/' };
  expect(settings(env)).toMatchObject({
    ...{ explorerUrl: 'http://graph.example/x', isExplorerUrlSet: true },
  });
});

test.each([
  ['COURTLISTENER', 'courtListener', 'https://www.courtlistener.com'],
  ['LEGISCAN', 'legiScan', 'https://api.legiscan.com'],
  ['GOVINFO', 'govInfo', 'https://api.govinfo.gov'],
  ['OPENALEX', 'openAlex', 'https://api.openalex.org'],
  ['SERPAPI', 'serpApi', 'https://serpapi.com'],
])('%s is there with a key, or with an address', (name, service, usual) => {
  const key = { [`${name}_API_KEY`]: 'a-key-of-it' };
  expect(settings(key).services).toEqual({ [service]: { baseUrl: usual, apiKey: 'a-key-of-it' } });
  expect(secretsIn(key)).toContain('a-key-of-it');
  const address = { [`${name}_BASE_URL`]: 'http://127.0.0.1:9/' };
  expect(settings(address).services).toEqual({ [service]: { baseUrl: 'http://127.0.0.1:9' } });
});

test.each([
  [{ DATABASE_URL: 'postgres://x/y' }, false],
  [{ DATABASE_URL: 'postgres://x/y', SAMPLE_CASES: 'on' }, true],
  [{ SAMPLE_CASES: 'off' }, false],
])('%j: samples %s', (env, expected) => {
  expect(settings(env as Record<string, string>).sampleCases).toBe(expected);
});

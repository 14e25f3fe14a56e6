import { expect, test } from '@jest/globals';
import { readConfig } from './config.js';

test('the explorer keeps its graph below the data directory unless told otherwise', () => {
  const defaults = readConfig({ DATA_DIR: '/srv/sextant' }).explorer;
  expect(defaults).toEqual({ port: 3002, dataDir: '/srv/sextant/explorer', samples: true });
  const env = { EXPLORER_DATA_DIR: '/srv/graph', EXPLORER_PORT: '0', SAMPLE_GRAPH: 'off' };
  expect(readConfig(env).explorer).toEqual({ port: 0, dataDir: '/srv/graph', samples: false });
});

test.each(['EXPLORER_PORT', 'SAMPLE_GRAPH'])('a wrong %s is refused by name', (name) => {
  expect(() => readConfig({ [name]: 'maybe' })).toThrow(`${name}=maybe: must be`);
});

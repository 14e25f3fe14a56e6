import { expect, it } from '@jest/globals';
import { countNamedIds } from './named-ids.js';

it.each([
  ['list all teams', 0],
  ['close issue #12 of acme/web', 2],
  ['rename "the old label" in my-app', 2],
  ['(see user_42, please)', 1],
  ["don't touch it, it's Anna's", 0],
  ['read 7', 1],
  ['set NPM_TOKEN', 1],
])('%j names %i things', (text, count) => {
  expect(countNamedIds(text)).toBe(count);
});

it.each(['"'.repeat(60_000), 'a-'.repeat(30_000), `"${'x'.repeat(60_000)}`, '.'.repeat(60_000)])(
  'reads a long message in linear time: %#',
  (text) => {
    const started = performance.now();
    countNamedIds(text);
    expect(performance.now() - started).toBeLessThan(1000);
  },
);

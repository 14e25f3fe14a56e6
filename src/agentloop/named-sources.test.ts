import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createCatalog } from '../agenttools/catalog.js';
import { tool } from '../../test/support/loop.js';
import { withNamedSources } from './match-order.js';

const NAMES = ['github', 'slack', 'google_drive'].flatMap((source) =>
  Array.from({ length: 6 }, (_, at) => ({ source, name: `${source}_${at}` })),
);
const catalog = createCatalog(NAMES.map(({ source, name }) => tool(name, { source })));
const matchesOf = (...names: string[]) => names.map((name) => ({ name, score: 1 }));
const order = (matches: readonly { name: string }[], message: string, topK = 6) =>
  withNamedSources(matches, { topK, catalog, message }).map(({ name }) => name);

const GITHUB_FIRST = matchesOf(
  ...Array.from({ length: 6 }, (_, at) => `github_${at}`),
  ...Array.from({ length: 6 }, (_, at) => `slack_${at}`),
  'google_drive_0',
);

describe('tools of the sources that a message names', () => {
  test('share the places, the best first', () => {
    const names = order(GITHUB_FIRST, 'Read the issue on GitHub and post it to Slack');
    expect(names.slice(0, 6)).toEqual([
      ...['github_0', 'github_1', 'github_2', 'slack_0', 'slack_1', 'slack_2'],
    ]);
    expect(names.slice(6, 9)).toEqual(['github_3', 'github_4', 'github_5']);
  });

  test('one that has few matches leaves the rest to the others', () => {
    const names = order(GITHUB_FIRST, 'Copy it from github to Google Drive');
    expect(names.slice(0, 6)).toEqual([
      ...['github_0', 'github_1', 'github_2', 'github_3', 'github_4', 'google_drive_0'],
    ]);
  });

  test.each(['Post the issue to Slack', 'post the issue', 'google it on github'])(
    '“%s” names fewer than two, and changes nothing',
    (message) => expect(order(GITHUB_FIRST, message)).toEqual(GITHUB_FIRST.map(({ name }) => name)),
  );

  test('no match is lost or doubled, and the best three stay', () => {
    const matches = fc.shuffledSubarray(NAMES.map(({ name }) => name));
    const words = fc.subarray(['github', 'slack', 'google drive']);
    fc.assert(
      fc.property(matches, words, fc.integer({ min: 1, max: 8 }), (names, said, topK) => {
        const after = order(matchesOf(...names), said.join(' and '), topK);
        expect([...after].sort()).toEqual([...names].sort());
        const stay = Math.min(3, topK);
        expect(after.slice(0, stay)).toEqual(names.slice(0, stay));
      }),
      { seed: 20 },
    );
  });
});

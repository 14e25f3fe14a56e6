import fc from 'fast-check';
import { property } from '../../../test/support/property.js';
import type { LucideIcon } from 'lucide-react';
import { install } from '../registry/registry.js';
import { rankingRows, percent, scoreText, askedQuery, readAsked, requestOf } from './selection.js';

const counts = { all: 3, context: 2, offered: 2 };

test('all tools of the context are there in their order, and what has no rank after them', () => {
  const rows = rankingRows({
    query: 'x',
    counts,
    elapsed_ms: 1,
    tools: [
      { name: 'find_tools', source: 'core' },
      { name: 'b', source: 'sticky', score: 0.1 },
    ],
    ranking: [
      { name: 'a', rank: 1, score: 0.5 },
      { name: 'b', rank: 2, score: 0.1 },
    ],
  });
  expect(rows).toEqual([
    { name: 'a', rank: 1, score: 0.5, source: undefined },
    { name: 'b', rank: 2, score: 0.1, source: 'sticky' },
    { name: 'find_tools', rank: undefined, score: undefined, source: 'core' },
  ]);
});

test('without a ranking the offered ones stand alone', () => {
  const tools = [{ name: 'a', source: 'fallback' as const }];
  const answer = { query: 'x', counts, elapsed_ms: 1, tools, ranking: [] };
  const rows = rankingRows({ ...answer, fallback_reason: 'no_embedder' });
  expect(rows).toEqual([{ name: 'a', rank: undefined, score: undefined, source: 'fallback' }]);
});

test.each([
  [-0.001, '0.00'],
  [-0.006, '-0.01'],
  [0.455, '0.46'],
  [1, '1.00'],
])('%d is shown as %s', (score, text) => expect(scoreText(score)).toBe(text));

test('only all is 100 %', () =>
  expect([percent(999, 1000), percent(3, 3), percent(0, 0)]).toEqual(['99 %', '100 %', '–']));

const Icon = (() => null) as unknown as LucideIcon;
const subject = { path: '/', key: 'workflow_id', noun: 'Rule', Icon, label: 'Rule', none: 'None' };
beforeAll(() =>
  install([{ name: 'rules', contexts: { workflow: { fields: ['workflow_id'], subject } } }]),
);

const asked = fc.record({
  sentence: fc.string({ unit: 'grapheme' }),
  contextType: fc.constantFrom('workflow', 'tables'),
  earlier: fc.string({ unit: 'grapheme' }),
  open: fc.boolean(),
});

property('an address asks what it was made for', [asked], (given) => {
  const query = new URLSearchParams(new URLSearchParams(askedQuery(given)).toString());
  expect(readAsked(query, ['tables', 'workflow'])).toEqual(given);
});

test.each([
  ['', 'workflow'],
  ['context=tables', 'tables'],
  ['context=garden', 'workflow'],
])('“%s” is asked in %s', (query, context) => {
  expect(readAsked(new URLSearchParams(query), ['workflow', 'tables']).contextType).toBe(context);
});

test('each line said before is a message, and what is open has an id', () => {
  const [message, context_type] = ['him too', 'workflow'];
  const earlier = 'one\n\n two ';
  const given = { sentence: message, contextType: context_type, earlier, open: true };
  const history = ['one', ' two '].map((content) => ({ role: 'user', content }));
  const request_context = { workflow_id: expect.any(String) };
  expect(requestOf(given)).toEqual({ message, context_type, history, request_context });
  expect(requestOf({ ...given, earlier: '\n', open: false })).toEqual({ message, context_type });
});

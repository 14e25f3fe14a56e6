import { stages, type Stage } from '../../../../src/plugins/research/stages.js';
import type { ContextEntry, ResearchItem, ResearchState, ResearchTask } from './api.js';
import * as view from './research-view.js';
import { partOf, placeTitle, reasonWords, stepTone, stepWords } from './research-labels.js';

const TIME = '2026-11-22T12:00:00.000Z';
// Of each no more than is read here.
const all = { primary_context: [], secondary_context: [], tertiary_context: [] };
const EMPTY = { ...all, tasks: [], searches: [], preserved_quotes: [] } as unknown as ResearchState;
const item = (research_id: string, step: Stage, updated_at = TIME) =>
  ({ research_id, step, created_at: TIME, updated_at }) as ResearchItem;
const task = (id: number, state: ResearchTask['state']) =>
  ({ id, task: `task ${id}`, origin: 'plan', state }) as ResearchTask;
const entry = (task_id: number, context_tier: 1 | 2 | 3) =>
  ({ chunk_id: `${task_id}-${context_tier}`, context_tier, task_id }) as ContextEntry;

test('the list has those first that wait for the user, and the latest first of each kind', () => {
  const ids = view
    .inOrder([
      item('done', 'complete'),
      item('at work', 'extract', '2026-11-22T13:00:00.000Z'),
      item('asked', 'awaiting_reply', '2026-11-20T12:00:00.000Z'),
      item('planned', 'awaiting_approval', '2026-11-21T12:00:00.000Z'),
    ])
    .map(({ research_id }) => research_id);
  expect(ids).toEqual(['planned', 'asked', 'at work', 'done']);
});

test('the list has words and a tone for every step', () => {
  for (const step of stages) expect(stepWords(step)).not.toBe(step);
  expect(stepTone({ step: 'awaiting_reply' })).toBe('warn');
  expect(stepTone({ step: 'failed' })).toBe('bad');
});

const anchored = { ...EMPTY, anchor: {} } as ResearchState;
const extracting = { ...anchored, tasks: [task(1, 'done'), task(2, 'running')] };
test.each<[Stage, ResearchState, string]>([
  ['retrieve', EMPTY, 'now ahead ahead ahead ahead'],
  ['awaiting_reply', EMPTY, 'waits ahead ahead ahead ahead'],
  ['awaiting_approval', EMPTY, 'done waits ahead ahead ahead'],
  ['collect', EMPTY, 'done done now ahead ahead'],
  ['remediate', EMPTY, 'done done done done now'],
  ['complete', EMPTY, 'done done done done done'],
  ['cancelled', EMPTY, 'stopped ahead ahead ahead ahead'],
  ['cancelled', anchored, 'done stopped ahead ahead ahead'],
  ['failed', extracting, 'done done stopped ahead ahead'],
  ['failed', { ...anchored, tasks: [task(1, 'done')] }, 'done done done stopped ahead'],
])('the parts at %s', (step, state, expected) => {
  expect(
    view
      .partsOf({ step, state })
      .map((part) => part.state)
      .join(' '),
  ).toBe(expected);
});

test('the parts continue, never back, with the steps', () => {
  const at = stages.map(partOf).filter((part) => part !== undefined);
  expect(at).toEqual(at.toSorted());
});

const round = {
  found: 10,
  dedup_ratio: 0.7,
  gaps: ['who', 'when'],
  coverage: 0.79,
  dismissed_gaps: ['when'],
} as Parameters<typeof view.convergenceOf>[0];

test('a round of questions says which of the three conditions for its end hold', () => {
  expect(view.convergenceOf(round).map(({ isMet }) => isMet)).toEqual([false, true, true]);
  expect(view.convergenceOf({ ...round, gaps: ['a', 'b', 'c'] })[2]?.isMet).toBe(false);
});

test('a round of questions tells gaps that the user does not want filled from the others', () =>
  expect(view.gapsOf(round)).toEqual([
    { gap: 'who', isDismissed: false },
    { gap: 'when', isDismissed: true },
  ]));

const told = { task: 'task 1', summary: 'Thirty days.', key_findings: ['30'], documents: [] };
const state: ResearchState = {
  ...EMPTY,
  tasks: [task(1, 'done'), task(2, 'done'), task(3, 'running')],
  primary_context: [entry(1, 1)],
  tertiary_context: [entry(1, 3), entry(2, 3)],
  task_summaries: [{ task_id: 1, ...told, relevance_score: 1 }],
};
const live = new Map([
  [1, { tiers: { 1: 9, 2: 9, 3: 9 }, quotes: 9, references: 9 }],
  [2, { tiers: { 1: 4, 2: 0, 3: 1 }, quotes: 2, references: 0 }],
  [3, { quotes: 0, references: 0, note: '8 passages read' }],
]);

test('the tasks count by the state once it has them, by the events before', () => {
  const rows = view.taskRows(state, live);
  expect(rows.map(({ tiers, summary, note }) => ({ tiers, summary, note }))).toEqual([
    { tiers: { 1: 1, 2: 0, 3: 1 }, summary: 'Thirty days.' },
    { tiers: { 1: 4, 2: 0, 3: 1 } },
    { note: '8 passages read' },
  ]);
  expect(view.tiersOf([])).toEqual({ 1: 0, 2: 0, 3: 0 });
});

test('the tasks tell how many references led somewhere, and how deep', () => {
  const reference = (depth: number, ...chunk_ids: string[]) =>
    ({ depth, chunk_ids }) as Parameters<typeof view.referenceFacts>[0][0];
  const facts = view.referenceFacts([reference(1, 'c'), reference(2, 'd'), reference(3)]);
  expect(facts).toEqual({ all: 3, followed: 2, deepest: 2 });
  expect(reasonWords('budget')).toMatch(/limit of this task/);
  expect(reasonWords('something_new')).toBe('something new');
});

test.each([
  ['Handbook', '', 'Handbook'],
  ['Handbook', 'Returns › Freight', 'Handbook › Returns › Freight'],
  ['Handbook', 'Handbook › Freight', 'Handbook › Freight'],
  ['Handbook', 'Handbook', 'Handbook'],
])('a passage in %s under "%s" stands at %s', (document, heading, title) => {
  expect(placeTitle(document, heading)).toBe(title);
});

const cited = { number: 1, document_id: 'd', block_id: 'b', quote: '30 days', page: 4 };
const report = {
  title: 'Report',
  language: 'en' as const,
  notes: [],
  sections: [
    { heading: 'Answer', statements: [{ text: 'Thirty days.', sources: [1] }] },
    { heading: 'More', statements: [{ text: 'Perhaps.', sources: [] }] },
  ],
  sources: [{ ...cited, document: 'Handbook', context_tier: 1 as const }],
};

test('the report counts what rests on nothing, and what nobody has checked', () => {
  expect(view.supportOf(report)).toEqual({ statements: 2, unsupported: 1, unchecked: 0 });
  const unchecked = { text: 'a', sources: [1], support: 'not_checked' as const };
  const sections = [{ heading: 'h', statements: [unchecked, unchecked] }];
  expect(view.supportOf({ ...report, sections })).toMatchObject({ unsupported: 0, unchecked: 2 });
});

test('the report shows with a quote what it refers to', () => {
  const own = { document_id: 'd', block_id: 'b' };
  const explains = [
    { words: 'sentence 2', place: '§ 3(2)', quote: 'within item 4', level: 1 as const, ...own },
    { words: 'item 4', quote: 'a year', level: 2 as const, ...own },
  ];
  const sources = report.sources.map((source) => ({ ...source, explains }));
  expect(view.citationsOf({ ...report, sources })[0]).toMatchObject({
    quote: '30 days\n→ sentence 2 (§ 3(2)): within item 4\n→→ item 4: a year',
  });
});

test('the report has sources that open at their block', () =>
  expect(view.citationsOf(report)).toEqual([{ ...cited, title: 'Handbook' }]));

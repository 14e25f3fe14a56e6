import { stages, type Stage } from '../../../../src/plugins/research/stages.js';
import type { ContextEntry, ResearchItem, ResearchState, ResearchTask } from './api.js';
import {
  citationsOf,
  convergenceOf,
  gapsOf,
  inOrder,
  partsOf,
  referenceFacts,
  supportOf,
  taskRows,
  tiersOf,
} from './research-view.js';
import { partOf, placeTitle, reasonWords, stepTone, stepWords } from './research-labels.js';

const TIME = '2026-11-22T12:00:00.000Z';
const OPTIONS = {
  max_iterations: 5,
  max_tasks: 15,
  top_k: 8,
  max_depth: 2,
  token_budget: 20_000,
  parallel_tasks: 2,
  quality_threshold: 240,
};
const EMPTY: ResearchState = {
  version: 3,
  query: 'How long are rejected goods kept?',
  kb: 'default_kb',
  options: OPTIONS,
  clarification: { is_active: true, iteration: 0, conversation: [], rounds: [] },
  research_queries: [],
  additional_context: '',
  clarification_summary: '',
  tasks: [],
  next_task_id: 1,
  plan_edits: 0,
  primary_context: [],
  secondary_context: [],
  tertiary_context: [],
  task_summaries: [],
  preserved_quotes: [],
  searches: [],
  visited_references: [],
  is_remediated: false,
  notes: [],
  usage: { input_tokens: 0, output_tokens: 0 },
};
const ANCHOR = {
  original_query: EMPTY.query,
  detected_language: 'en' as const,
  key_entities: [],
  scope: '',
  refinements: [],
  created_at: TIME,
};
const item = (id: string, step: Stage, updated_at = TIME): ResearchItem => ({
  research_id: id,
  title: id,
  kb: 'default_kb',
  kbs: ['default_kb'],
  phase: 'clarifying',
  step,
  created_at: TIME,
  updated_at,
  ended_at: null,
});
const task = (id: number, state: ResearchTask['state']): ResearchTask => ({
  id,
  task: `task ${id}`,
  context: '',
  subtasks: [],
  origin: 'plan',
  state,
});
const entry = (task_id: number, context_tier: 1 | 2 | 3): ContextEntry => ({
  document_id: 'd',
  document: 'Handbook',
  heading: '',
  block_ids: ['b'],
  chunk: 'text',
  chunk_id: `${task_id}-${context_tier}`,
  extracted_info: '',
  relevance_score: 0.9,
  context_tier,
  context_weight: 1,
  depth: 0,
  source_type: 'vector_search',
  task_id,
});

describe('the list', () => {
  test('has those first that wait for the user, and the latest first of each kind', () => {
    const items = [
      item('done', 'complete'),
      item('at work', 'extract', '2026-11-22T13:00:00.000Z'),
      item('asked', 'awaiting_reply', '2026-11-20T12:00:00.000Z'),
      item('planned', 'awaiting_approval', '2026-11-21T12:00:00.000Z'),
    ];
    const ids = inOrder(items).map(({ research_id }) => research_id);
    expect(ids).toEqual(['planned', 'asked', 'at work', 'done']);
  });

  test('has words and a tone for every step', () => {
    for (const step of stages) expect(stepWords(step)).not.toBe(step);
    expect(stepTone({ step: 'awaiting_reply' })).toBe('warn');
    expect(stepTone({ step: 'failed' })).toBe('bad');
  });
});

describe('the parts', () => {
  const anchored = { ...EMPTY, anchor: ANCHOR };
  const extracting = { ...anchored, tasks: [task(1, 'done'), task(2, 'running')] };
  const extracted = { ...anchored, tasks: [task(1, 'done')] };
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
    ['failed', extracted, 'done done done stopped ahead'],
  ])('at %s', (step, state, expected) => {
    const states = partsOf({ step, state }).map((part) => part.state);
    expect(states.join(' ')).toBe(expected);
  });

  test('continue, never back, with the steps', () => {
    const at = stages.map(partOf).filter((part) => part !== undefined);
    expect(at).toEqual(at.toSorted());
  });
});

describe('a round of questions', () => {
  const round = {
    iteration: 0,
    queries: [],
    chunks: [],
    found: 10,
    dedup_ratio: 0.7,
    concepts: [],
    gaps: ['who', 'when'],
    coverage: 0.79,
    questions: [],
    question_gaps: [],
    dismissed_gaps: ['when'],
  };

  test('says which of the three conditions for its end hold', () => {
    expect(convergenceOf(round).map(({ isMet }) => isMet)).toEqual([false, true, true]);
    expect(convergenceOf({ ...round, gaps: ['a', 'b', 'c'] })[2]?.isMet).toBe(false);
  });

  test('tells gaps that the user does not want filled from the others', () =>
    expect(gapsOf(round)).toEqual([
      { gap: 'who', isDismissed: false },
      { gap: 'when', isDismissed: true },
    ]));
});

describe('the tasks', () => {
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

  test('count by the state once it has them, by the events before', () => {
    const rows = taskRows(state, live);
    expect(rows.map(({ tiers, summary, note }) => ({ tiers, summary, note }))).toEqual([
      { tiers: { 1: 1, 2: 0, 3: 1 }, summary: 'Thirty days.' },
      { tiers: { 1: 4, 2: 0, 3: 1 } },
      { note: '8 passages read' },
    ]);
    expect(tiersOf([])).toEqual({ 1: 0, 2: 0, 3: 0 });
  });

  test('tell how many references led somewhere, and how deep', () => {
    const reference = (depth: number, chunk_ids: string[]) => ({
      key: `${depth}`,
      raw: '§ 70',
      type: 'section' as const,
      depth,
      found: true,
      from_chunk_id: 'c',
      chunk_ids,
    });
    const facts = referenceFacts([reference(1, ['c']), reference(2, ['d']), reference(3, [])]);
    expect(facts).toEqual({ all: 3, followed: 2, deepest: 2 });
    expect(reasonWords('budget')).toMatch(/limit of this task/);
    expect(reasonWords('something_new')).toBe('something new');
  });
});

test.each([
  ['Handbook', '', 'Handbook'],
  ['Handbook', 'Returns › Freight', 'Handbook › Returns › Freight'],
  ['Handbook', 'Handbook › Freight', 'Handbook › Freight'],
  ['Handbook', 'Handbook', 'Handbook'],
])('a passage in %s under "%s" stands at %s', (document, heading, title) => {
  expect(placeTitle(document, heading)).toBe(title);
});

describe('the report', () => {
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

  test('counts what rests on nothing, and what nobody has checked', () => {
    expect(supportOf(report)).toEqual({ statements: 2, unsupported: 1, unchecked: 0 });
    const unchecked = { text: 'a', sources: [1], support: 'not_checked' as const };
    const sections = [{ heading: 'h', statements: [unchecked, unchecked] }];
    expect(supportOf({ ...report, sections })).toMatchObject({ unsupported: 0, unchecked: 2 });
  });

  test('shows with a quote what it refers to', () => {
    const own = { document_id: 'd', block_id: 'b' };
    const explains = [
      { words: 'sentence 2', place: '§ 3(2)', quote: 'within item 4', level: 1 as const, ...own },
      { words: 'item 4', quote: 'a year', level: 2 as const, ...own },
    ];
    const sources = report.sources.map((source) => ({ ...source, explains }));
    expect(citationsOf({ ...report, sources })[0]).toMatchObject({
      quote: '30 days\n→ sentence 2 (§ 3(2)): within item 4\n→→ item 4: a year',
    });
  });

  test('has sources that open at their block', () =>
    expect(citationsOf(report)).toEqual([{ ...cited, title: 'Handbook' }]));
});

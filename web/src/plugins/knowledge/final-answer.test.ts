import type { AgentEvent } from '../../../../src/agentloop/events.js';
import { withTimelines } from '../../chat/timeline-items.js';
import { install, sourcesOf } from '../../registry/registry.js';
import { EMPTY_RUN, withEvent } from '../../run/run-view.js';
import type { RunItem, Step } from '../../run/run-items.js';
import { citationsIn, factsOf, stepMessages } from './final-answer.js';

beforeAll(() => install([{ name: 'knowledge', stepMessages, citationsIn }]));

const source = { number: 1, title: 'T', quote: 'Q', document_id: 'd', block_id: 'b' };
const answer = (result: object, is_error = false) => {
  const call = { tool_use_id: 'a', name: 'generate_response' };
  const events: AgentEvent[] = [
    { type: 'tool_call_start', data: { ...call, input: {} } },
    { type: 'tool_call_result', data: { ...call, is_error, elapsed_ms: 5, result } },
  ];
  return events.reduce((view, event, at) => withEvent(view, at + 1, event), EMPTY_RUN);
};

test('sources are those of the final answer where only its messages are left; a refused one says nothing', () => {
  const given = {
    sources: [source, { number: 2, title: 'no place' }],
    confidence_score: 0.45,
    used_internal_kb: true,
    used_external_kb: false,
    removed_sources: ['[9]'],
  };
  expect(sourcesOf(answer(given))).toEqual([source]);
  const facts = { confidence: 0.45, internal: 'cited', external: 'none', removed: ['[9]'] };
  expect(factsOf(answer(given))).toEqual(facts);
  const search = step('s', 'knowledge_base_search');
  const failed = step('t', 'perplexity_search', { state: 'failed' });
  const uncited = answer({ ...given, sources: [], used_internal_kb: false });
  const searched = factsOf({ ...uncited, items: [search, failed, ...uncited.items] });
  expect(searched).toMatchObject({ internal: 'searched', external: 'none' });
  expect(factsOf(answer(given, true))).toBeUndefined();
  expect(factsOf(EMPTY_RUN)).toBeUndefined();
});

const STEP = { kind: 'step', input: {}, state: 'done' } as const;
const step = (id: string, name: string, more: Partial<Step> = {}): Step => {
  return { ...STEP, id, name, ...more };
};
const reasoning = { action: 'reading', message: 'Read it', status: 'complete' } as const;

test('neighbouring steps that tell something are one timeline; plain calls stay rows', () => {
  const items: RunItem[] = [
    step('a', 'list_workflow_rules'),
    step('b', 'read_document', { reasoning }),
    step('c', 'knowledge_base_search', { input: { query: 'returns' } }),
    { kind: 'text', turn: 1, text: 'So.' },
    step('d', 'generate_response', { result: { sources: [1, 2] } }),
  ];
  const shown = withTimelines(items).map((item) =>
    item.kind === 'timeline' ? item.steps.map(({ message }) => message.message) : item.kind,
  );
  expect(shown).toEqual([
    'step',
    ['Read it', 'Searching the knowledge base: returns'],
    'text',
    ['Wrote the answer from 2 sources'],
  ]);
});

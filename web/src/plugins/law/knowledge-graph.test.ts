import type { AgentEvent } from '../../../../src/agentloop/events.js';
import type { WholeProvision } from './provisions.js';
import { EMPTY_RUN, withEvent, type RunView } from '../../run/run-view.js';
import { findingsOf, provisionsOf } from './findings.js';
import { graphOf, hiddenNeighbors, MOST_NEIGHBORS, withNeighbors } from './knowledge-graph.js';

const SECTION = { node_type: 'section', title: 'Records', document: 'Ordinance 12' };
const section = (id: number, source_id: string) => ({ ...SECTION, id, source_id });

/** A call: its tool, what it asked and what it was answered; of one that failed. */
type Called = [tool: string, input?: object, result?: unknown, is_error?: boolean];

function runOf(called: readonly Called[], answer: string, context = 'law'): RunView {
  const events: AgentEvent[] = [
    { type: 'run_start', data: { run_id: 'r', conversation_id: 'c', context_type: context } },
    ...called.flatMap(([name, input = {}, result, is_error = false], at): AgentEvent[] => {
      const call = { tool_use_id: `call_${at}`, name };
      const start = { type: 'tool_call_start', data: { ...call, input: { ...input } } } as const;
      const end = { type: 'tool_call_result', data: { ...call, is_error, elapsed_ms: 3, result } };
      return result === undefined ? [start] : [start, end as AgentEvent];
    }),
    { type: 'content_chunk', data: { chunk: answer } },
  ];
  return events.reduce((view, event, at) => withEvent(view, at + 1, event), EMPTY_RUN);
}

const nodes = [section(1, '§ 12-1'), section(2, '§ 12-104'), section(3, '§ 12-105')];
const [, SECOND, THIRD] = nodes as [object, ReturnType<typeof section>, object];
const edges = [
  { relation: 'cites', direction: 'out', node: THIRD },
  { relation: 'contains', direction: 'in', node: section(9, 'Part 1') },
];
const about = { search: 'open records', type: 'section' };
const SEARCH: Called = ['search_nodes', about, { total: 3, nodes }];
const READ: Called = ['get_node', { id: 2 }, { ...SECOND, source_text: 'Five days.', edges }];
const OPINION = { case_name: 'A v. B', court: 'Harbour', url: 'javascript:alert(1)' };
const AWAY = { error: { code: 'explorer_unavailable', message: 'The explorer is away.' } };

test('what was found names each call, what it asked and what came of it', () => {
  const opinions: Called = ['search_opinions', { query: 'records' }, { results: [OPINION] }];
  const similar: Called = ['find_similar', { id: 2 }, AWAY, true];
  const view = runOf([SEARCH, READ, opinions, similar, ['get_stats']], '');
  expect(findingsOf(view).map(({ tool, asked, summary }) => [tool, asked, summary])).toEqual([
    ['search_nodes', 'open records · section', '3 provisions'],
    ['get_node', '', '3 provisions'],
    ['search_opinions', 'records', '1 result'],
    ['find_similar', '', 'The explorer is away.'],
    ['get_stats', '', 'running'],
  ]);
  expect(findingsOf(view)[2]?.items).toEqual([{ title: 'A v. B', line: 'Harbour' }]);
});

test('what was found is nothing for the runs of other agents', () =>
  expect(findingsOf(runOf([SEARCH], '', 'documents'))).toEqual([]));

test.each([undefined, null, 'text', 4, [], { nodes: 'x' }, { nodes: [null, { id: 'x' }] }])(
  'what was found survives a result of another form: %j',
  (result) => expect(provisionsOf(result)).toEqual([]),
);

test('the graph of an answer holds what was read and what the answer names, not all that was listed', () => {
  const graph = graphOf(runOf([SEARCH, READ], 'By § 12-105 there is a fee.'));
  expect(graph.nodes.map(({ id, use }) => `${id} ${use}`)).toEqual(['2 read', '3 named']);
  expect(graph.edges).toEqual([{ from: 2, to: 3, relation: 'cites' }]);
});

test('the graph of an answer does not take a longer citation for a shorter one', () =>
  expect(graphOf(runOf([SEARCH], 'See § 12-104.')).nodes.map(({ id }) => id)).toEqual([2]));

test('the graph of an answer shows the first found where nothing was read or named', () => {
  const graph = graphOf(runOf([SEARCH], 'I do not know.'));
  expect(graph.nodes.map(({ use }) => use)).toEqual(['near', 'near', 'near']);
});

test('the graph of an answer grows by the neighbours of one, each once, and says what is not drawn', () => {
  const citing = Array.from({ length: 20 }, (_, at) => section(100 + at, `§ 13-${at}`));
  const edges = citing.map((node) => ({ relation: 'cites', direction: 'in' as const, node }));
  const whole: WholeProvision = { ...SECOND, source_text: '', edges };
  const before = graphOf(runOf([SEARCH, READ], ''));
  const graph = withNeighbors(before, whole);
  expect(graph.nodes).toHaveLength(before.nodes.length + MOST_NEIGHBORS);
  expect(graph.edges.filter(({ to }) => to === 2)).toHaveLength(MOST_NEIGHBORS);
  expect(hiddenNeighbors(graph, whole)).toBe(20 - MOST_NEIGHBORS);
  expect(withNeighbors(graph, { ...whole, edges: whole.edges.slice(0, 3) })).toEqual(graph);
});

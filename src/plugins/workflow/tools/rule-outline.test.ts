import { expect, it } from '@jest/globals';
import { flowOutline, flowPaths } from './rule-outline.js';

const nodes = ['Check stock', 'Create alert', 'Send email', 'Log'].map((name) => ({
  id: name,
  name,
  action_type: 'x',
}));
const start = { target_action_id: 'Check stock', edge_type: 'start' };
const edge = (from: string, port: string | null, to: string, edge_order = 0) => ({
  source_action_id: from,
  source_output: port,
  target_action_id: to,
  edge_type: port === null ? 'always' : 'sequence',
  edge_order,
});

it.each([
  ['no start', [], '(no start)'],
  [
    'a chain with a named port',
    [
      edge('Check stock', 'insufficient', 'Create alert'),
      edge('Create alert', 'success', 'Send email'),
    ],
    'Check stock → [insufficient] Create alert → Send email',
  ],
  [
    'branches in the order of their edges',
    [
      edge('Check stock', 'sufficient', 'Log', 2),
      edge('Check stock', 'insufficient', 'Create alert', 1),
    ],
    'Check stock → { [insufficient] Create alert | [sufficient] Log }',
  ],
  [
    'a join, written out once',
    [
      edge('Check stock', 'insufficient', 'Create alert'),
      edge('Check stock', 'sufficient', 'Send email'),
      edge('Create alert', 'success', 'Send email'),
      edge('Send email', null, 'Log'),
    ],
    'Check stock → { [insufficient] Create alert → Send email → Log | [sufficient] Send email … }',
  ],
])('flowOutline: %s', (_, edges, expected) => {
  expect(flowOutline(nodes, edges.length === 0 ? [] : [start, ...edges])).toBe(expected);
});

it('flowPaths gives every way with what must hold, and ends on a cycle', () => {
  const edges = [
    start,
    edge('Check stock', 'insufficient', 'Create alert'),
    edge('Check stock', 'sufficient', 'Log'),
    edge('Create alert', 'failure', 'Check stock'),
  ];
  expect(flowPaths(nodes, edges)).toEqual([
    { path: 'Check stock → [insufficient] Create alert', when: ['Check stock: insufficient'] },
    { path: 'Check stock → [sufficient] Log', when: ['Check stock: sufficient'] },
  ]);
});

import { expect, test } from '@jest/globals';
import type { AgentEvent } from '../../../../src/agentloop/events.js';
import { EMPTY_RUN, withEvent } from '../../run/run-view.js';
import { withoutSources } from './without-sources.js';

const viewOf = (...events: AgentEvent[]) =>
  events.reduce((view, event, at) => withEvent(view, at + 1, event), EMPTY_RUN);
const said: AgentEvent = { type: 'content_chunk', data: { chunk: 'The board signs.' } };
// As it comes over the wire: under its own name.
const told = (data: unknown) => ({ type: 'answer_without_sources', data }) as unknown as AgentEvent;

test.each([
  ['that was looked up nowhere', { searched: false }, { searched: false }],
  ['that cites nothing', { searched: true }, { searched: true }],
  ['of which an unknown server says something else', 'none', undefined],
])('an answer %s', (_name, data, expected) => {
  expect(withoutSources(viewOf(said, told(data)))).toEqual(expected);
});

test('an answer of which nothing is told', () => {
  expect(withoutSources(viewOf(said))).toBeUndefined();
});

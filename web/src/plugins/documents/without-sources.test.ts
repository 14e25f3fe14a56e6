import type { AgentEvent } from '../../../../src/agentloop/events.js';
import { EMPTY_RUN, withEvent } from '../../run/run-view.js';
import { withoutSources } from './without-sources.js';

const viewOf = (...events: AgentEvent[]) =>
  events.reduce((view, event, at) => withEvent(view, at + 1, event), EMPTY_RUN);
const said: AgentEvent = { type: 'content_chunk', data: { chunk: 'The board signs.' } };
// As it comes over the wire: under its own name.
const told = (data: unknown) => ({ type: 'answer_without_sources', data }) as unknown as AgentEvent;

test.each([
  ['that was looked up nowhere', [told({ searched: false })], { searched: false }],
  ['that cites nothing', [told({ searched: true })], { searched: true }],
  ['of which an unknown server says something else', [told('none')], undefined],
  ['of which nothing is told', [], undefined],
])('an answer %s', (_name, events, expected) =>
  expect(withoutSources(viewOf(said, ...events))).toEqual(expected),
);

import { expect, test } from '@jest/globals';
import { FakeSearch, agentWith, eventsOf, tool, outline, play } from '../../test/support/loop.js';
import { calls, says } from '../../test/support/scripted-model.js';
import { createCatalog } from '../agenttools/catalog.js';
import type { Tool } from '../agenttools/tool.js';
import { silentLogger } from '../foundation/logger.js';
import { rememberOffered } from './select-tools.js';

type Scores = Record<string, number>;

/** A run whose agent has the core tools `core`, the others ranked by these scores. */
function ranked(tools: Tool[], scores: (query: string) => Scores, core: string[], more: object) {
  const ranking = { index: new FakeSearch(scores), minScore: 0, logger: silentLogger };
  const selection = { catalog: createCatalog(tools), topK: 1, ...ranking, ...more };
  return { tools, deps: { selection }, request: { agent: agentWith(core) } };
}

test('a prompt cache finds the list of the message before, in its order', async () => {
  const scores: Record<string, Scores> = { a: { near: 0.9 }, b: { far: 0.9, near: 0.1 } };
  const more = { keep: { lastOffered: rememberOffered(), budget: 5 } };
  const tools = ['core', 'near', 'far'].map((name) => tool(name));
  const run = ranked(tools, (query) => scores[query] ?? {}, ['core'], more);
  const listOf = async (message: string) => {
    const { llm } = await play([[says('done')]], { ...run, request: { ...run.request, message } });
    return llm.last.tools.map(({ name }) => name);
  };
  expect(await listOf('a')).toEqual(['core', 'find_tools', 'near']);
  expect(await listOf('b')).toEqual(['core', 'find_tools', 'near', 'far']);
  expect(await listOf('a')).toEqual(['core', 'find_tools', 'near', 'far']);
});

test('find_tools widens the offer in the next turn, with an event that says so', async () => {
  const scores = (query: string): Scores => (query === 'far away' ? { far: 0.9 } : { near: 0.5 });
  const { llm, events, results } = await play(
    [
      [calls('find_tools', { query: 'far away' }, 'f'), calls('far', {}, 'too-early')],
      [calls('far', {}, 'in-time')],
      [says('done')],
    ],
    ranked([tool('near'), tool('far')], scores, ['near'], {}),
  );
  // What was not offered at first is told by name, in each turn alike.
  expect(llm.requests.map(({ shortlist }) => shortlist)).toEqual(['far', 'far', 'far']);
  const lines = outline(events).filter((line) => !line.startsWith('tool_call_start'));
  expect(lines.slice(0, -2).join(', ')).toBe(
    'tool_selection, message_start 1, tool_call_result f, tool_call_result too-early, tool_selection, ' +
      'message_start 2, tool_call_result in-time, message_start 3',
  );
  const near = { name: 'near', source: 'core', score: 0.5 };
  const first = [near, { name: 'find_tools', source: 'core' }];
  expect(eventsOf(events, 'tool_selection')).toMatchObject([
    { turn: 1, tools: first },
    { turn: 2, tools: [...first, { name: 'far', source: 'found', score: 0.9 }] },
  ]);
  expect(results.map(({ is_error }) => is_error)).toEqual([false, true, false]);
});

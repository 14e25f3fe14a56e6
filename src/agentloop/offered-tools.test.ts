import { expect, test } from '@jest/globals';
import { FakeSearch } from '../../test/support/fake-search.js';
import { agentWith, tool } from '../../test/support/loop.js';
import { play } from '../../test/support/play.js';
import { says } from '../../test/support/scripted-model.js';
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

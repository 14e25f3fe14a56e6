import { expect, test } from '@jest/globals';
import type { Agent } from '../agentloop/agent.js';
import { createCatalog } from '../agenttools/catalog.js';
import type { Tool } from '../agenttools/tool.js';
import type { Embedder } from '../toolindex/embedder.js';
import { toolDocument } from '../toolindex/document.js';
import { ToolSelectionIndex } from '../toolindex/selection-index.js';
import { CatalogueCheck, missedOf, reportText } from './catalogue-check.js';

const WORDS = ['red', 'blue', 'green', 'fast', 'slow', 'big'];

/** Counts known words, so that every score can be told by hand. */
function wordEmbedder(): Embedder {
  const vector = (text: string) =>
    Float32Array.from([0.1, ...WORDS.map((word) => text.split(word).length - 1)]);
  return { id: 'words', embed: (texts) => Promise.resolve(texts.map(vector)) };
}

const tool = (name: string, groups: string[], ...examples: string[]): Tool => ({
  name,
  description: name,
  inputSchema: { type: 'object' },
  examples,
  groups,
  effect: 'read',
  source: 'test',
  execute: () => Promise.resolve({ result: null }),
});

const agent = (contextType: string, groups: string[]): Agent => ({
  contextType,
  title: contextType,
  description: '',
  examples: [],
  groups,
  coreTools: () => [],
  systemPrompt: () => '',
  policy: { maxTokens: 1 },
});

const tools = [
  tool('red', ['workflow'], 'red fast', 'red'),
  tool('blue', ['workflow', 'tables'], 'blue', 'green'),
  tool('green', ['tables'], 'green', 'green slow'),
];

function checkOf(embedder = wordEmbedder()) {
  const catalog = createCatalog(tools);
  const index = new ToolSelectionIndex({ embedder });
  const rebuild = () => index.rebuild(catalog.tools.map(toolDocument));
  rebuild();
  const agents = [agent('workflow', ['workflow']), agent('tables', ['tables'])];
  const deps = {
    catalog,
    agents: () => agents,
    index,
    embedder: () => embedder,
    topK: 1,
    minScore: 0,
  };
  return { check: new CatalogueCheck(deps), rebuild, index };
}

test('an example is tried in each context of its tool, with an index that does not hold it', async () => {
  const { contexts } = await checkOf().check.report();
  const [workflow, tables] = contexts;
  expect([workflow?.examples, workflow?.found]).toEqual([4, 4]);
  expect([tables?.examples, tables?.found]).toEqual([4, 3]);
  // “green” is an example of both: without it blue knows nothing of it.
  expect(tables?.misses).toMatchObject([
    { tool: 'blue', example: 'green', rank: 2, before: [{ name: 'green' }] },
  ]);
});

test('it is done once for an index, and again for the next', async () => {
  const { check, rebuild, index } = checkOf();
  const [one, other] = await Promise.all([check.report(), check.report()]);
  expect(other).toBe(one);
  const before = await index.settled();
  rebuild();
  for (let state = before; state === before; state = index.state) await Promise.resolve();
  expect(await check.report()).not.toBe(one);
});

test('a check that fails is tried again', async () => {
  const embedder = wordEmbedder();
  let failures = 1;
  const { check, index } = checkOf(embedder);
  await index.settled();
  const embed = embedder.embed.bind(embedder);
  embedder.embed = (...given) =>
    failures-- > 0 ? Promise.reject(new Error('down')) : embed(...given);
  await expect(check.report()).rejects.toMatchObject({ code: 'index_error' });
  await expect(check.report()).resolves.toMatchObject({ topK: 1 });
});

test('a check that was closed ends', async () => {
  const { check } = checkOf();
  const report = check.report();
  await check.close();
  await expect(report).rejects.toMatchObject({ code: 'cancelled' });
});

test('the text for a terminal names what misses, what took its place, and the sums', async () => {
  const report = await checkOf().check.report();
  expect(missedOf(report)).toBe(1);
  const text = reportText(report);
  expect(text).toContain('tables (tables): 3 of 4 examples find their tool in the first 1');
  expect(text).toMatch(/#2 {2}blue {2}“green” {2}after green/);
});

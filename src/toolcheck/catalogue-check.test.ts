import fc from 'fast-check';
import type { Agent } from '../agentloop/agent.js';
import { createCatalog } from '../agenttools/catalog.js';
import type { Tool } from '../agenttools/tool.js';
import type { Embedder } from '../toolindex/embedder.js';
import { toolDocument } from '../toolindex/document.js';
import { ToolSelectionIndex } from '../toolindex/selection-index.js';
import { holds } from '../../test/support/property.js';
import {
  CatalogueCheck,
  checkContext,
  missedOf,
  reportText,
  type ExampleRank,
} from './catalogue-check.js';

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
  const limits = { topK: 1, minScore: 0 };
  const deps = { catalog, agents: () => agents, index, embedder: () => embedder, ...limits };
  return { check: new CatalogueCheck(deps), rebuild, index };
}

test('an example is tried in each context of its tool, with an index that does not hold it', async () => {
  const [workflow, tables] = (await checkOf().check.report()).contexts;
  expect([workflow?.examples, workflow?.found]).toEqual([4, 4]);
  expect([tables?.examples, tables?.found]).toEqual([4, 3]);
  // “green” is an example of both: without it blue knows nothing of it.
  const before = [{ name: 'green' }];
  expect(tables?.misses).toMatchObject([{ tool: 'blue', example: 'green', rank: 2, before }]);
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

const rule = { topK: 2, minScore: 0, core: new Set(['c']) };

/** An example of `tool` before which these stand. */
function rank(tool: string, ...before: string[]): ExampleRank {
  const scored = before.map((name, at) => ({ name, score: 0.9 - at / 10 }));
  return { tool, example: `use ${tool}`, rank: before.length + 1, score: 0.1, before: scored };
}

test('a tool is found at the last offered place and missed behind it', () => {
  const check = checkContext(['a'], [rank('a', 'b'), rank('a', 'b', 'c'), rank('a')], rule);
  expect(check).toMatchObject({ examples: 3, found: 2, first: 1 });
  const before = [{ name: 'b' }, { name: 'c' }];
  expect(check.misses).toMatchObject([{ tool: 'a', rank: 3, alwaysOffered: false, before }]);
});

test('what scores too low is not found, whatever its rank', () =>
  expect(checkContext(['a'], [rank('a')], { ...rule, minScore: 0.2 }).found).toBe(0));

test('core tools come last among the misses, and the worst rank first', () => {
  const ranks = [rank('c', 'a', 'b', 'd', 'e'), rank('a', 'b', 'c'), rank('b', 'a', 'c', 'd')];
  const { misses } = checkContext(['a', 'b', 'c'], ranks, rule);
  const missed = misses.map(({ tool, alwaysOffered }) => `${tool} ${alwaysOffered}`);
  expect(missed).toEqual(['b false', 'a false', 'c true']);
});

test('pairs that take each other’s examples come before those where one takes two', () => {
  const ranks = ['da', 'da', 'da', 'ab', 'ba', 'cb'].map(([a = '', b = '']) => rank(a, b));
  expect(checkContext(['a', 'b', 'c', 'd'], ranks, rule).shadows).toEqual([
    { tools: ['a', 'b'], counts: [1, 1], mutual: true },
    { tools: ['a', 'd'], counts: [0, 3], mutual: false },
  ]);
});

test('tools come worst first; one without examples is not judged', () => {
  const { tools } = checkContext(['x', 'b', 'a'], [rank('a', 'b', 'x'), rank('b')], rule);
  expect(tools.map(({ name }) => name)).toEqual(['a', 'b', 'x']);
});

test('every example is found or a miss, and no pair has more than there are', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const one = fc
    .tuple(fc.constantFrom(...names), fc.shuffledSubarray(names))
    .map(([tool, before]) => rank(tool, ...before.filter((name) => name !== tool)));
  await holds([fc.array(one)], (ranks) => {
    const check = checkContext(names, ranks, rule);
    expect(check.found + check.misses.length).toBe(ranks.length);
    expect(check.tools.reduce((sum, { first }) => sum + first, 0)).toBe(check.first);
    const taken = check.shadows.reduce((sum, { counts: [x, y] }) => sum + x + y, 0);
    expect(taken).toBeLessThanOrEqual(ranks.length - check.first);
  });
});

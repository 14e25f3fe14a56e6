import fc from 'fast-check';
import { createCatalog } from '../agenttools/catalog.js';
import { executeCall } from '../agenttools/executor.js';
import { silentLogger } from '../foundation/logger.js';
import {
  FakeSearch,
  agentWith,
  eventsOf,
  outline,
  play,
  tool,
  toolCall,
} from '../../test/support/loop.js';
import { holds } from '../../test/support/property.js';
import { calls, says } from '../../test/support/scripted-model.js';
import type { Tool } from '../agenttools/tool.js';
import { FIND_TOOLS } from './find-tools.js';
import { ActiveTools, type ActiveToolsDeps, keepOffering, shortlistText } from './active-tools.js';
import type { FallbackReason, OfferedTool } from './events.js';
import { rememberOffered } from './select-tools.js';

const catalog = createCatalog([
  tool('core_tool'),
  tool('ranked_tool'),
  ...Array.from({ length: 9 }, (_, index) => tool(`hidden_${index}`)),
  tool('of_tables', { groups: ['lists'] }),
]);
const allowed = catalog.names(['notes']);
const selected: OfferedTool[] = [
  { name: 'core_tool', source: 'core', score: 0.1 },
  { name: 'ranked_tool', source: 'ranked', score: 0.8 },
];
const scores = { of_tables: 1, core_tool: 0.9, hidden_3: 0.8, hidden_5: 0.7, hidden_1: -0.5 };

interface Parts extends Partial<ActiveToolsDeps> {
  tools?: readonly OfferedTool[];
  fallbackReason?: FallbackReason;
}

function activeToolsOf(parts: Parts = {}, by: Record<string, number> = scores) {
  const { tools = selected, fallbackReason, ...deps } = parts;
  const { signal } = new AbortController();
  const index = new FakeSearch(() => by);
  const activeTools = new ActiveTools({ catalog, index, allowed, absent: [], signal, ...deps });
  activeTools.fallbackReason = fallbackReason;
  for (const one of tools) activeTools.offer(one);
  activeTools.offerFindTools();
  activeTools.beginTurn();
  return activeTools;
}

const call = async (active: ActiveTools, name: string, input = {}) =>
  executeCall({ id: '1', name, arguments: input }, active, () => toolCall(), silentLogger);

const find = (active: ActiveTools, query = 'hidden things') => call(active, FIND_TOOLS, { query });

test('the first turn offers the selection and find_tools, with what the model is told', () => {
  const activeTools = activeToolsOf();
  expect(activeTools.list()).toEqual([...selected, { name: FIND_TOOLS, source: 'core' }]);
  expect(activeTools.counts()).toEqual({ all: 12, context: 11, offered: 3 });
  const inputSchema = { type: 'object' };
  expect(activeTools.specs()).toEqual([
    { name: 'core_tool', description: 'Does core_tool.', inputSchema },
    { name: 'ranked_tool', description: 'Does ranked_tool.', inputSchema },
    expect.objectContaining({ name: FIND_TOOLS }),
  ]);
});

const named = createCatalog([
  tool('update', { schemaTool: 'input_schema' }),
  tool('create', { schemaTool: 'input_schema' }),
  tool('input_schema'),
  tool('elsewhere', { schemaTool: 'of_tables' }),
  tool('of_tables', { groups: ['lists'] }),
  ...Array.from({ length: 9 }, (_, index) => tool(`hidden_${index}`)),
]);
const offeredFor = (...names: string[]) => {
  const tools = names.map((name) => ({ name, source: 'ranked' as const }));
  const parts = { tools, catalog: named, allowed: new Set(named.names(['notes'])) };
  return activeToolsOf(parts, { update: 0.9 });
};

test('a tool that shows the arguments of another one is offered with it, and can be called', async () => {
  const activeTools = offeredFor('update', 'create');
  expect(activeTools.list().slice(0, 2)).toEqual([
    { name: 'update', source: 'ranked' },
    { name: 'input_schema', source: 'ranked', prerequisite_of: 'update' },
  ]);
  expect((await call(activeTools, 'input_schema')).isError).toBe(false);
  const [update] = activeTools.specs();
  expect(update?.description).toContain('fields or values: input_schema shows them.');
});

test('a tool that shows the arguments of another one is offered with one that is found later', async () => {
  const activeTools = offeredFor('hidden_0');
  expect(activeTools.names()).not.toContain('input_schema');
  await find(activeTools, 'update');
  activeTools.beginTurn();
  expect(activeTools.names()).toEqual(expect.arrayContaining(['update', 'input_schema']));
});

test('a tool that shows the arguments of another one is not offered where the agent may not have it', () =>
  expect(offeredFor('elsewhere').names()).not.toContain('of_tables'));

test('find_tools names the best tools that are not offered, at most six, none of another context', async () => {
  const best = ['hidden_3', 'hidden_5', 'hidden_0', 'hidden_2', 'hidden_4', 'hidden_6'];
  const tools = best.map((name) => ({ name, description: `Does ${name}.` }));
  const note = expect.stringContaining('from your next turn on');
  expect(await find(activeToolsOf())).toMatchObject({ isError: false, result: { tools, note } });
});

test('find_tools always finds a tool by its exact name, in a sentence too, and says what is offered already', async () => {
  const activeTools = activeToolsOf();
  const named = await find(activeTools, 'hidden_8');
  expect(named.result).toMatchObject({ tools: [{ name: 'hidden_8' }] });
  const said = await find(activeTools, 'hidden_7: do that, or ranked_tool');
  expect(said.result).toMatchObject({ already_offered: ['ranked_tool'] });
  expect((said.result as { tools: { name: string }[] }).tools[0]?.name).toBe('hidden_7');
  activeTools.beginTurn();
  expect(activeTools.names()).toEqual(expect.arrayContaining(['hidden_8', 'hidden_7']));
  const { result } = await find(activeTools, 'of_tables');
  expect(JSON.stringify(result)).not.toContain('"of_tables"');
});

test('find_tools lists the tools of a source by page, without offering them', async () => {
  const many = Array.from({ length: 50 }, (_, at) => tool(`erp_${at}`, { source: 'erp' }));
  const big = createCatalog(many);
  const names = new Set([...big.names()].filter((name) => name !== 'erp_3'));
  const absent = [{ source: 'crm', title: 'CRM', state: 'down' }];
  const activeTools = activeToolsOf({ catalog: big, tools: [], allowed: names, absent }, {});
  const list = async (input: object) =>
    (await call(activeTools, FIND_TOOLS, input)).result as { listed?: { name: string }[] };
  const first = await list({ source: 'erp' });
  const second = await list({ source: 'erp', page: 2 });
  const listed = [...first.listed!, ...second.listed!].map(({ name }) => name);
  expect(new Set(listed)).toEqual(names);
  expect(listed).toHaveLength(49);
  const third = { listed: [], note: 'There are 2 pages.' };
  expect(await list({ source: 'erp', page: 3 })).toMatchObject(third);
  expect(activeTools.beginTurn()).toBe(false);
  expect(await list({ source: 'crm' })).toMatchObject({ note: expect.stringMatching(/is down/) });
  const none = { sources: ['erp'], note: expect.stringContaining('no source "nope"') };
  expect(await list({ source: 'nope' })).toMatchObject(none);
  expect(await find(activeTools)).toMatchObject({ result: { unavailable_sources: absent } });
});

test('find_tools searching again and again ends with the whole allowlist and never leaves it', async () => {
  const activeTools = activeToolsOf({}, { of_tables: 1 });
  for (let turn = 0; turn < 4; turn += 1) {
    await find(activeTools);
    activeTools.beginTurn();
  }
  expect(new Set(activeTools.names())).toEqual(new Set([...allowed, FIND_TOOLS]));
  const nothing = { tools: [], note: expect.stringContaining('Nothing more was found') };
  expect(await find(activeTools)).toMatchObject({ result: nothing });
});

const WRONG = [{}, { query: '' }, { query: 7 }, { query: 'ok', more: 1 }];
test.each(WRONG)('find_tools refuses the arguments %j', async (input) => {
  const refused = { isError: true, result: { error: { code: 'invalid_arguments' } } };
  expect(await call(activeToolsOf(), FIND_TOOLS, input)).toMatchObject(refused);
});

test('find_tools: a failing search is an error result and leaves the active tools as they were', async () => {
  const index = new FakeSearch(() => ({}));
  index.rank = () => Promise.reject(new Error('the embedder died'));
  const activeTools = activeToolsOf({ index });
  expect(await find(activeTools)).toMatchObject({ isError: true });
  expect(activeTools.beginTurn()).toBe(false);
});

test('in a fallback that offers a part, find_tools searches the rest by words', async () => {
  const activeTools = activeToolsOf({ fallbackReason: 'no_embedder' });
  expect(activeTools.names()).toContain(FIND_TOOLS);
  await find(activeTools);
  activeTools.beginTurn();
  expect(activeTools.list()).toContainEqual({ name: 'hidden_3', source: 'found' });
});

test('in a fallback everything is offered already: no find_tools, the reason is kept', async () => {
  const tools = [...allowed].map((name) => ({ name, source: 'fallback' as const }));
  const activeTools = activeToolsOf({ tools, fallbackReason: 'no_embedder' });
  expect(activeTools.fallbackReason).toBe('no_embedder');
  expect(activeTools.names()).toEqual([...allowed]);
  expect(activeTools.counts()).toEqual({ all: 12, context: 11, offered: 11 });
  const { result } = await find(activeTools);
  expect(result).toMatchObject({ error: { code: 'unknown_tool' } });
  expect(JSON.stringify(result)).not.toContain('Call find_tools');
});

const BY_NAME = new Map(Object.entries({ a: 0.9, b: 0.8, c: 0.7, d: 0.6, e: 0.5, f: 0.4 }));
const xab = ['x', 'a', 'b'];
const fcx = ['f', 'c', 'x'];

test.each<[string, string[], string[], number, string[]]>([
  ['at first the best alone', [], ['a', 'b'], 6, ['a', 'b']],
  ['the list of before as it is', xab, ['b', 'a'], 6, xab],
  ['what is new in place of what scores lowest', xab, ['b', 'a', 'new'], 3, ['a', 'b', 'new']],
  ['what is new behind it', xab, ['new', 'b', 'newer'], 6, [...xab, 'new', 'newer']],
  ['of the earlier ones what there is room for', fcx, ['a', 'b'], 4, ['f', 'c', 'a', 'b']],
  ['the best of the earlier ones', fcx, ['a', 'b'], 3, ['c', 'a', 'b']],
  ['none of them without a budget', fcx, ['a', 'b'], 0, ['a', 'b']],
])('keeping tools on offer: %s', (_name, before, best, budget, kept) => {
  expect(keepOffering({ before, best, sticky: [], scores: BY_NAME, budget })).toEqual(kept);
});

test('keeping: always all that was called and all of the best, behind what stands of before, each tool once', async () => {
  const names = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 8 });
  const budget = fc.integer({ min: 0, max: 10 });
  await holds([names, names, names, budget], { seed: 20 }, (before, best, sticky, room) => {
    const offered = keepOffering({ before, best, sticky, scores: BY_NAME, budget: room });
    expect(offered).toEqual(expect.arrayContaining([...best, ...sticky]));
    const standing = before.filter((one) => offered.includes(one));
    expect(offered.slice(0, standing.length)).toEqual(standing);
    expect(new Set(offered).size).toBe(offered.length);
    const most = Math.max(room, new Set([...best, ...sticky]).size, before.length);
    expect(offered.length).toBeLessThanOrEqual(most);
  });
});

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `tool_${at}`);
const catalogOf = (names: readonly string[]) =>
  createCatalog(names.map((name) => tool(name, { title: 'x'.repeat(90) })));

test('the shortlist: few candidates are told with their titles', () => {
  const names = numbered(3);
  expect(shortlistText(names, catalogOf(names)).split('\n')[2]).toBe(`tool_2: ${'x'.repeat(60)}`);
  expect(shortlistText([], createCatalog([]))).toBe('');
});

test('the shortlist: of more the best have titles, as there is room', () => {
  const names = numbered(60);
  const lines = shortlistText(names, catalogOf(names)).split('\n');
  expect(lines.map((line) => line.split(':')[0])).toEqual(names);
  expect(lines[0]).toContain('x');
  expect(lines.at(-1)).toBe('tool_59');
  expect(lines.join('\n').length).toBeLessThanOrEqual(2000);
});

test('the shortlist: of many the names alone, as many as there is room for', () => {
  const names = numbered(100).map((name) => `${name}_${'y'.repeat(30)}`);
  const text = shortlistText(names, catalogOf(names));
  expect(text).not.toContain('x');
  expect(text.split('\n')).toEqual(names.slice(0, text.split('\n').length));
  expect(text.length).toBeGreaterThan(1900);
  expect(text.length).toBeLessThanOrEqual(2000);
});

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

import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { createCatalog } from '../agenttools/catalog.js';
import type { Tool } from '../agenttools/tool.js';
import { AppError } from '../foundation/errors.js';
import { silentLogger } from '../foundation/logger.js';
import type { LlmMessage } from '../llm/types.js';
import { FakeSearch, agentWith, tool, toolCall } from '../../test/support/loop.js';
import type { Agent } from './agent.js';
import type { FallbackReason } from './events.js';
import { FIND_TOOLS } from './find-tools.js';
import { noneFits } from './match-order.js';
import {
  FALLBACK_BY_WORDS,
  MAX_FALLBACK,
  MAX_STICKY,
  rememberOffered,
  selectTools,
  type SelectionDeps,
  type SelectionRequest,
} from './select-tools.js';

type Index = SelectionDeps['index'];

const catalog = createCatalog([
  ...['list_rules', 'get_rule', 'send_alert', 'simulate'].map((name) => tool(name)),
  tool('list_tables', { groups: ['lists'] }),
  tool('search_schema', { groups: ['notes', 'lists'] }),
]);
const WORKFLOW = ['list_rules', 'get_rule', 'send_alert', 'simulate', 'search_schema'];
const SCORES = { send_alert: 0.9, simulate: 0.7, list_rules: 0.5, list_tables: 1, get_rule: -0.2 };

function called(...names: string[]): LlmMessage {
  const toolCalls = names.map((name, index) => ({ id: `${name}-${index}`, name, arguments: {} }));
  return { role: 'assistant', content: '', toolCalls };
}

const message = 'tell the purchasing people when the stock of a product is low';
const asked = { requestContext: {}, history: [], message };
const searched = () => new FakeSearch(() => SCORES);
/** What is offered beside `find_tools`. */
async function select(request: Partial<SelectionRequest>, deps: Partial<SelectionDeps> = {}) {
  const active = await selectTools(
    { agent: agentWith(), ...asked, signal: new AbortController().signal, ...request },
    { catalog, topK: 2, minScore: 0, logger: silentLogger, index: searched(), ...deps },
  );
  const { fallbackReason, noneFits } = active;
  const tools = active.list().filter(({ name }) => name !== FIND_TOOLS);
  return { active, tools, fallbackReason, noneFits };
}

test('a request that waits for the index is told how far it is', async () => {
  const index = new FakeSearch(() => SCORES);
  const unavailable: Index['unavailable'] = async (_, onProgress) => {
    onProgress?.(0.5);
    return undefined;
  };
  const told: number[] = [];
  const onIndexing = (share: number) => void told.push(share);
  await select({ onIndexing }, { index: Object.assign(index, { unavailable }) });
  expect(told).toEqual([0.5]);
});

const names = (of: { tools: readonly { name: string }[] }) => of.tools.map(({ name }) => name);

test('what was offered before stays offered, within the tools of the agent', async () => {
  const keep = { lastOffered: rememberOffered(), budget: 5 };
  const before = ['find_tools', 'get_rule', 'send_alert', 'list_tables'];
  keep.lastOffered.set('["ann","one","notes"]', before);
  const conversation = { userId: 'ann', id: 'one' };
  const { tools, active } = await select({ conversation }, { keep });
  const offered = tools.map(({ name, source }) => `${name} ${source}`);
  expect(offered).toEqual(['send_alert ranked', 'simulate ranked', 'get_rule sticky']);
  expect(active.nextBest).toEqual(['list_rules', 'search_schema']);
  expect(active.inStableOrder()).toEqual(['find_tools', 'get_rule', 'send_alert', 'simulate']);
  for (const other of [{ userId: 'bob' }, { id: 'two' }]) {
    const request = { conversation: { ...conversation, ...other } };
    expect(names(await select(request, { keep }))).toHaveLength(2);
  }
});

const MANY = createCatalog(Array.from({ length: MAX_FALLBACK + 1 }, (_, at) => tool(`t${at}`)));

// The three best have 0.9, 0.7 and 0.5.
test('where probably no tool fits, only core tools and those from before are offered, and it is said', async () => {
  const request = { agent: agentWith(['get_rule']), history: [called('simulate')] };
  const above = await select(request, { fitScore: 0.69 });
  expect(names(above)).toEqual(['get_rule', 'send_alert', 'simulate']);
  expect(above.noneFits).toBeUndefined();
  const below = await select(request, { fitScore: 0.71 });
  expect([names(below), below.noneFits]).toEqual([['get_rule', 'simulate'], true]);
});

test('where probably no tool fits, nothing is held back by default, or among fewer tools than are looked at', () => {
  const scored = (...scores: number[]) => ({ matches: scores.map((score) => ({ score })) });
  expect(noneFits(scored(0.01, 0, 0), 0)).toBe(false);
  expect(noneFits(scored(0.01, 0), 0.5)).toBe(false);
});

test('where probably no tool fits, words that no tool has count against it', () => {
  const matches = [{ score: 0.9 }, { score: 0.7 }, { score: 0.5 }];
  expect(noneFits({ matches, known: 0.9 }, 0.6)).toBe(false);
  expect(noneFits({ matches, known: 0.8 }, 0.6)).toBe(true);
});

test('words that no tool of the agent knows are told, but for forms, agents with texts, and where a source is missing', async () => {
  let looked: readonly { name: string }[] = [];
  const unmet: SelectionDeps['unmet'] = { of: async (...asked) => ((looked = asked[2]), ['SMS']) };
  expect((await select({}, { unmet })).active.unmetWords).toEqual(['SMS']);
  expect(looked.map(({ name }) => name)).toEqual(WORKFLOW);
  const sources = () => [{ id: 'notes', title: 'Notes', state: 'down' }];
  const agent = { ...agentWith(), routing: { speaksOf: async () => 0 } };
  const others = [{ agent }, { firstCall: { name: 'get_rule' } }].map((one) =>
    select(one, { unmet }),
  );
  for (const { active } of await Promise.all([...others, select({}, { unmet, sources })]))
    expect(active.unmetWords).toBeUndefined();
});

test('context filter: keeps the tools of the agent and the shared ones', async () => {
  const { active } = await select({});
  const all = catalog.tools.map(({ name }) => name);
  expect(all.filter((name) => active.allowed(name))).toEqual(WORKFLOW);
});

test('context filter: what fits next best is told by name, in order, but what is offered or below the limit is not', async () => {
  const selection = await select({ agent: agentWith(['list_rules']) }, { topK: 1 });
  expect(names(selection)).toEqual(['list_rules', 'send_alert']);
  expect(selection.active.nextBest).toEqual(['simulate', 'search_schema']);
});

test('context filter: an agent of a group without tools is offered none', async () => {
  const agent: Agent = { ...agentWith(['list_rules']), groups: [] };
  const { active, tools } = await select({ agent });
  expect([tools, active.counts().context, active.shortlist()]).toEqual([[], 0, undefined]);
});

test('ranking: offers nothing below the least score', async () =>
  expect(names(await select({}, { topK: 6, minScore: 0.6 }))).toEqual(['send_alert', 'simulate']));

test('ranking: core tools come first, once, with their scores, beside the best k', async () =>
  expect((await select({ agent: agentWith(['get_rule', 'send_alert']) })).tools).toEqual([
    { name: 'get_rule', source: 'core', score: -0.2 },
    { name: 'send_alert', source: 'core', score: 0.9 },
    { name: 'simulate', source: 'ranked', score: 0.7 },
  ]));

test('ranking: core tools may depend on the context of the request', async () => {
  const agent: Agent = {
    ...agentWith(),
    coreTools: (context) => (context['workflow_id'] === undefined ? ['get_rule'] : []),
  };
  expect(names(await select({ agent }))).toContain('get_rule');
  const open = await select({ agent, requestContext: { workflow_id: 'x' } });
  expect(names(open)).not.toContain('get_rule');
});

test('tools used before stay offered, after the ranked ones, with their scores', async () => {
  const history = [called('get_rule'), called('send_alert', 'list_rules')];
  expect((await select({ history })).tools).toEqual([
    { name: 'send_alert', source: 'ranked', score: 0.9 },
    { name: 'simulate', source: 'ranked', score: 0.7 },
    { name: 'list_rules', source: 'sticky', score: 0.5 },
    { name: 'get_rule', source: 'sticky', score: -0.2 },
  ]);
});

test('tools that were found and not called stay offered too, after those that were called', async () => {
  const content = JSON.stringify({ tools: [{ name: 'get_rule' }, { name: 'list_tables' }] });
  const answer = { role: 'tool', toolCallId: '1', name: 'find_tools', content } as const;
  const history: LlmMessage[] = [
    { ...answer, isError: false },
    { ...answer, isError: false, content: 'shortened…' },
    called('list_rules'),
  ];
  expect((await select({ history })).tools.slice(2)).toEqual([
    { name: 'list_rules', source: 'sticky', score: 0.5 },
    { name: 'get_rule', source: 'sticky', score: -0.2 },
  ]);
});

test(`tools used before: at most the latest ${MAX_STICKY} of the allowlist`, async () => {
  const many: Tool[] = Array.from({ length: 30 }, (_, index) => tool(`t${index}`));
  const history = many.map(({ name }) => called(name, 'list_tables'));
  const index = new FakeSearch(() => ({ t0: 1 }));
  const selection = await select({ history }, { catalog: createCatalog(many), index, topK: 1 });
  const latest = many.map(({ name }) => name).reverse();
  expect(names(selection)).toEqual(['t0', ...latest.slice(0, MAX_STICKY)]);
});

test('sources that give no tools now are told where they belong to the agent', async () => {
  const down = { title: 'Workflows', state: 'down' };
  const sources = () => ['notes', 'crm'].map((id) => ({ id, ...down }));
  const told = async (deps: Partial<SelectionDeps>) => {
    const { active } = await select({ agent: agentWith() }, { sources, ...deps });
    const findTools = active.find(FIND_TOOLS)?.tool;
    return (await findTools?.execute({ source: 'Workflows' }, toolCall()))?.result;
  };
  const absent = { unavailable_sources: [{ source: 'notes', ...down }] };
  expect(await told({})).toMatchObject(absent);
  const index = new FakeSearch(() => SCORES);
  index.unavailable = () => Promise.reject(new Error('no'));
  expect(await told({ index, catalog: MANY })).toMatchObject(absent);
});

/** Long enough to lean on nothing. */
const LONG = 'show every order '.repeat(21).trim();
const history: LlmMessage[] = [
  { role: 'user', content: 'an old question' },
  { role: 'assistant', content: 'an old answer' },
  { role: 'user', content: 'raise an alert for the warehouse manager Anna' },
  called('send_alert'),
  { role: 'tool', toolCallId: 'send_alert-0', name: 'send_alert', content: '{}', isError: false },
  { role: 'assistant', content: 'Done.' },
];

const before = 'an old question\nraise an alert for the warehouse manager Anna\nDone.';
test.each([
  ['now also email him', `${before}\nnow also email him`],
  [LONG, LONG],
])('query of %j is %j', async (message, query) => {
  const index = new FakeSearch(() => SCORES);
  await select({ message, history }, { index });
  expect(index.queries).toEqual([query]);
});

describe('fallback', () => {
  const all = WORKFLOW.map((name) => ({ name, source: 'fallback' }));
  const failing = (parts: Partial<Index>): Index => ({
    unavailable: async () => undefined,
    rank: () => Promise.reject(new Error('unexpected')),
    rankWords: () => Promise.reject(new Error('unexpected')),
    ...parts,
  });

  const REASONS: FallbackReason[] = ['no_embedder', 'index_failed', 'search_failed'];
  test.each(REASONS)('%s: all tools of the context, and the reason', async (fallbackReason) => {
    const index = failing({ unavailable: async () => fallbackReason as 'no_embedder' });
    const selection = await select({ agent: agentWith(['get_rule']) }, { index });
    expect(selection).toMatchObject({ tools: all, fallbackReason });
  });

  const deps = (parts: Partial<Index>) => ({
    catalog: MANY,
    index: failing({ unavailable: async () => 'index_building', ...parts }),
  });
  const words = new FakeSearch(() => ({ t7: 0.5, t3: 0.4 }));

  test('over many tools offers core tools, the best by words and tools used before, and the reason', async () => {
    const index = { rankWords: words.rankWords.bind(words) };
    const request = { agent: agentWith(['t64']), history: [called('t63')] };
    const selection = await select(request, deps(index));
    expect(selection.fallbackReason).toBe('index_building');
    expect(selection.tools).toHaveLength(FALLBACK_BY_WORDS + 2);
    expect(selection.tools.slice(0, 3)).toEqual([
      { name: 't64', source: 'core' },
      { name: 't7', source: 'fallback' },
      { name: 't3', source: 'fallback' },
    ]);
    expect(selection.tools.at(-1)).toEqual({ name: 't63', source: 'sticky' });
  });

  test('over many tools never offers them all, even when words cannot be searched', async () =>
    expect((await select({}, deps({}))).tools).toHaveLength(FALLBACK_BY_WORDS));

  const throwing = () => {
    throw new TypeError('no');
  };
  test.each<[string, Partial<Index>]>([
    ['the search rejects', { rank: () => Promise.reject(new AppError('index_error', 'no')) }],
    ['the search throws', { rank: throwing }],
    ['the state cannot be asked', { unavailable: () => Promise.reject(new Error('no')) }],
  ])('search_failed when %s', async (_name, parts) => {
    const selection = await select({}, { index: failing(parts) });
    expect(selection).toMatchObject({ tools: all, fallbackReason: 'search_failed' });
  });
});

test('property: offered = core ∪ best k ∪ latest used, each once, inside the allowlist', async () => {
  const all = catalog.tools.map(({ name }) => name);
  const some = fc.subarray(all);
  const score = fc.double({ min: -1, max: 1, noNaN: true });
  const scores = fc.dictionary(fc.constantFrom(...all), score);
  await holds([some, some, scores, fc.integer({ min: 1, max: 6 })], async (core, used, by, k) => {
    const index = new FakeSearch(() => by);
    const request = { agent: agentWith(core), history: used.map((name) => called(name)) };
    const { tools, active } = await select(request, { index, topK: k });
    const offered = tools.map(({ name }) => name);
    expect(new Set(offered).size).toBe(offered.length);
    expect(offered.filter((name) => !active.allowed(name))).toEqual([]);
    expect(tools.every(({ score }) => typeof score === 'number')).toBe(true);
    const must = [...core, ...used].filter((name) => active.allowed(name));
    expect(must.filter((name) => !offered.includes(name))).toEqual([]);
    expect(tools.filter(({ source }) => source === 'ranked').length).toBeLessThanOrEqual(k);
  });
});

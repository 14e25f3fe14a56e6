import { deferred } from '../../../test/support/deferred.js';
import { agentWith, tool } from '../../../test/support/loop.js';
import { createCatalog } from '../../agenttools/catalog.js';
import { silentLogger, type Logger } from '../../foundation/logger.js';
import { toolDocument } from '../../toolindex/document.js';
import type { Embedder } from '../../toolindex/embedder.js';
import { ToolSelectionIndex } from '../../toolindex/selection-index.js';
import { type Agent, LiveAgents } from '../agent.js';
import { AgentRouter, agentChooser } from './agent-router.js';
import type { AgentRouting } from './agent-routing.js';

// Over the index without an embedder: by words, as in the first seconds of a server.

const catalog = createCatalog([
  tool('list_flags', { groups: ['flags'], description: 'Lists feature flags.', examples: [] }),
  tool('open_ticket', { groups: ['tickets'], description: 'Opens a ticket.', examples: [] }),
]);

function agent(contextType: string, examples: readonly string[], routing: AgentRouting = {}) {
  const base = { ...agentWith(), contextType, title: contextType, groups: [contextType] };
  return { ...base, description: `All about ${contextType}.`, examples, routing };
}

const flags = agent('flags', ['Which flags are stale?', 'Switch it'], { contextKeys: ['flag_id'] });
const tickets = agent('tickets', ['Open a ticket for this bug', 'Who works on my ticket?']);
type Parts = { limitMs?: number; logger?: Logger; embedder?: Embedder };
function routerOf(list: readonly Agent[], { embedder, ...more }: Parts = {}) {
  const tools = new ToolSelectionIndex({ embedder });
  tools.rebuild(catalog.tools.map(toolDocument));
  const index = new ToolSelectionIndex({ embedder });
  const rebuild = jest.spyOn(index, 'rebuild');
  const agents = new LiveAgents(list);
  const quiet = { logger: silentLogger, limitMs: 1_000, ...more };
  const parts = { agents, catalog: () => catalog, tools, sentences: index, ...quiet };
  const router = new AgentRouter(parts);
  return { router, agents, index, rebuild };
}

const ASKED = { userId: 'u', requestContext: {}, before: undefined };
async function route(list: readonly Agent[], message: string, more: object = {}) {
  const request = { ...ASKED, message, ...more };
  const { agent: chosen, why, alternatives } = await routerOf(list).router.route(request);
  return { chosen: chosen.contextType, why, others: alternatives.map((one) => one.agent) };
}

it('the router finds the agent whose examples and tools a message is like', async () => {
  const wanted = { chosen: 'tickets', others: [flags] };
  expect(await route([flags, tickets], 'is there a ticket for the bug?')).toMatchObject(wanted);
  expect(await route([tickets, flags], 'stale flags please')).toMatchObject({ chosen: 'flags' });
});

it('the router keeps the agent before for a message that leans on it, and not for one that is for another', async () => {
  const before = { before: 'flags' };
  const kept = await route([tickets, flags], 'and the second one?', before);
  expect(kept).toMatchObject({ chosen: 'flags', why: 'conversation' });
  const moved = 'now something else: open a ticket for this bug and tell me who works on it';
  expect(await route([flags, tickets], moved, before)).toMatchObject({ chosen: 'tickets' });
});

it('the router knows what the page has open, where it is one agent’s alone', async () => {
  const open = { requestContext: { flag_id: 'f-1' } };
  const found = await route([tickets, flags], 'what is this?', open);
  expect(found).toMatchObject({ chosen: 'flags', why: 'page' });
  const shared = agent('tickets', tickets.examples, { contextKeys: ['flag_id'] });
  expect(await route([shared, flags], 'what is this?', open)).toMatchObject({ why: 'first' });
});

it('the router asks texts once where agents share them, and goes on without those that fail or do not answer', async () => {
  const speaksOf = jest.fn(async () => 0.9);
  const shared = [agent('a', [], { speaksOf }), agent('b', [], { speaksOf }), tickets];
  expect(await route(shared, 'how long is the pause?')).toMatchObject({ why: 'texts' });
  expect(speaksOf).toHaveBeenCalledTimes(1);
  const failing = agent('a', [], { speaksOf: () => Promise.reject(new Error('away')) });
  expect(await route([tickets, failing], 'hello')).toMatchObject({ chosen: 'tickets' });
  const silent = agent('a', [], { speaksOf: () => new Promise(() => {}) });
  const { router } = routerOf([tickets, silent], { limitMs: 20 });
  expect((await router.route({ ...ASKED, message: 'hi' })).agent).toBe(tickets);
});

it('the router tells once that a signal is missing, and again after it was there', async () => {
  const speaksOf = jest.fn(async () => 0.9);
  const away = (): Promise<number> => Promise.reject(new Error('away'));
  speaksOf.mockImplementationOnce(away).mockImplementationOnce(away);
  const warn = jest.fn<Logger['warn']>();
  const list = [agent('a', [], { speaksOf }), tickets];
  const { router } = routerOf(list, { logger: { ...silentLogger, warn } });
  const ask = () => router.signals(list, { ...ASKED, message: 'x' });
  await ask();
  await ask();
  expect(warn.mock.calls).toEqual([[{ reason: 'away' }, expect.stringContaining('missing')]]);
  await ask();
  speaksOf.mockImplementationOnce(away);
  await ask();
  expect(warn).toHaveBeenCalledTimes(2);
});

it('the router makes its index again only when what agents say has changed', async () => {
  const { router, agents, rebuild } = routerOf([flags, tickets]);
  router.follow();
  router.follow();
  expect(rebuild).toHaveBeenCalledTimes(1);
  agents.replace([flags, tickets]);
  router.follow();
  expect(rebuild).toHaveBeenCalledTimes(1);
  agents.replace([flags, { ...tickets, examples: ['Close the ticket'] }]);
  router.follow();
  expect(rebuild).toHaveBeenCalledTimes(2);
});

const wanted = { ...ASKED, message: 'stale flags', before: async () => undefined };

it('choosing an agent takes what a request names, then the usual agent, then finds it out', async () => {
  const { router, agents } = routerOf([flags, tickets]);
  const choose = agentChooser(agents, router);
  expect(await choose({ ...wanted, contextType: 'tickets' })).toEqual({ agent: tickets });
  const found = await choose({ ...wanted, contextType: undefined });
  expect(found).toMatchObject({ agent: flags, choice: { why: 'examples' } });
  agents.replace([flags, tickets], 'tickets');
  expect(await choose({ ...wanted, contextType: undefined })).toEqual({ agent: tickets });
  expect(await choose({ ...wanted, contextType: 'auto' })).toMatchObject({ agent: flags });
  const unknown = choose({ ...wanted, contextType: 'garden' });
  await expect(unknown).rejects.toMatchObject({ code: 'unknown_context_type' });
});

it('choosing an agent by vectors as soon as there are any: until then by words, with a way to choose again', async () => {
  const gate = deferred<void>();
  const vectorOf = (text: string) => (/ticket|wobble/i.test(text) ? [0, 1] : [1, 0]);
  const embed = async (texts: readonly string[]) => {
    await gate.promise;
    return texts.map((text) => Float32Array.from(vectorOf(text)));
  };
  const embedder: Embedder = { id: 'held', embed };
  const { router, agents } = routerOf([flags, tickets], { embedder });
  router.follow();
  const wobble = { ...wanted, message: 'wobble the flag', contextType: undefined };
  const { agent: first, chooseIndexed } = await agentChooser(agents, router)(wobble);
  expect(first).toBe(flags);
  const shares: number[] = [];
  const again = chooseIndexed?.(new AbortController().signal, (share) => shares.push(share));
  expect(shares).toEqual([0]);
  gate.resolve();
  expect(await again).toMatchObject({ agent: tickets, why: 'examples' });
  expect(await agentChooser(agents, router)(wobble)).not.toHaveProperty('chooseIndexed');
});

it('choosing an agent costs nothing where there is one agent', async () => {
  const { router, agents, rebuild } = routerOf([flags]);
  const route = jest.spyOn(router, 'route');
  router.follow();
  const choose = agentChooser(agents, router);
  expect(await choose({ ...wanted, contextType: 'auto' })).toEqual({ agent: flags });
  expect([rebuild.mock.calls, route.mock.calls]).toEqual([[], []]);
});

import { firstValueFrom, of } from 'rxjs';
import { toolCall } from '../../test/support/loop.js';
import { silentLogger } from '../foundation/logger.js';
import { openPlugins } from './open-plugins.js';
import { definePlugin, type AnyPlugin, type PluginHost } from './plugin.js';

const host = { logger: silentLogger, settings: { word: 'set' } } as unknown as PluginHost;
const open = (...plugins: AnyPlugin[]) =>
  openPlugins(plugins, { hostFor: () => host, version: '0.1.0', logger: silentLogger });

const about = { description: 'd', examples: [], groups: ['g'], policy: { maxTokens: 100 } };
const agent = (title: string) => {
  return { title, ...about, coreTools: () => [], systemPrompt: () => title };
};
const well = () => definePlugin({ name: 'well', agents: { desk: agent('Desk') } });
const OTHER = { desk: agent('Other') };

test('members are made of what open answers, or are there from the start', async () => {
  const plugin = definePlugin<{ word: string }, { said: string }>({
    name: 'one',
    open: ({ settings }) => ({ said: settings.word }),
    changes: ({ said }) => ({ ticket: { title: said, apply: async () => undefined } }),
    agents: { desk: agent('Desk') },
  });
  const opened = await open(plugin);
  expect(opened.changes).toMatchObject([{ kind: 'ticket', title: 'set' }]);
  expect(opened.agents).toMatchObject([{ contextType: 'desk', title: 'Desk' }]);
  expect(opened.failed).toEqual([]);
});

test('tools that are stated plainly become a source, and get the services', async () => {
  const words = { name: 'ask', description: 'Asks.', properties: { what: {} }, required: ['what'] };
  const plugin = definePlugin<unknown, { answer: number }>({
    name: 'one',
    open: () => ({ answer: 42 }),
    sources: [
      {
        id: 'plain',
        tools: [{ ...words, execute: async (_input, { answer }) => ({ result: answer }) }],
      },
    ],
  });
  const [source] = (await open(plugin)).sources;
  expect(source).toMatchObject({ id: 'plain', kind: 'static' });
  const [ask] = await firstValueFrom(source?.tools$ ?? of([]));
  expect(ask).toMatchObject({
    source: 'plain',
    groups: ['plain'],
    examples: [],
    effect: 'read',
    inputSchema: { properties: { what: {} }, required: ['what'], additionalProperties: false },
  });
  expect(await ask?.execute({}, toolCall())).toEqual({ result: 42 });
});

test('a member of earlier releases does nothing, and is warned of once', async () => {
  const said: unknown[] = [];
  const logger = { ...silentLogger, warn: (...words: unknown[]) => void said.push(words) };
  const former = { ...well(), offline: [{ of: 'an earlier release' }] } as AnyPlugin;
  const hostFor = () => ({ ...host, logger }) as unknown as PluginHost;
  const opened = await openPlugins([former], { hostFor, version: '0.1.0', logger: silentLogger });
  expect(opened.failed).toEqual([]);
  expect(said).toEqual([[{ plugin: 'well' }, expect.stringContaining('"offline"')]]);
});

describe('a plugin that cannot be used is named, and the others are opened', () => {
  const down = new Error('no database');
  const kind = { title: 't', apply: async () => undefined };
  const odd = (members: object) => ({ name: 'broken', ...members }) as unknown as AnyPlugin;
  const failing: [string, AnyPlugin, RegExp][] = [
    ['throws while opening', { name: 'broken', open: () => Promise.reject(down) }, /no database/],
    ['throws in a member', { name: 'broken', agents: () => fail('no agents') }, /no agents/],
    ['needs another', { name: 'broken', sextant: '^0.2' }, /\^0\.2, and this is 0\.1\.0: install/],
    ['asks for no range', { name: 'broken', sextant: 'newest!' }, /"newest!".*such as "\^0\.1"/],
    ['misspells a member', odd({ agent: {} }), /no member "agent"; valid are name, .*, .*agents/],
    [
      'has members of wrong types',
      odd({ open: 7, routes: {}, migrations: './migrations' }),
      /"migrations" must be the URL of a folder: new URL\('\.\/mi.*"open" must be a f.*"routes" must be a list/,
    ],
    [
      'makes an agent without a prompt and a kind that cannot apply',
      odd({ agents: { a: { title: 'A' } }, changes: { b: {} } }),
      /changes\.b\.apply must be a function\. agents\.a\.description must be a text\..*systemPrompt must/,
    ],
    [
      'makes a source of nothing',
      odd({ sources: [{ id: 'Tickets' }] }),
      /sources\[0\]\.id must be a small letter.*sources\[0\] must have a list of tools, or the streams/,
    ],
    [
      'has a route that goes nowhere',
      odd({ routes: [{ path: 'x', handle: 1 }] }),
      /\[0\]\.method must be GET, .*\[0\]\.path must be a path that beg.*\[0\]\.handle must be a function/,
    ],
    ['makes no list', { name: 'broken', sources: () => undefined as never }, /made no list/],
    ['claims a context type', { name: 'broken', agents: OTHER }, /is that of the plugin "well"/],
    ['names no event', odd({ changes: { Ticket: kind } }), /"Ticket" is taken, or not a name in/],
    ['names one of the core', odd({ changes: { http_request: kind } }), /"http_request" is taken/],
    ['names an event', odd({ changes: { message_complete: kind } }), /called "message_c.*"note_p/],
    ['names a question', odd({ changes: { question: kind } }), /called "question".*"note_p/],
    ['has the name of another', { name: 'well' }, /Another plugin has the name "well"\./],
  ];
  test.each(failing)('%s', async (_what, plugin, reason) => {
    const opened = await open(well(), plugin);
    const told = { plugin: plugin.name, reason: expect.stringMatching(reason) };
    expect(opened.failed).toEqual([told]);
    expect(opened.agents).toMatchObject([{ title: 'Desk' }]);
  });

  test.each([['A'], [''], ['a b'], ['x'.repeat(41)], [7]])('the name %j', async (name) => {
    const opened = await open({ name } as AnyPlugin, well());
    expect(opened.failed[0]?.reason).toMatch(/"name" must be a small letter and up to 39 more/);
    expect(opened.agents).toHaveLength(1);
  });
});

test.each([
  ['a member throws', { changes: () => fail('no changes') }],
  ['a name is taken', { agents: OTHER }],
])('what was opened is closed when %s', async (_what, members) => {
  const log: string[] = [];
  const plugin: AnyPlugin = {
    name: 'broken',
    open: () => 'services',
    stop: async () => void log.push('stop'),
    close: async (services: string) => void log.push(`close ${services}`),
    ...members,
  };
  expect((await open(well(), plugin)).failed).toHaveLength(1);
  expect(log).toEqual(['stop', 'close services']);
});

function fail(message: string): never {
  throw new Error(message);
}

test.each(['0.1', '^0.1', '>=0.1.0-rc.1 <1', '*'])('the range %j fits', async (sextant) => {
  expect((await open({ name: 'a', sextant })).failed).toEqual([]);
});

test('plugins are stopped once, before they are closed in reverse; one that fails keeps nobody open', async () => {
  const log: string[] = [];
  const logging = (name: string): AnyPlugin => ({
    name,
    stop: async (_services: unknown, graceMs: number) => void log.push(`stop ${name} ${graceMs}`),
    close: async () => {
      log.push(`close ${name}`);
      if (name === 'b') throw new Error('stuck');
    },
  });
  const opened = await open(logging('a'), logging('b'));
  await opened.stop(500);
  await opened.close();
  expect(log).toEqual(['stop a 500', 'stop b 500', 'close b', 'close a']);
});

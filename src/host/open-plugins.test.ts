import { describe, expect, test } from '@jest/globals';
import { silentLogger } from '../foundation/logger.js';
import { openPlugins, type AnyPlugin } from './open-plugins.js';
import { definePlugin, type PluginHost } from './plugin.js';

const host = { logger: silentLogger, settings: { word: 'set' } } as unknown as PluginHost;
const open = (...plugins: AnyPlugin[]) => openPlugins(plugins, async () => host, silentLogger);

const agent = (title: string) => ({
  ...{ title, description: 'd', examples: [], groups: ['g'] },
  coreTools: () => [],
  systemPrompt: () => title,
  policy: { maxTokens: 100 },
});

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

test('a plugin that throws while opening is named, and the others are opened', async () => {
  const opened = await open(
    definePlugin({ name: 'broken', open: () => Promise.reject<object>(new Error('no database')) }),
    definePlugin({ name: 'well', agents: { desk: agent('Desk') } }),
  );
  expect(opened.failed).toEqual([{ plugin: 'broken', reason: 'no database' }]);
  expect(opened.agents).toHaveLength(1);
});

describe('refuses', () => {
  test.each([[['a', 'a']], [['A']], [['']], [['a b']], [['x'.repeat(41)]]])(
    'the names %j',
    async (names) => {
      const plugins = names.map((name) => definePlugin({ name }));
      await expect(open(...plugins)).rejects.toThrow(/plugin name/);
    },
  );

  test('one context type of two plugins', async () => {
    const agents = { desk: agent('Desk') };
    const twice = open(definePlugin({ name: 'a', agents }), definePlugin({ name: 'b', agents }));
    await expect(twice).rejects.toThrow('the context type "desk"');
  });
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

import { createServer, type AddressInfo } from 'node:net';
import { readConfig } from '../../src/app/config/config.js';
import { sampleFile, type Served } from '../../src/app/served/served.js';
import { startServer } from '../../src/app/server.js';
import { createLogger } from '../../src/foundation/logger.js';
import { definePlugin, type AnyPlugin } from '../../src/host/plugin.js';
import { oneModel } from '../../src/llm/models.js';
import { openTestDatabase } from '../support/database.js';
import { readStream } from '../support/server.js';
import { ScriptedModel, waitsFor } from '../support/scripted-model.js';
import { hangs } from '../../scripts/lib/supervise.mjs';
import { useFolder } from '../support/embedded-template.js';

/** Told in the order in which it comes. */
let told: string[] = [];
const CLOSED = ['plugin closed', 'database closed'];

const plugin = definePlugin({
  name: 'watched',
  open: () => void told.push('plugin opened'),
  agents: {
    watched: {
      title: 'Watched',
      description: 'Waits.',
      examples: [],
      groups: [],
      coreTools: () => [],
      systemPrompt: () => 'Wait.',
      policy: { maxTokens: 9 },
    },
  },
  routes: [{ method: 'GET', path: '/watched', handle: () => ({ here: true }) }],
  stop: async () => void told.push('plugin stopped'),
  close: async () => void told.push('plugin closed'),
});

const folder = useFolder();

async function start(settings: { port?: number; served?: Partial<Served> } = {}) {
  told = [];
  const inner = await openTestDatabase('store');
  const db = {
    ...inner,
    close: async () => {
      told.push('database closed');
      await inner.close();
    },
  };
  const port = String(settings.port ?? 0);
  const config = readConfig({ PORT: port, DATA_DIR: folder.path, EMBEDDER: 'none' });
  const lines: string[] = [];
  const logger = createLogger('warn', { write: (line) => void lines.push(line) });
  const file = { ...sampleFile, sample: false };
  const served = { plugins: [plugin as AnyPlugin], failed: [], file, ...settings.served };
  const waiting = new ScriptedModel([[waitsFor(new Promise(() => {}))]]);
  const server = await startServer(config, logger, { db, served, models: oneModel(waiting) });
  return { server, lines };
}

test('a stream gets its end before its socket goes, and the database is closed last', async () => {
  const { server, lines } = await start();
  expect(await (await fetch(`${server.url}/watched`)).json()).toEqual({ here: true });
  const answer = await fetch(`${server.url}/v1/agent/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Wait for me', context_type: 'watched' }),
  });
  const events = readStream(answer);
  await events.next();
  const closing = server.close();
  const rest = [];
  for await (const event of events) rest.push(event);
  expect(rest.at(-1)).toMatchObject({ event: 'error', data: { code: 'shutting_down' } });
  await Promise.all([closing, server.close()]);
  await expect(fetch(server.url)).rejects.toThrow();
  expect(told).toEqual(['plugin opened', 'plugin stopped', ...CLOSED]);
  expect(lines.filter((line) => line.includes('Nest'))).toEqual([]);
});

test('a start whose port is taken says so, and leaves nothing open', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  await expect(start({ port })).rejects.toMatchObject({
    code: 'config_error',
    message: expect.stringContaining(`Port ${port} of 127.0.0.1 is taken`),
  });
  other.close();
  expect(told).toEqual(['plugin opened', 'plugin stopped', ...CLOSED]);
});

test('a config file that does not fit the plugins: likewise', async () => {
  const agent = { contextType: 'shop', sources: ['gone'] };
  const file = { ...sampleFile, sample: false, agents: [agent as never] };
  await expect(start({ served: { file } })).rejects.toMatchObject({
    code: 'config_error',
    message: 'agents.shop.sources: there is no source or group gone; valid are .',
  });
  expect(told).toEqual(['plugin opened', 'plugin stopped', ...CLOSED]);
});

/** Looks after a program whose checks end like this: `.` answers, `x` does not; after the last it has ended. */
async function lookAfter(checks: string, hasAnswered: boolean) {
  let at = -1;
  let firstAnswer: number | undefined;
  const found = await hangs({
    hasAnswered,
    wait: async () => ++at < checks.length,
    check: async () => checks[at] === '.',
    onFirstAnswer: () => (firstAnswer = at),
  });
  return { found, at, firstAnswer };
}

test.each([
  ['that answers and then ends', '....', false, 4],
  ['that misses five checks now and then', 'xxxxx.xxxxx.xxxxx', false, 17],
  ['that misses six in a row', '..xxxxxx....', true, 7],
  ['that never answers again', 'xxxxxxxx', true, 5],
])('a program %s', async (_what, checks, found, at) => {
  expect(await lookAfter(checks, true)).toEqual({ found, at, firstAnswer: undefined });
});

test('a program that has not answered yet has ten times as long, and is told of when it does', async () => {
  expect(await lookAfter('x'.repeat(100), false)).toMatchObject({ found: true, at: 59 });
  const late = `${'x'.repeat(59)}..xxxxxx`;
  expect(await lookAfter(late, false)).toEqual({ found: true, at: 66, firstAnswer: 59 });
});

import { join } from 'node:path';
import { readConfig } from '../../src/app/config/config.js';
import { modelsFromConfig } from '../../src/app/llm-from-config.js';
import { Notifier } from '../../src/agentapi/runs/notifier.js';
import { newId } from '../../src/foundation/ids.js';
import type { JsonObject } from '../../src/foundation/json.js';
import { openKnowledge } from '../../src/knowledge/knowledge.js';
import { PgRunLog } from '../../src/store/run-log/run-log.store.js';
import { version } from '../../src/app/version.js';
import { systemClock } from '../../src/foundation/clock.js';
import { silentLogger } from '../../src/foundation/logger.js';
import type { Backend } from '../../src/agenttools/sources/backend.js';
import type { ReadClient, WriteClient } from '../../src/agenttools/sources/clients.js';
import { reportText, type Finding } from '../../src/host/kit/kit-host.js';
import { testPlugin, type KitParts } from '../../src/host/kit/test-plugin.js';
import type { AnyPlugin, PluginHost } from '../../src/host/plugin.js';
import { builtInPlugins } from '../../src/plugins/built-in.js';
import { allTools } from '../../src/plugins/built-in-parts.js';
import { LocalEmbedder } from '../../src/toolindex/embedders/local/local-embedder.js';
import { cachedEmbedder } from '../embedders/cached-embedder.js';
import { VectorCache } from '../../src/toolindex/vector-cache.js';
import { erpReads } from '../../src/platform/reads.js';
import { useFolder } from '../support/embedded-template.js';
import { shareVectors } from '../support/server.js';
import { startToolHarness } from '../support/tool-harness.js';
import { useOpened } from '../support/use-opened.js';

const folder = useFolder();
const harness = useOpened(() => startToolHarness([]));
const embedder = cachedEmbedder(new LocalEmbedder());
const maxBytes = 1024 * 1024;
const quota = { documents: 10, bytes: maxBytes };
const knowledge = useOpened(() =>
  openKnowledge({ db: harness.db, embedder, logger: silentLogger, maxBytes, quota }),
);
afterAll(() => embedder.close?.());

let parts: Omit<KitParts, 'settings'>;
let settings: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  await shareVectors(folder.path);
  const { db, baseUrl } = harness;
  const config = readConfig({ DATA_DIR: folder.path, SAMPLE_DOCUMENTS: 'off' });
  settings = config.plugins;
  const log = new PgRunLog(db, { process: 'kit', instanceId: newId() }, 20_000);
  const news = { log, notifier: new Notifier(), pollMs: () => 250 };
  const steps = { begin: () => () => {} };
  const running = { models: modelsFromConfig(config), news, steps, clock: systemClock };
  parts = {
    host: { db, knowledge, logger: silentLogger, ...running },
    backends: { erp: { reads: erpReads, from: baseUrl } },
    handsOn: false,
    version,
    beside: allTools,
    embedder,
    samples,
    cache: new VectorCache(join(folder.path, 'vectors'), silentLogger),
  };
});

const findingsOf = (plugin: AnyPlugin, own: unknown = settings[plugin.name]) =>
  testPlugin(plugin, { ...parts, settings: own });
const wrong = (findings: readonly Finding[]) =>
  findings
    .filter(({ state }) => state === 'failed')
    .map(({ check, detail }) => `${check}: ${detail}`);

/** Of the rich kinds: what their tools would propose at the end of a draft. */
const proposes = (source: string, kind: string, payload: JsonObject) => ({
  source,
  proposal: { kind, description: 'Of the kit', payload },
});
const samples = [
  proposes('workflow', 'workflow_preview', { name: 'A rule of the kit', actions: [] }),
  proposes('tables', 'table_config_preview', { name: 'A table of the kit', config: {} }),
];

test.each(builtInPlugins)('the built-in plugin $name holds its contract', async (plugin) => {
  const findings = await findingsOf(plugin);
  expect(wrong(findings)).toEqual([]);
  const kinds = samples.filter(({ source }) => source === plugin.name);
  const restarted = findings.filter(({ check }) => check.endsWith('survives a restart'));
  expect(restarted).toMatchObject(kinds.map(() => ({ state: 'passed' })));
});

test('so does the example, with the requests of its accepted change', async () => {
  const folder = new URL('../../examples/tickets-plugin/', import.meta.url);
  const { default: plugin } = (await import(new URL('tickets-plugin.mjs', folder).href)) as {
    default: AnyPlugin;
  };
  const findings = await findingsOf(plugin, { url: 'http://127.0.0.1:9' });
  expect(findings.filter(({ state }) => state !== 'passed')).toEqual([]);
  expect(reportText('tickets', findings)).toContain(
    'ok     a change of the kind ticket_change survives a restart: applied as it was shown: PATCH /tickets/1\n',
  );
  expect(reportText('tickets', findings)).toMatch(/tickets holds its contract\.$/);
});

type Call = { read: ReadClient };
const tool = (parts: object) => ({
  name: 'look',
  description: 'Looks.',
  examples: ['Look around'],
  execute: async () => ({ result: null }),
  ...parts,
});
const pluginWith = (parts: object, members: object = {}): AnyPlugin => ({
  name: 'tried',
  open: ({ createBackend }: PluginHost) => createBackend({ baseUrl: 'http://127.0.0.1:9' }),
  sources: (backend: Backend) => [{ id: 'tried', backend, tools: [tool(parts) as never] }],
  ...members,
});
const propose = (payload: object) => ({
  proposes: 'note',
  execute: async () => {
    const preview = { kind: 'note', description: 'A note', payload };
    return { result: null, signals: [{ type: 'preview', preview }] };
  },
});
const noteWith = (parts: object) => ({
  changes: { note: { title: 'note', apply: sendNote, ...parts } },
});
const sendNote = async (write: WriteClient) =>
  write.send({ method: 'POST', segments: ['notes'] }) as never;
const tries = async (read: ReadClient) => read.send({ method: 'POST', segments: ['try'] });
const serving = (parts: object) => {
  const words = { title: 'Tried', description: 'd', examples: [], groups: ['tried'] };
  const says = { coreTools: () => [], systemPrompt: () => 'p', policy: { maxTokens: 9 } };
  return pluginWith({}, { agents: { tried: { ...words, ...says, ...parts } } });
};
const full = () => Promise.reject(new Error('full'));

const cases: [string, AnyPlugin, RegExp][] = [
  ['no opening', pluginWith({}, { open: full }), /^opens: full$/],
  ['another version', pluginWith({}, { sextant: '^7' }), /^opens: It needs Sextant \^7/],
  ['no description', pluginWith({ description: '' }), /offered: .*no description/],
  ['a schema', pluginWith({ inputSchema: { type: 'strin' } }), /offered: .*must be equal to one/],
  ['a kind that is missing', pluginWith({ proposes: 'bill' }), /offered: .*"bill", which no pl/],
  ['no examples', pluginWith({ examples: [] }), /examples: look has none: add two or three/],
  [
    'a write over its client',
    pluginWith({ execute: ({}, { read }: Call) => read.send({ method: 'PUT', segments: ['x'] }) }),
    /no tool writes: look tried to write \(PUT \/x was not sent.*let it propose/,
  ],
  [
    'a write whose refusal is swallowed',
    pluginWith({
      execute: async ({}, { read }: Call) => {
        await read.exchange({ method: 'DELETE', segments: ['x'] }).catch(() => undefined);
        return { result: 'fine' };
      },
    }),
    /no tool writes: look tried to write \(DELETE \/x/,
  ],
  [
    'a write of its own',
    pluginWith({ execute: () => fetch('http://127.0.0.1:9/notes', { method: 'POST' }) }),
    /no tool writes: look tried to write \(POST http:\/\/127\.0\.0\.1:9\/notes\)/,
  ],
  [
    'a change of another kind than it declares',
    pluginWith({ ...propose({}), proposes: undefined }, noteWith({})),
    /look proposed a change of the kind note but declares no changes/,
  ],
  ['a check writes', pluginWith(propose({}), noteWith({ check: tries })), /one wrote \(POST \/try/],
  [
    'a change that is kept in memory only',
    (() => {
      let opened = 0;
      return pluginWith(propose({}), {
        open: ({ createBackend }: PluginHost) => {
          opened += 1;
          return createBackend({ baseUrl: 'http://127.0.0.1:9' });
        },
        ...noteWith({
          apply: async () => {
            throw new Error(`opened ${opened} times: what was proposed is gone`);
          },
        }),
      });
    })(),
    /kind note survives a restart: .*what was proposed is gone/,
  ],
  ['a core tool that is not there', serving({ coreTools: () => ['lok'] }), /agents: .*offers lok/],
  ['groups without tools', serving({ groups: ['tired'] }), /agents: .*groups tired, which no tool/],
  ['a prompt of chance', serving({ systemPrompt: () => `${Math.random()}` }), /agents: .*two pr/],
  ['a timer that stays', pluginWith({}, { open: leave }), /leaves nothing behind: Timeout still/],
];
test.each(cases)('what does not hold is told, with what to do: %s', async (_what, plugin, line) => {
  expect(wrong(await findingsOf(plugin))).toContainEqual(expect.stringMatching(line));
});

const left: NodeJS.Timeout[] = [];
function leave({ createBackend }: PluginHost): Backend {
  left.push(setInterval(() => {}, 60_000));
  return createBackend({ baseUrl: 'http://127.0.0.1:9' });
}
afterAll(() => left.forEach(clearInterval));

import { closing } from '../../foundation/program.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { RunNews } from '../../agentapi/runs/notifier.js';
import type { Knowledge } from '../../knowledge/knowledge.js';
import type { Database } from '../../store/database.js';
import type { WatchedEmbedder } from '../../toolindex/watched-embedder.js';
import { erpReads } from '../../platform/reads.js';
import { systemClock } from '../../foundation/clock.js';
import { defined } from '../../foundation/defined.js';
import { configError } from '../../foundation/errors.js';
import { silentLogger } from '../../foundation/logger.js';
import { failed, reportText } from '../../host/kit/kit-host.js';
import { testPlugin } from '../../host/kit/test-plugin.js';
import { loadPlugins } from '../../host/load-plugins.js';
import type { AnyPlugin } from '../../host/plugin.js';
import { builtInPlugins } from '../../plugins/built-in.js';
import { allTools } from '../../plugins/built-in-parts.js';
import { VectorCache } from '../../toolindex/vector-cache.js';
import { readConfig, type Config } from '../config/config.js';
import type { ConfigFile } from '../config/file/config-file.model.js';
import { modelsFromConfig } from '../llm-from-config.js';
import { KnowledgeModule } from '../modules/knowledge.module.js';
import { openContext } from '../modules/settings.module.js';
import { RunLogModule } from '../modules/run-log.module.js';
import { DATABASE, EMBEDDER, KNOWLEDGE, RUN_NEWS } from '../modules/injection.js';
import { sampleFile } from '../served/served.js';
import { version } from '../version.js';
import { configIfAny, type Command, USAGE } from './cli-context.js';

/** Tests the named plugins, or those of the config file, on a database of their own; `--reads`: with their real backends. */
export const pluginCommand: Command = async ([action, ...names], { reads = false }, context) => {
  if (action !== 'test')
    throw configError(`What with the plugin? There is: plugin test.\n\n${USAGE}`);
  const file = configIfAny(context);
  const { plugins, failed: unloaded } = await pluginsOf(names, context.folder, file);
  const texts = unloaded.map(({ plugin, reason }) => reportText(plugin, [failed('loads', reason)]));
  let hasFailed = unloaded.length > 0;
  if (plugins.length > 0) {
    const config = readConfig(context.env, plugins, file?.pluginSettings);
    for (const [name, findings] of await inWorkshop(config, plugins, reads)) {
      hasFailed ||= findings.some(({ state }) => state === 'failed');
      texts.push(reportText(name, findings));
    }
  }
  context.say(texts.join('\n\n'));
  return hasFailed ? 1 : 0;
};

async function pluginsOf(names: readonly string[], folder: string, file: ConfigFile | undefined) {
  const wanted = names.length > 0 ? names : (file?.plugins ?? []);
  if (wanted.length === 0)
    throw configError(
      'Say which plugin: sextant plugin test ./my-plugin.mjs. Without a name those of the config file are tested, which names none.',
    );
  const builtIn = builtInPlugins.filter(({ name }) => wanted.includes(name));
  const modules = wanted
    .filter((name) => builtIn.every((plugin) => plugin.name !== name))
    .map((name) => (/^\.|\//.test(name) && !name.startsWith('@') ? resolve(folder, name) : name));
  const fromFolder = file?.path === undefined ? folder : dirname(file.path);
  const options = { fromFolder, beside: builtInPlugins, version, logger: silentLogger };
  const loaded = await loadPlugins(modules, options);
  return { plugins: [...builtIn, ...loaded.plugins], failed: loaded.failed };
}

async function inWorkshop(config: Config, plugins: readonly AnyPlugin[], handsOn: boolean) {
  const dataDir = await mkdtemp(join(tmpdir(), 'sextant-plugin-'));
  try {
    const backend = handsOn ? config.platformUrl : undefined;
    const local = { kind: 'local' as const };
    const own = { ...config, databaseUrl: undefined, dataDir, embedder: local };
    const served = { plugins: [], failed: [], file: { ...sampleFile, sample: false } };
    const app = await openContext([KnowledgeModule, RunLogModule], own, { served });
    return await closing(app, async () => {
      const embedder = app.get<WatchedEmbedder>(EMBEDDER);
      const host = {
        db: app.get<Database>(DATABASE),
        knowledge: app.get<Knowledge>(KNOWLEDGE),
        models: modelsFromConfig(config),
        news: app.get<RunNews>(RUN_NEWS),
        steps: { begin: () => () => {} },
        clock: systemClock,
        logger: silentLogger,
      };
      const parts = {
        host,
        embedder,
        version,
        handsOn,
        beside: allTools,
        cache: new VectorCache(join(config.dataDir, 'vectors'), silentLogger),
        backends: { erp: { reads: erpReads, ...defined({ from: backend }) } },
      };
      const reports = [];
      for (const plugin of plugins) {
        const settings = config.plugins[plugin.name];
        reports.push([plugin.name, await testPlugin(plugin, { ...parts, settings })] as const);
      }
      return reports;
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

import { dirname } from 'node:path';
import { AUTO } from '../../agentloop/routing/agent-routing.js';
import { configError } from '../../foundation/errors.js';
import { silentLogger } from '../../foundation/logger.js';
import { loadPlugins } from '../../host/load-plugins.js';
import type { FailedPlugin } from '../../host/open-plugins.js';
import type { AnyPlugin } from '../../host/plugin.js';
import { builtInPlugins, generalPlugins } from '../../plugins/built-in.js';
import type { Environment } from '../../foundation/settings-reader.js';
import type { Config } from '../config/config.js';
import type { ConfigFile } from '../config/file/config-file.model.js';
import { version } from '../version.js';
import { findConfigFile, readConfigFile } from '../config/file/read-config-file.js';

export interface Served {
  plugins: readonly AnyPlugin[];
  /** Plugins that could not be loaded, with the reason; the server runs without them. */
  failed: readonly FailedPlugin[];
  /** Absent: the sample is served. */
  file?: ConfigFile;
  readAgain?: () => ConfigFile;
}

export const sampleFile: ConfigFile = {
  sample: true,
  defaultAgent: AUTO,
  sources: [],
  agents: [],
  plugins: [],
  pluginSettings: {},
};

/** Without a config file: the sample company, with all that is built in. */
export const sampleServed: Served = { plugins: builtInPlugins, failed: [] };

/** True where the sample ERP, handbook and town law are part of what is served. */
export function servesSample({ file }: Pick<Served, 'file'>): boolean {
  return file?.sample ?? true;
}

export function embedsErp({ platformUrl }: Pick<Config, 'platformUrl'>, served: Served): boolean {
  return servesSample(served) && platformUrl === undefined;
}

/** What is to be served from `folder`; rejects with `config_error` that names what is wrong in the config file. */
export async function readServed(env: Environment, folder: string): Promise<Served> {
  const path = findConfigFile(env, folder);
  if (path === undefined) return sampleServed;
  const readAgain = () => readConfigFile(path, env, { isRunning: true });
  return { ...(await servedBy(readConfigFile(path, env))), readAgain };
}

/** What a file serves: the general plugins, the sample's, and those named as built-in or by their module. */
export async function servedBy(file: ConfigFile): Promise<Served> {
  const usual = file.sample ? builtInPlugins : generalPlugins;
  const named = builtInPlugins.filter(({ name }) => file.plugins.includes(name));
  const builtIn = [...new Set([...usual, ...named])];
  const modules = file.plugins.filter((name) => !named.some((plugin) => plugin.name === name));
  const fromFolder = dirname(file.path ?? '.');
  // The logger's level is among the settings, which the plugins are needed for: failures are told later.
  // A name of a built-in plugin is taken even where that is not served: it names the plugin's tables.
  const options = { fromFolder, beside: builtInPlugins, version, logger: silentLogger };
  const loaded = await loadPlugins(modules, options);
  const plugins = [...builtIn, ...loaded.plugins];
  checkSettings(file, plugins, loaded.failed);
  return { file, plugins, failed: loaded.failed };
}

/** Settings of a plugin that could not be loaded are no mistake; whose they are is not known then. */
function checkSettings(
  { pluginSettings }: ConfigFile,
  plugins: readonly AnyPlugin[],
  failed: readonly FailedPlugin[],
): void {
  const known = plugins.map(({ name }) => name);
  const unknown = Object.keys(pluginSettings).find((name) => !known.includes(name));
  if (unknown === undefined || failed.length > 0) return;
  throw configError(
    `plugin_settings.${unknown} is of no plugin that is served; those are ${known.join(', ')}.`,
  );
}

import { existsSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { resolve as resolvePackage } from 'import-meta-resolve';
import { withinTime } from '../foundation/clock.js';
import { AppError, configError, messageOf } from '../foundation/errors.js';
import { isObject } from '../foundation/json.js';
import type { Logger } from '../foundation/logger.js';
import { checkUsable, type FailedPlugin, nameOf } from './open-plugins.js';
import type { AnyPlugin } from './plugin.js';

export interface LoadPluginsOptions {
  /** Absolute; packages are found as a module in this folder would find them. */
  fromFolder: string;
  /** Plugins that are there already: their names are taken. */
  beside?: readonly AnyPlugin[];
  version: string;
  logger: Logger;
  limitMs?: number;
}

const LIMIT_MS = 20_000;

/** Loads each module's default export, by absolute path or package name; what cannot be loaded is reported and left out. */
export async function loadPlugins(modules: readonly string[], options: LoadPluginsOptions) {
  const { beside = [], fromFolder, logger, version } = options;
  const plugins: AnyPlugin[] = [];
  const failed: FailedPlugin[] = [];
  for (const module of modules) {
    let found: unknown;
    try {
      found = await defaultExport(module, options);
      const plugin = found as AnyPlugin;
      checkUsable(plugin, [...beside, ...plugins], version);
      checkMigrations(plugin);
      plugins.push(plugin);
    } catch (error) {
      // Health tells reasons to anybody who asks, and paths of this machine are not theirs.
      const name = nameOf(found, isAbsolute(module) ? basename(module) : module);
      logger.error({ plugin: name, module, err: error }, 'a plugin could not be loaded');
      failed.push({ plugin: name, reason: messageOf(error).replaceAll(`${fromFolder}/`, './') });
    }
  }
  return { plugins, failed };
}

async function defaultExport(module: string, options: LoadPluginsOptions): Promise<unknown> {
  const { href } = placeOf(module, options.fromFolder);
  const loaded = await imported(module, href, options.limitMs ?? LIMIT_MS);
  if (isObject(loaded['default'])) return loaded['default'];
  const names = Object.keys(loaded);
  const instead = names.length === 0 ? 'nothing' : names.join(', ');
  throw configError(
    `${module} has no plugin as its default export (it exports ${instead}): write "export default { name: '…', … }".`,
  );
}

function placeOf(module: string, fromFolder: string): URL {
  if (isAbsolute(module)) {
    if (existsSync(module)) return pathToFileURL(module);
    throw configError(`There is no file ${module}.`);
  }
  try {
    return new URL(resolvePackage(module, pathToFileURL(join(fromFolder, 'plugin')).href));
  } catch (error) {
    throw configError(
      `The package ${module} cannot be found: install it where the config file is, or write a path that begins with "./". ${messageOf(error)}`,
      error,
    );
  }
}

async function imported(module: string, href: string, limitMs: number) {
  const late = (): never => {
    throw configError(
      `${module} did not load within ${limitMs / 1000} s: what takes long belongs into its "open".`,
    );
  };
  try {
    return (await withinTime<unknown>(import(href), limitMs, late)) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw configError(`${module} failed while it was loaded: ${messageOf(error)}`, error);
  }
}

/** Found out before anything of the database is touched. */
function checkMigrations({ migrations }: AnyPlugin): void {
  if (migrations === undefined) return;
  const folder = fileURLToPath(migrations);
  if (!existsSync(folder)) throw configError(`Its folder of migrations ${folder} is not there.`);
}

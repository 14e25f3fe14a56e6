import { firstValueFrom } from 'rxjs';
import { type Agent, LiveAgents } from '../agentloop/agent.js';
import { noBackend } from '../agenttools/sources/backend.js';
import type { Tool } from '../agenttools/tool.js';
import { systemClock } from '../foundation/clock.js';
import { AppError } from '../foundation/errors.js';
import { silentLogger } from '../foundation/logger.js';
import { SettingsReader } from '../foundation/settings-reader.js';
import { openPlugin } from '../host/open-plugin.js';
import type { PluginHost } from '../host/plugin.js';
import { builtInPlugins } from './built-in.js';

// What the built-in plugins bring, for checks that run no tool and need no database.

/** The tools of a server with these settings of plugins; opened without parts, they cannot be run. */
export async function builtInTools(
  settings: Readonly<Record<string, unknown>>,
): Promise<readonly Tool[]> {
  return (await partsWith(settings)).tools;
}

async function partsWith(settings: Readonly<Record<string, unknown>>) {
  const parts = { tools: [] as Tool[], agents: [] as Agent[] };
  for (const plugin of builtInPlugins) {
    if (plugin.sources === undefined) continue;
    const opened = await openPlugin(plugin, absentHost(settings[plugin.name]));
    for (const { tools$ } of opened.sources) parts.tools.push(...(await firstValueFrom(tools$)));
    parts.agents.push(...opened.agents);
    await opened.close();
  }
  return parts;
}

function absentHost(settings: unknown): PluginHost {
  const absent = <Part extends object>(name: string) =>
    new Proxy({} as Part, {
      get: () => {
        throw new AppError('internal', `There is no ${name}: the tools can only be looked at.`);
      },
    });
  return {
    settings,
    logger: silentLogger,
    hasBackend: () => true,
    backend: () => noBackend,
    createBackend: () => noBackend,
    clock: systemClock,
    db: absent('database'),
    knowledge: absent('knowledge'),
    models: absent('model'),
    news: absent('run'),
    steps: absent('observer'),
  };
}

const usualSettings = Object.fromEntries(
  builtInPlugins.map((plugin) => [plugin.name, plugin.settings?.(new SettingsReader({}), {})]),
);

const usual = await partsWith(usualSettings);

/** The tools of a server that searches nothing outside. */
export const allTools: readonly Tool[] = usual.tools;

export const builtInAgents = new LiveAgents(usual.agents);

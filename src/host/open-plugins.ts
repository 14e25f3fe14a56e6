import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DraftList } from '../agentapi/drafts/draft-list.js';
import type { Agent } from '../agentloop/agent.js';
import type { PromptSection } from '../agentloop/run.js';
import type { ChangeKind } from '../agenttools/changes/change-kind.js';
import type { ToolSource } from '../agenttools/sources/tool-source.js';
import { AppError, messageOf } from '../foundation/errors.js';
import type { Logger } from '../foundation/logger.js';
import type { ConversationCleanup } from '../store/conversation-views.store.js';
import type { Of, Plugin, PluginHost, Probe } from './plugin.js';

/** What all plugins of a server add up to. */
export interface OpenedPlugins {
  sources: readonly ToolSource[];
  changes: readonly ChangeKind[];
  agents: readonly Agent[];
  promptSections: Readonly<Record<string, PromptSection>>;
  drafts: readonly DraftList[];
  cleanups: readonly ConversationCleanup[];
  routes: readonly (Type | DynamicModule)[];
  probes: Readonly<Record<string, Probe>>;
  attach(app: NestFastifyApplication): Promise<void>;
  /** Plugins that could not be opened, with the reason; the server runs without them. */
  failed: readonly { plugin: string; reason: string }[];
  /** Ends what goes on behind the routes; only the first call does. */
  stop(graceMs: number): Promise<void>;
  close(): Promise<void>;
}

/** A plugin of any settings and services: a list holds them side by side. */
// Settings and services are the plugin's own business; nobody else looks inside.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyPlugin = Plugin<any, any>;

/** One plugin's members with its services closed over. */
type Opened = Omit<OpenedPlugins, 'failed'>;

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/**
 * Opens plugins one after the other. One that throws is reported under its name, and the others are
 * opened all the same; a name of the wrong form, or twice, rejects with `config_error`.
 */
export async function openPlugins(
  plugins: readonly AnyPlugin[],
  hostFor: (plugin: AnyPlugin) => Promise<PluginHost>,
  logger: Logger,
): Promise<OpenedPlugins> {
  checkNames(plugins);
  const opened: Opened[] = [];
  const failed: { plugin: string; reason: string }[] = [];
  for (const plugin of plugins) {
    try {
      opened.push(await openOne(plugin, await hostFor(plugin)));
    } catch (error) {
      const reason = messageOf(error);
      logger.error({ plugin: plugin.name, err: error }, 'a plugin could not be opened');
      failed.push({ plugin: plugin.name, reason });
    }
  }
  let stopped: Promise<unknown> | undefined;
  const stop = async (graceMs: number): Promise<void> => {
    await (stopped ??= Promise.all(opened.map((one) => one.stop(graceMs))));
  };
  const all = <T>(pick: (one: Opened) => readonly T[]) => opened.flatMap(pick);
  const merged = <T>(pick: (one: Opened) => Readonly<Record<string, T>>) =>
    Object.assign({}, ...opened.map(pick)) as Record<string, T>;
  return {
    sources: all((one) => one.sources),
    changes: all((one) => one.changes),
    agents: distinctAgents(all((one) => one.agents)),
    promptSections: merged((one) => one.promptSections),
    drafts: all((one) => one.drafts),
    cleanups: all((one) => one.cleanups),
    routes: all((one) => one.routes),
    probes: merged((one) => one.probes),
    failed,
    attach: async (app) => {
      for (const one of opened) await one.attach(app);
    },
    stop,
    close: async () => {
      await stop(0);
      for (const one of [...opened].reverse()) await one.close();
    },
  };
}

async function openOne(plugin: AnyPlugin, host: PluginHost): Promise<Opened> {
  const services: unknown = await plugin.open?.(host);
  const { logger } = host;
  const make = <T>(member: Of<unknown, T> | undefined, none: T): T => {
    if (member === undefined) return none;
    return typeof member === 'function' ? (member as (given: unknown) => T)(services) : member;
  };
  const drafts = make<DraftList | undefined>(plugin.drafts, undefined);
  return {
    sources: make(plugin.sources, []),
    changes: Object.entries(make(plugin.changes, {})).map(([kind, change]) => ({
      ...change,
      kind,
    })),
    agents: Object.entries(make(plugin.agents, {})).map(([contextType, agent]) => ({
      ...agent,
      contextType,
    })),
    promptSections: make(plugin.promptSections, {}),
    drafts: drafts === undefined ? [] : [drafts],
    cleanups: plugin.conversationCleanup === undefined ? [] : [plugin.conversationCleanup],
    routes: make(plugin.routes, []),
    probes: make(plugin.probes, {}),
    attach: async (app) => {
      await plugin.attach?.(app, services);
    },
    stop: async (graceMs) => {
      await quietly(plugin, logger, () => plugin.stop?.(services, graceMs));
    },
    close: async () => {
      await quietly(plugin, logger, () => plugin.close?.(services));
    },
  };
}

/** One plugin that cannot end itself must not keep the server from ending. */
async function quietly(
  plugin: AnyPlugin,
  logger: Logger,
  work: () => Promise<void> | undefined,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger.warn({ plugin: plugin.name, err: error }, 'a plugin did not close');
  }
}

function checkNames(plugins: readonly AnyPlugin[]): void {
  const names = new Set<string>();
  for (const { name } of plugins) {
    if (typeof name === 'string' && NAME.test(name) && !names.has(name)) {
      names.add(name);
      continue;
    }
    throw new AppError(
      'config_error',
      `The plugin name "${String(name)}" is taken, or is not made of at most 40 small letters, digits and dashes.`,
    );
  }
}

function distinctAgents(agents: readonly Agent[]): readonly Agent[] {
  const types = agents.map(({ contextType }) => contextType);
  const twice = types.find((type, at) => types.indexOf(type) !== at);
  if (twice === undefined) return agents;
  throw new AppError('config_error', `Two plugins bring an agent of the context type "${twice}".`);
}

import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FindAttachments } from '../agentapi/attachments.js';
import type { DraftList } from '../agentapi/drafts/draft-list.js';
import type { Agent } from '../agentloop/agent.js';
import type { PromptSection } from '../agentloop/run.js';
import type { ChangeKind } from '../agenttools/changes/change-kind.js';
import type { PreviewInterceptor } from '../agenttools/interceptors/preview-interceptor.js';
import type { ToolSource } from '../agenttools/sources/tool-source.js';
import type { Logger } from '../foundation/logger.js';
import type { ConversationCleanup } from '../store/conversation-views.store.js';
import { checkMade } from './made-members.js';
import { addRoutes, type PlainRoute } from './plain-routes.js';
import { plainSource, type PlainSource } from './plain-source.js';
import type { AnyPlugin, Of, PluginHost, Probe } from './plugin.js';

/** One plugin's members with its services closed over. */
export interface OpenedPlugin {
  name: string;
  sources: readonly ToolSource[];
  changes: readonly ChangeKind[];
  interceptors: readonly PreviewInterceptor[];
  agents: readonly Agent[];
  promptSections: Readonly<Record<string, PromptSection>>;
  drafts: readonly DraftList[];
  attachments: readonly FindAttachments[];
  cleanups: readonly ConversationCleanup[];
  routes: readonly (Type | DynamicModule)[];
  probes: Readonly<Record<string, Probe>>;
  attach(app: NestFastifyApplication): Promise<void>;
  /** Ends what goes on behind the routes; never rejects. */
  stop(graceMs: number): Promise<void>;
  /** Frees its services; never rejects. */
  close(): Promise<void>;
}

/**
 * Opens one plugin and makes its members. Rejects with what it threw, or with `config_error` for members that are
 * of no use; its services are closed then.
 */
export async function openPlugin(plugin: AnyPlugin, host: PluginHost): Promise<OpenedPlugin> {
  const services: unknown = await plugin.open?.(host);
  const ends = endsOf(plugin, services, host.logger);
  try {
    return { name: plugin.name, ...(await membersOf(plugin, services)), ...ends };
  } catch (error) {
    await ends.stop(0);
    await ends.close();
    throw error;
  }
}

async function membersOf(plugin: AnyPlugin, services: unknown) {
  const make = <T>(member: Of<unknown, T> | undefined, none: T): T => {
    if (member === undefined) return none;
    return typeof member === 'function' ? (member as (given: unknown) => T)(services) : member;
  };
  const drafts = make<DraftList | undefined>(plugin.drafts, undefined);
  const attached = make<{ find: FindAttachments } | undefined>(plugin.attachments, undefined);
  const made = {
    sources: make(plugin.sources, []),
    changes: make(plugin.changes, {}),
    interceptors: make(plugin.interceptors, []),
    agents: make(plugin.agents, {}),
    promptSections: make(plugin.promptSections, {}),
    routes: make(plugin.routes, []),
    probes: make(plugin.probes, {}),
  };
  checkMade(made);
  const [plainRoutes, routes] = partition(made.routes);
  return {
    sources: made.sources.map((source) => sourceOf(source, services)),
    changes: named(made.changes, 'kind'),
    interceptors: made.interceptors.map((one) => withinKinds(one, Object.keys(made.changes))),
    agents: named(made.agents, 'contextType'),
    promptSections: made.promptSections,
    drafts: drafts === undefined ? [] : [drafts],
    attachments: attached === undefined ? [] : [attached.find],
    cleanups: plugin.conversationCleanup === undefined ? [] : [plugin.conversationCleanup],
    routes,
    probes: made.probes,
    attach: async (app: NestFastifyApplication) => {
      addRoutes(app, plainRoutes);
      await plugin.attach?.(app, services);
    },
  };
}

/** The values of a map, each with its key as the field `as`. */
function named<T extends object, K extends string>(map: Readonly<Record<string, T>>, as: K) {
  return Object.entries(map).map(
    ([key, value]) => ({ ...value, [as]: key }) as T & Record<K, string>,
  );
}

/** A plugin shows changes of its own kinds only. */
function withinKinds(own: PreviewInterceptor, kinds: readonly string[]): PreviewInterceptor {
  return {
    name: own.name,
    takes: (tool) => kinds.includes(tool.proposes ?? '') && own.takes(tool),
    intercept: (call, outcome) => own.intercept(call, outcome),
  };
}

function sourceOf(source: ToolSource | PlainSource<unknown>, services: unknown): ToolSource {
  return 'tools' in source ? plainSource(source, services) : source;
}

function partition(routes: readonly (Type | DynamicModule | PlainRoute)[]) {
  const plain: PlainRoute[] = [];
  const modules: (Type | DynamicModule)[] = [];
  for (const route of routes) {
    if ('handle' in route && typeof route !== 'function') plain.push(route);
    else modules.push(route);
  }
  return [plain, modules] as const;
}

function endsOf(plugin: AnyPlugin, services: unknown, logger: Logger) {
  /** One plugin that cannot end itself must not keep the server from ending. */
  const quietly = async (work: () => Promise<void> | undefined): Promise<void> => {
    try {
      await work();
    } catch (error) {
      logger.warn({ plugin: plugin.name, err: error }, 'a plugin did not close');
    }
  };
  return {
    stop: (graceMs: number) => quietly(() => plugin.stop?.(services, graceMs)),
    close: () => quietly(() => plugin.close?.(services)),
  };
}

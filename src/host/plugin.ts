import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DraftList } from '../agentapi/drafts/drafts.controller.js';
import type { RunNews } from '../agentapi/runs/notifier.js';
import type { PartState } from '../agentapi/health.controller.js';
import type { Agent } from '../agentloop/agent.js';
import type { PromptSection } from '../agentloop/run.js';
import type { ChangeKind } from '../agenttools/changes/change-kind.js';
import type { PreviewInterceptor } from '../agenttools/interceptors/interceptors.js';
import type { Backend } from '../agenttools/sources/backend.js';
import type { ToolSource } from '../agenttools/sources/tool-source.js';
import type { Clock } from '../foundation/clock.js';
import type { JsonObject } from '../foundation/json.js';
import type { Logger } from '../foundation/logger.js';
import type { SettingsReader } from '../foundation/settings-reader.js';
import type { Knowledge } from '../knowledge/knowledge.js';
import type { Models } from '../llm/models.js';
import type { Command } from '../llm/providers/palette/command.js';
import type { StepObserver } from '../observe/observer.js';
import type { ConversationCleanup } from '../store/conversation-views.store.js';
import type { FindAttachments } from '../agentapi/chat.model.js';
import type { Database } from '../store/database.js';
import type { PlainRoute, PlainSource } from './plain-parts.js';
import { configError } from '../foundation/errors.js';
import { parseUrl } from '../foundation/parse-url.js';

/** What a plugin may use of the server while it opens; handed to `open` and to nothing else. */
export interface PluginHost<Settings = unknown> {
  settings: Settings;
  db: Database;
  knowledge: Knowledge;
  models: Models;
  /** Backends that the operator configured, by name; rejects an unknown one with `config_error`. */
  backend(this: void, name: string): Backend;
  hasBackend(this: void, name: string): boolean;
  /** Makes a backend of the plugin's own; its address comes from the plugin's settings. */
  createBackend(this: void, settings: BackendOptions): Backend;
  /** The log of all runs and who waits for news of which, for streams of the plugin's own. */
  news: RunNews;
  /** Told of work behind the routes, for metrics and traces. */
  steps: StepObserver;
  clock: Clock;
  logger: Logger;
}

/** Where a plugin's own backend is and which requests to it only read. */
export interface BackendOptions {
  /** Origin and optional base path. */
  baseUrl: string;
  /** Requests of other methods than GET and HEAD that only read: `POST /v1/search`. */
  reads?: readonly string[];
}

/** A member that is there from the start, or is made of the plugin's services. */
export type Of<Services, T> = T | ((services: Services) => T);

/** A health probe of a plugin's part; what it needs not answer makes the server `degraded`, never unready. */
export type Probe = (signal: AbortSignal) => Promise<Omit<PartState, 'required'>>;

/** One capability: a plain object, every member optional but the name. Members close over the services of `open`. */
export interface Plugin<Settings = unknown, Services = unknown> {
  /** Short and unique: small letters, digits and dashes. */
  name: string;
  /** The versions of Sextant it runs with, as npm writes ranges: `^0.1`; absent: any. */
  sextant?: string;
  /** Reads its environment variables and `plugin_settings.<name>`; noted problems are reported with all others. */
  settings?(read: SettingsReader, part: JsonObject): Settings;
  /** The folder of its numbered SQL migrations, with a history of their own. */
  migrations?: URL;
  open?(host: PluginHost<Settings>): Promise<Services> | Services;
  /** Where its tools come from; tools that are written in code may be stated plainly. */
  sources?: Of<Services, readonly (ToolSource | PlainSource<Services>)[]>;
  changes?: Of<Services, Readonly<Record<string, Omit<ChangeKind, 'kind'>>>>;
  /** How what its tools propose is shown; absent: as an event with the kind's name. */
  interceptors?: Of<Services, readonly PreviewInterceptor[]>;
  agents?: Of<Services, Readonly<Record<string, Omit<Agent, 'contextType'>>>>;
  /** Small grammars that serve requests where no model is connected, tried in their order before the palette. */
  commands?: readonly Command[];
  /** What prompts state of the surroundings as they are now, by the name that agents ask for. */
  promptSections?: Of<Services, Readonly<Record<string, PromptSection>>>;
  drafts?: Of<Services, DraftList>;
  /** Looks up what messages take along by their ids; of several plugins the first one's is asked. */
  attachments?: Of<Services, { find: FindAttachments }>;
  /** Deletes what the plugin keeps of a conversation, in the transaction that deletes the conversation. */
  conversationCleanup?: ConversationCleanup;
  /** Its routes: Nest modules, or plain objects. */
  routes?: Of<Services, readonly (Type | DynamicModule | PlainRoute)[]>;
  /** Adjusts the HTTP application before it listens, such as what kinds of body a route takes. */
  attach?(app: NestFastifyApplication, services: Services): Promise<void>;
  probes?: Of<Services, Readonly<Record<string, Probe>>>;
  /** Ends what goes on behind its routes; waits for it at most `graceMs`. Called before {@link close}. */
  stop?(services: Services, graceMs: number): Promise<void>;
  close?(services: Services): Promise<void>;
}

/** A plugin of any settings and services: a list holds them side by side. */
// Settings and services are the plugin's own business; nobody else looks inside.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyPlugin = Plugin<any, any>;

/** States a plugin; does nothing but hold its members to each other's types. */
export function definePlugin<Settings = unknown, Services = unknown>(
  plugin: Plugin<Settings, Services>,
): Plugin<Settings, Services> {
  return plugin;
}

/** The address of a plugin's own backend without a slash at its end; `config_error` for what is no http(s) address. */
export function backendAddress(baseUrl: unknown, plugin: string): string {
  const url = typeof baseUrl === 'string' ? parseUrl(baseUrl) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol))
    return (baseUrl as string).replace(/\/$/, '');
  throw configError(
    `The plugin "${plugin}" makes a backend whose baseUrl is no http(s) address: check its settings.`,
  );
}

export function unknownBackend(name: string, known: readonly string[]): never {
  throw configError(`No backend "${name}" is configured; known are ${known.join(', ')}.`);
}

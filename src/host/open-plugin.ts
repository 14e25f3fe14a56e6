import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FindAttachments } from '../agentapi/chat.model.js';
import type { DraftList } from '../agentapi/drafts/drafts.controller.js';
import type { Agent } from '../agentloop/agent.js';
import type { PromptSection } from '../agentloop/run.js';
import type { ChangeKind } from '../agenttools/changes/change-kind.js';
import type { PreviewInterceptor } from '../agenttools/interceptors/interceptors.js';
import { type ToolSource, SOURCE_ID } from '../agenttools/sources/tool-source.js';
import type { Logger } from '../foundation/logger.js';
import type { ConversationCleanup } from '../store/conversation-views.store.js';
import { addRoutes, type PlainRoute, plainSource } from './plain-parts.js';
import type { AnyPlugin, Of, PluginHost, Probe } from './plugin.js';
import { configError } from '../foundation/errors.js';
import { isObject } from '../foundation/json.js';

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
  stop(graceMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens a plugin and makes its members; rejects with what it threw, or `config_error`, its services closed. */
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
  const plainRoutes = made.routes.filter(isPlain);
  return {
    sources: made.sources.map((source) =>
      'tools' in source ? plainSource(source, services) : source,
    ),
    changes: named(made.changes, 'kind'),
    interceptors: made.interceptors.map((one) => withinKinds(one, Object.keys(made.changes))),
    agents: named(made.agents, 'contextType'),
    promptSections: made.promptSections,
    drafts: drafts === undefined ? [] : [drafts],
    attachments: attached === undefined ? [] : [attached.find],
    cleanups: plugin.conversationCleanup === undefined ? [] : [plugin.conversationCleanup],
    routes: made.routes.filter((route): route is Type | DynamicModule => !isPlain(route)),
    probes: made.probes,
    attach: async (app: NestFastifyApplication) => {
      addRoutes(app, plainRoutes);
      await plugin.attach?.(app, services);
    },
  };
}

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

function isPlain(route: Type | DynamicModule | PlainRoute): route is PlainRoute {
  return 'handle' in route && typeof route !== 'function';
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

/** What a plugin's members answered. Plugins in plain JavaScript have no types that hold them to it. */
type MadeMembers = Readonly<
  Record<
    'sources' | 'changes' | 'interceptors' | 'agents' | 'promptSections' | 'routes' | 'probes',
    unknown
  >
>;

type Field = [name: string, fits: (value: unknown) => boolean, valid: string];

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isAbsent = (value: unknown): boolean => value === undefined;
const isMethod = (value: unknown): boolean => typeof value === 'function';

const sourceFields: readonly Field[] = [
  [
    'id',
    (value) => typeof value === 'string' && SOURCE_ID.test(value),
    'a small letter and up to 19 more small letters, digits and underscores',
  ],
  [
    'tools',
    (value) => isAbsent(value) || Array.isArray(value) || isMethod(value),
    'a list of tools, or a function that answers one',
  ],
];
const agentFields: readonly Field[] = [
  ['title', isText, 'a text'],
  ['description', isText, 'a text'],
  ['examples', isTexts, 'a list of texts'],
  ['groups', isTexts, "a list of its tools' groups"],
  ['coreTools', isMethod, 'a function that answers a list of names of tools'],
  ['systemPrompt', isMethod, 'a function that answers a text'],
  [
    'policy',
    (value) => isObject(value) && Number.isInteger(value['maxTokens']),
    'an object with maxTokens',
  ],
];
const changeFields: readonly Field[] = [
  ['title', isText, 'a text'],
  ['apply', isMethod, 'a function'],
  ['event', isAbsent, 'left out: how a change is shown is an interceptor of the plugin'],
  ['eventName', isAbsent, 'left out: how a change is shown is an interceptor of the plugin'],
];
const interceptorFields: readonly Field[] = [
  ['name', isText, 'a text'],
  ['takes', isMethod, 'a function'],
  ['intercept', isMethod, 'a function'],
];
const routeFields: readonly Field[] = [
  ['method', (value) => METHODS.includes(String(value)), 'GET, POST, PUT, PATCH or DELETE'],
  ['path', (value) => isText(value) && String(value).startsWith('/'), 'a path that begins with /'],
  ['handle', isMethod, 'a function'],
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Rejects members of no use with `config_error` that names each of them, and what is valid. */
function checkMade(made: MadeMembers): void {
  const told = (members: readonly [string, unknown][], fields: readonly Field[]) =>
    members.flatMap(([name, value]) => fieldFaults(name, value, fields));
  const faults = [
    ...eachOf(made.sources, 'sources').flatMap(([name, source]) => sourceFaults(name, source)),
    ...told(eachIn(made.changes, 'changes'), changeFields),
    ...told(eachOf(made.interceptors, 'interceptors'), interceptorFields),
    ...told(eachIn(made.agents, 'agents'), agentFields),
    ...methodFaults(made.promptSections, 'promptSections'),
    ...methodFaults(made.probes, 'probes'),
    ...eachOf(made.routes, 'routes').flatMap(([name, route]) => routeFaults(name, route)),
  ];
  if (faults.length > 0) throw configError(faults.join(' '));
}

function sourceFaults(name: string, source: unknown): string[] {
  if (!isObject(source)) return [`${name} must be a source.`];
  const { tools, tools$, status$ } = source;
  const faults = fieldFaults(name, source, sourceFields);
  if (tools === undefined && !(isStream(tools$) && isStream(status$)))
    faults.push(`${name} must have a list of tools, or the streams tools$ and status$.`);
  return faults;
}

function isStream(value: unknown): boolean {
  return isObject(value) && isMethod(value['subscribe']);
}

function routeFaults(name: string, route: unknown): string[] {
  if (isMethod(route) || (isObject(route) && route['module'] !== undefined)) return [];
  return fieldFaults(name, route, routeFields);
}

function fieldFaults(name: string, value: unknown, fields: readonly Field[]): string[] {
  if (!isObject(value)) return [`${name} must be an object.`];
  return fields
    .filter(([field, fits]) => !fits(value[field]))
    .map(([field, , valid]) => `${name}.${field} must be ${valid}.`);
}

function methodFaults(map: unknown, member: string): string[] {
  return eachIn(map, member).flatMap(([name, value]) =>
    isMethod(value) ? [] : [`${name} must be a function.`],
  );
}

function eachOf(list: unknown, member: string): [string, unknown][] {
  if (Array.isArray(list)) return list.map((item, at) => [`${member}[${at}]`, item]);
  throw configError(`Its member "${member}" made no list.`);
}

function eachIn(map: unknown, member: string): [string, unknown][] {
  if (isObject(map)) return Object.entries(map).map(([key, value]) => [`${member}.${key}`, value]);
  throw configError(`Its member "${member}" made no object.`);
}

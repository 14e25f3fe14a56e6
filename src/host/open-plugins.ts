import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';
import { isServerEvent } from '../agentloop/events.js';
import { AUTO } from '../agentloop/routing/agent-routing.js';
import { createChangeKinds } from '../agenttools/changes/change-kind.js';
import { httpRequestKind } from '../agenttools/changes/http-request/http-request-kind.js';
import { mcpCallKind } from '../agenttools/changes/mcp-call/mcp-call.js';
import { orderInterceptors } from '../agenttools/interceptors/interceptors.js';
import { configError, messageOf } from '../foundation/errors.js';
import type { Logger } from '../foundation/logger.js';
import { isObject } from '../foundation/json.js';
import { openPlugin, type OpenedPlugin } from './open-plugin.js';
import type { AnyPlugin, PluginHost, Plugin } from './plugin.js';

export interface FailedPlugin {
  /** Its name, or what the config file calls it. */
  plugin: string;
  reason: string;
}

/** What all plugins of a server add up to; only the first call of `stop` ends something. */
export interface OpenedPlugins extends Omit<OpenedPlugin, 'name'> {
  names: readonly string[];
  failed: readonly FailedPlugin[];
}

interface OpenPluginsOptions {
  hostFor: (plugin: AnyPlugin) => PluginHost;
  version: string;
  logger: Logger;
}

/** Opens plugins in turn; one that fails is reported and closed, and the server runs with the others. */
export async function openPlugins(
  plugins: readonly AnyPlugin[],
  { hostFor, version, logger }: OpenPluginsOptions,
): Promise<OpenedPlugins> {
  const opened: OpenedPlugin[] = [];
  const failed: FailedPlugin[] = [];
  for (const plugin of plugins) {
    try {
      checkUsable(plugin, opened, version);
      opened.push(await openBeside(plugin, hostFor(plugin), opened));
    } catch (error) {
      const name = nameOf(plugin, 'without a name');
      logger.error({ plugin: name, err: error }, 'a plugin could not be opened');
      failed.push({ plugin: name, reason: messageOf(error) });
    }
  }
  return combined(opened, failed);
}

function combined(opened: readonly OpenedPlugin[], failed: readonly FailedPlugin[]): OpenedPlugins {
  let stopped: Promise<unknown> | undefined;
  const stop = async (graceMs: number): Promise<void> => {
    await (stopped ??= Promise.all(opened.map((one) => one.stop(graceMs))));
  };
  const all = <T>(pick: (one: OpenedPlugin) => readonly T[]) => opened.flatMap(pick);
  const merged = <T>(pick: (one: OpenedPlugin) => Readonly<Record<string, T>>) =>
    Object.assign({}, ...opened.map(pick)) as Record<string, T>;
  return {
    names: opened.map(({ name }) => name),
    sources: all((one) => one.sources),
    changes: all((one) => one.changes),
    interceptors: all((one) => one.interceptors),
    agents: all((one) => one.agents),
    promptSections: merged((one) => one.promptSections),
    drafts: all((one) => one.drafts),
    attachments: all((one) => one.attachments),
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

/** Rejects with `config_error` what is no plugin, has a name that is taken, or needs another version. */
export function checkUsable(
  plugin: AnyPlugin,
  others: readonly { name: string }[],
  version: string,
): void {
  const faults = shapeFaults(plugin);
  if (faults.length === 0 && others.some(({ name }) => name === plugin.name))
    faults.push(`Another plugin has the name "${plugin.name}".`);
  const range = faults.length === 0 ? rangeFault(plugin.sextant, version) : undefined;
  if (range !== undefined) faults.push(range);
  if (faults.length > 0) throw configError(faults.join(' '));
}

/** Opens a plugin, and closes it again when it claims a name that one of the others has. */
async function openBeside(plugin: AnyPlugin, host: PluginHost, others: readonly OpenedPlugin[]) {
  if (Object.hasOwn(plugin, FORMER_MEMBER))
    host.logger.warn(
      { plugin: plugin.name },
      'the member "offline" of a plugin does nothing any more: take it out, the next release refuses it',
    );
  const opened = await openPlugin(plugin, host);
  try {
    checkNames(opened, others);
    createChangeKinds([
      ...coreKinds,
      ...others.flatMap((other) => other.changes),
      ...opened.changes,
    ]);
    orderInterceptors([...others.flatMap((other) => other.interceptors), ...opened.interceptors]);
    return opened;
  } catch (error) {
    await Promise.allSettled(opened.sources.map(async (source) => source.close?.()));
    await opened.stop(0);
    await opened.close();
    throw error;
  }
}

/** Kinds of the core: no plugin can bring one of their names. */
const coreKinds = [httpRequestKind, mcpCallKind];

type NamesOf = (plugin: OpenedPlugin) => readonly string[];

/** What goes by a name that only one can have. */
const claims: readonly (readonly [what: string, names: NamesOf])[] = [
  ['source id', ({ sources }) => sources.map(({ id }) => id)],
  ['context type', ({ agents }) => agents.map(({ contextType }) => contextType)],
  ['prompt section', ({ promptSections }) => Object.keys(promptSections)],
  ['probe', ({ probes }) => Object.keys(probes)],
];

function checkNames(opened: OpenedPlugin, others: readonly OpenedPlugin[]): void {
  if (opened.agents.some(({ contextType }) => contextType === AUTO))
    throw configError(
      `No agent can have the context type "${AUTO}": with it a request leaves the choice to the server.`,
    );
  const event = opened.changes.find(({ kind }) => isServerEvent(kind))?.kind;
  if (event !== undefined)
    throw configError(
      `No kind of change can be called "${event}": a change is shown as the event of its kind's name, and the server has one of this name. Call it by what it changes, such as "note_preview".`,
    );
  for (const [what, namesOf] of claims) {
    const own = namesOf(opened);
    const twice = own.find((name, at) => own.indexOf(name) !== at);
    if (twice !== undefined) throw configError(`It brings the ${what} "${twice}" twice.`);
    for (const other of others) {
      const taken = own.find((name) => namesOf(other).includes(name));
      if (taken === undefined) continue;
      throw configError(`The ${what} "${taken}" is that of the plugin "${other.name}" already.`);
    }
  }
}

/** What keeps a plugin of this host range from running on this version; undefined when nothing does. */
function rangeFault(range: string | undefined, version: string): string | undefined {
  if (range === undefined) return undefined;
  if (validRange(range) === null)
    return `It asks for the Sextant "${range}", which is no range of versions: write one such as "^0.1".`;
  if (satisfies(version, range, { includePrerelease: true })) return undefined;
  return `It needs Sextant ${range}, and this is ${version}: install a version of the plugin that runs with ${version}, or a Sextant that it runs with.`;
}

/** A plugin's name: its migrations, its settings and its faults go by it. */
const NAME = /^[a-z][a-z0-9-]{0,39}$/;

interface Form {
  fits: (value: unknown) => boolean;
  valid: string;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const text: Form = { fits: (value) => typeof value === 'string', valid: 'a text' };
const method: Form = { fits: isFunction, valid: 'a function' };
const list: Form = {
  fits: (value) => Array.isArray(value) || isFunction(value),
  valid: 'a list, or a function that makes one of what open answered',
};
const map: Form = {
  fits: (value) => isObject(value) || isFunction(value),
  valid: 'an object, or a function that makes one of what open answered',
};

/** Each member of a plugin and what it may be; held to the type by the compiler. */
const members: Readonly<Record<keyof Plugin, Form>> = {
  name: {
    fits: (value) => typeof value === 'string' && NAME.test(value),
    valid:
      'a small letter and up to 39 more small letters, digits and dashes, and no name of another plugin',
  },
  sextant: { ...text, valid: 'a range of versions such as "^0.1"' },
  settings: method,
  migrations: {
    // By its form: a module of another realm, as in a test, has a URL class of its own.
    fits: (value) => isObject(value) && String(value['href']).startsWith('file:'),
    valid: "the URL of a folder: new URL('./migrations/', import.meta.url)",
  },
  open: method,
  sources: list,
  changes: map,
  interceptors: list,
  agents: map,
  commands: { ...list, fits: (value) => Array.isArray(value), valid: 'a list of commands' },
  promptSections: map,
  drafts: map,
  attachments: map,
  conversationCleanup: method,
  routes: list,
  attach: method,
  probes: map,
  stop: method,
  close: method,
};

/** A member that plugins of earlier releases have: it is read by nobody, and for one release not refused. */
const FORMER_MEMBER = 'offline';

/** What is wrong with something that should be a plugin, a sentence for each member; empty when nothing is. */
function shapeFaults(value: unknown): string[] {
  if (!isObject(value)) return ['A plugin is an object with a name.'];
  const known = Object.keys(members) as (keyof Plugin)[];
  const unknown = Object.keys(value).filter(
    (key) => key !== FORMER_MEMBER && !Object.hasOwn(members, key),
  );
  return [
    ...unknown.map((key) => `It has no member "${key}"; valid are ${known.join(', ')}.`),
    ...known
      .filter((key) => key === 'name' || value[key] !== undefined)
      .filter((key) => !members[key].fits(value[key]))
      .map((key) => `Its member "${key}" must be ${members[key].valid}.`),
  ];
}

/** The name by which people know something that should be a plugin. */
export function nameOf(plugin: unknown, otherwise: string): string {
  const name = isObject(plugin) ? (plugin as Partial<AnyPlugin>).name : undefined;
  return typeof name === 'string' && name !== '' ? name.slice(0, 60) : otherwise;
}

import { firstValueFrom, timeout } from 'rxjs';
import type { ReadRule } from '../../agenttools/sources/read-rules.js';
import type { Tool } from '../../agenttools/tool.js';
import { openPlugin, type OpenedPlugin } from '../open-plugin.js';
import { type AnyPlugin, type PluginHost, backendAddress, unknownBackend } from '../plugin.js';
import { recordingBackend, type RecordingBackend } from './recording-backend.js';

/** A backend as the operator configures it: what only reads, and where it really is. */
export interface KnownBackend {
  reads: readonly ReadRule[];
  /** Reads are handed on to it; absent: they get answers that are made up. */
  from?: string;
}

/** What a plugin is tried with beside its backends, which record. */
export interface KitHostParts {
  settings: unknown;
  host: Omit<PluginHost, 'settings' | 'backend' | 'hasBackend' | 'createBackend'>;
  /** The backends that plugins can ask for by name. */
  backends: Readonly<Record<string, KnownBackend>>;
  /** Reads of the backends that a plugin makes are handed on to where they are. */
  handsOn: boolean;
}

/** A plugin that was opened on backends that record. */
export interface TriedPlugin extends OpenedPlugin {
  tools: readonly Tool[];
  backends: readonly RecordingBackend[];
}

const TOOLS_LIMIT_MS = 10_000;

/** Opens a plugin on recording backends; closing it closes them. */
export async function tryPlugin(plugin: AnyPlugin, parts: KitHostParts): Promise<TriedPlugin> {
  const recorders = new Map<string, RecordingBackend>();
  const made: RecordingBackend[] = [];
  const host: PluginHost = {
    ...parts.host,
    settings: parts.settings,
    hasBackend: (name) => Object.hasOwn(parts.backends, name),
    backend: (name) => {
      const known = parts.backends[name] ?? unknownBackend(name, Object.keys(parts.backends));
      const one = recorders.get(name) ?? recordingBackend(known);
      recorders.set(name, one);
      return one.backend;
    },
    createBackend: ({ baseUrl, reads = [] }) => {
      const address = backendAddress(baseUrl, plugin.name);
      const one = recordingBackend({ reads, from: parts.handsOn ? address : undefined });
      made.push(one);
      return one.backend;
    },
  };
  const all = () => [...recorders.values(), ...made];
  const closeAll = async () => {
    for (const one of all()) await one.close();
  };
  try {
    const opened = await openPlugin(plugin, host);
    await Promise.all(all().map(({ ready }) => ready));
    const tools: Tool[] = [];
    for (const { tools$ } of opened.sources)
      tools.push(...(await firstValueFrom(tools$.pipe(timeout(TOOLS_LIMIT_MS)))));
    const close = async () => {
      for (const source of opened.sources) await source.close?.();
      await opened.stop(0);
      await opened.close();
      await closeAll();
    };
    return { ...opened, close, tools, backends: all() };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

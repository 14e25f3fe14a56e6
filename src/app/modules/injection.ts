import type { FactoryProvider } from '@nestjs/common';
import type { RunNews } from '../../agentapi/runs/notifier.js';
import type { LoopDeps } from '../../agentloop/run.js';
import type { OpenedPlugins } from '../../host/open-plugins.js';
import type { Knowledge } from '../../knowledge/knowledge.js';
import type { OpenSink } from '../../observe/sink.js';
import type { StepObserver } from '../../observe/observer.js';
import type { Database } from '../../store/database.js';
import type { QueryVectors } from '../../toolindex/query-vectors.js';
import type { ToolSelectionIndex } from '../../toolindex/selection-index.js';
import type { WatchedEmbedder } from '../../toolindex/watched-embedder.js';
import type { ConfigFile } from '../config/file/config-file.model.js';
import type { Config } from '../config/config.js';
import type { Served } from '../served/served.js';
import { token } from '../../agentapi/injection.js';
import type { StartDocumentWorker } from '../../agenttools/sources/openapi/worker/document-thread.js';
import type { Models } from '../../llm/models.js';

/** Where the server listens, e.g. `http://127.0.0.1:3000`; known once it does. */
export class ServerAddress {
  url = '';
}

type AnyToken = symbol | (abstract new (...args: never[]) => unknown);

type Injected<K> = K extends { readonly of: infer T }
  ? T
  : K extends abstract new (...args: never[]) => infer T
    ? T
    : unknown;

/** A factory provider whose arguments the compiler holds to what it injects. */
export function provide<K extends AnyToken, const Keys extends readonly AnyToken[]>(
  key: K,
  inject: Keys,
  useFactory: (
    ...injected: { -readonly [At in keyof Keys]: Injected<Keys[At]> }
  ) => Injected<K> | Promise<Injected<K>>,
): FactoryProvider {
  return {
    provide: key,
    inject: [...inject],
    useFactory: useFactory as FactoryProvider['useFactory'],
  };
}

export { CHANGE_KINDS, CLOCK, LOGGER, POLICIES } from '../../agentapi/injection.js';

export const CONFIG = token<Config>('CONFIG');
export const SERVED = token<Served>('SERVED');
/** What the caller of the start watches or replaces. */
export const SERVER_OPTIONS = token<ServerOptions>('SERVER_OPTIONS');
export const DATABASE = token<Database>('DATABASE');
export const EMBEDDER = token<WatchedEmbedder | undefined>('EMBEDDER');
export const QUERY_VECTORS = token<QueryVectors | undefined>('QUERY_VECTORS');
/** What agents are found by; the index of tools is the other `ToolSelectionIndex`. */
export const AGENT_INDEX = token<ToolSelectionIndex>('AGENT_INDEX');
export const KNOWLEDGE = token<Knowledge>('KNOWLEDGE');
/** What is told of each run, and of each step of a research. */
export const RUN_SINKS = token<readonly OpenSink[]>('RUN_SINKS');
export const STEP_OBSERVER = token<StepObserver>('STEP_OBSERVER');
export const RUN_NEWS = token<RunNews>('RUN_NEWS');
export const PLUGINS = token<OpenedPlugins>('PLUGINS');
/** The config file with the sources that were added. */
export const CONFIG_FILE = token<ConfigFile>('CONFIG_FILE');
/** What the loop works with as it is now: with the catalogue of now. */
export const LOOP = token<() => Omit<LoopDeps, 'record'>>('LOOP');

export interface ServerOptions {
  /** Called with what the start is doing, for people who wait for it; a step that takes long asks for `patience`. */
  progress?: (step: string, patience?: number) => void;
  /** Told the share of tools that is embedded, from 0 to 1, beside everything else. */
  indexing?: (share: number) => void;
  models?: Models;
  db?: Database;
  served?: Served;
  startWorker?: StartDocumentWorker;
}

import { resolve } from 'node:path';
import type { StartDocumentWorker } from '../../agenttools/sources/openapi/worker/document-thread.js';
import type { LlmProvider } from '../../llm/types.js';
import type { Environment } from '../../foundation/settings-reader.js';
import { configError } from '../../foundation/errors.js';
import type { ConfigFile } from '../config/file/config-file.model.js';
import { CONFIG_FILE, findConfigFile, readConfigFile } from '../config/file/read-config-file.js';
import type { CliValues } from './command-line.js';

/** What a command runs in. */
export interface CliContext {
  folder: string;
  /** With `SEXTANT_CONFIG` where the command line names a config file. */
  env: Environment;
  say: (text: string) => void;
  startWorker?: StartDocumentWorker;
  /** Instead of the configured one. */
  model?: LlmProvider;
}

/** A command: it gets the words behind its name and all options, and answers the exit code. */
export type Command = (
  words: readonly string[],
  values: CliValues,
  context: CliContext,
) => Promise<number>;

/** The folder that a server started here would use. */
export function dataDirOf({ folder, env }: CliContext): string {
  return resolve(folder, env['DATA_DIR']?.trim() || '.data');
}

/** The config file; rejects with `config_error` when there is none. */
export function configOf(context: CliContext): ConfigFile {
  const file = configIfAny(context);
  if (file !== undefined) return file;
  throw configError(`There is no ${CONFIG_FILE} in ${context.folder}; "sextant init" writes one.`);
}

/** The same; undefined when there is none. */
export function configIfAny({ folder, env }: CliContext): ConfigFile | undefined {
  const path = findConfigFile(env, folder);
  return path === undefined ? undefined : readConfigFile(path, env);
}

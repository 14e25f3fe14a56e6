import { resolve } from 'node:path';
import type { StartDocumentWorker } from '../../agenttools/sources/openapi/worker/document-thread.js';
import type { LlmProvider } from '../../llm/types.js';
import type { Environment } from '../../foundation/settings-reader.js';
import { AppError } from '../../foundation/errors.js';
import type { ConfigFile } from '../config/file/config-file.model.js';
import { CONFIG_FILE, findConfigFile, readConfigFile } from '../config/file/read-config-file.js';

/** What a command runs in. */
export interface CliContext {
  folder: string;
  env: Environment;
  say: (text: string) => void;
  startWorker?: StartDocumentWorker;
  /** Instead of the configured one. */
  model?: LlmProvider;
}

/** The folder that a server started here would use. */
export function dataDirOf({ folder, env }: Pick<CliContext, 'folder' | 'env'>): string {
  return resolve(folder, env['DATA_DIR']?.trim() || '.data');
}

/** The config file of this folder, or the one that is named; rejects with `config_error` when there is none. */
export function configOf(context: CliContext, named?: string): ConfigFile {
  const file = configIfAny(context, named);
  if (file !== undefined) return file;
  throw new AppError(
    'config_error',
    `There is no ${CONFIG_FILE} in ${context.folder}; "sextant init" writes one.`,
  );
}

/** The same; undefined when there is none. */
export function configIfAny({ folder, env }: CliContext, named?: string): ConfigFile | undefined {
  const path = named === undefined ? findConfigFile(env, folder) : resolve(folder, named);
  return path === undefined ? undefined : readConfigFile(path, env);
}

import { resolve } from 'node:path';
import type { StartDocumentWorker } from '../../agenttools/sources/openapi/worker/document-thread.js';
import type { LlmProvider } from '../../llm/types.js';
import type { Environment } from '../../foundation/settings-reader.js';

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

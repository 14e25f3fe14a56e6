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

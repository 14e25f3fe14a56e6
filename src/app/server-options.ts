import type { StartDocumentWorker } from '../agenttools/sources/openapi/worker/document-thread.js';
import type { Models } from '../llm/models.js';
import type { Database } from '../store/database.js';
import type { Served } from './served/served.js';

/** What may be watched or replaced when a server starts. */
export interface ServerOptions {
  /** Called with what the start is doing, for people who wait for it; a step that takes long asks for `patience`. */
  progress?: (step: string, patience?: number) => void;
  /** Told the share of tools that is embedded, from 0 to 1, beside everything else. */
  indexing?: (share: number) => void;
  models?: Models;
  /** Replaces the configured database; closed with the server all the same. */
  db?: Database;
  /** What is served; absent: the sample. */
  served?: Served;
  /** Starts the threads that read documents. */
  startWorker?: StartDocumentWorker;
}

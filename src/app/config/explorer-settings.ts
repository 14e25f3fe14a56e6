import { join } from 'node:path';
import type { SettingsReader } from '../../foundation/settings-reader.js';

/** The knowledge graph's own process. */
export interface ExplorerSettings {
  /** On 127.0.0.1; 0 takes a free one. */
  port: number;
  /** Holds its database, apart from the server's. */
  dataDir: string;
  /** Whether an empty graph is filled with the sample ordinances. */
  samples: boolean;
}

/** Reads where the explorer listens and keeps its graph; `dataDir` is the server's. */
export function readExplorerSettings(read: SettingsReader, dataDir: string): ExplorerSettings {
  return {
    port: read.integer('EXPLORER_PORT', 3002, 0, 65535),
    dataDir: read.text('EXPLORER_DATA_DIR', join(dataDir, 'explorer')),
    samples: read.choice('SAMPLE_GRAPH', ['on', 'off'], 'on') === 'on',
  };
}

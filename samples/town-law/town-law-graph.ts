import { fileURLToPath } from 'node:url';

/** The law of Lindhaven, an invented town, as a folder for the knowledge graph. */
export const townLawGraph = {
  folder: fileURLToPath(new URL('./', import.meta.url)),
  collection: 'ordinances',
} as const;

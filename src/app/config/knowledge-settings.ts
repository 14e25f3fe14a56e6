import type { SettingsReader } from '../../foundation/settings-reader.js';

/** What there is to be said about documents. */
export interface KnowledgeSettings {
  maxMb: number;
  /** How many documents one user may keep. */
  maxCount: number;
  /** How large they may be together, in MB. */
  maxTotalMb: number;
  /** Whether the sample handbook is taken in at the start. */
  samples: boolean;
  /** The service that looks at the best passages again; absent: the local second pass. */
  cohere: { baseUrl: string; apiKey?: string; model: string } | undefined;
}

const COHERE = 'https://api.cohere.com';

/** Reads the settings of documents; the sample comes with the embedded database only, unless asked for. */
export function readKnowledgeSettings(read: SettingsReader): KnowledgeSettings {
  const isEmbedded = read.optional('DATABASE_URL') === undefined;
  const apiKey = read.optional('COHERE_API_KEY');
  const baseUrl = read.baseUrl('COHERE_BASE_URL');
  const model = read.text('COHERE_RERANK_MODEL', 'rerank-v3.5');
  const hasService = apiKey !== undefined || baseUrl !== undefined;
  const key = apiKey === undefined ? {} : { apiKey };
  return {
    maxMb: read.number('DOCUMENT_MAX_MB', 20, 0.01, 200),
    maxCount: read.integer('DOCUMENT_MAX_COUNT', 1000, 1, 1_000_000),
    maxTotalMb: read.number('DOCUMENT_MAX_TOTAL_MB', 1024, 0.01, 1_000_000),
    samples: read.choice('SAMPLE_DOCUMENTS', ['on', 'off'], isEmbedded ? 'on' : 'off') === 'on',
    cohere: hasService ? { baseUrl: baseUrl ?? COHERE, ...key, model } : undefined,
  };
}

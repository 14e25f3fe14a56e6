import { defined } from '../foundation/defined.js';
import type { Logger } from '../foundation/logger.js';
import type { Config } from './config/config.js';
import { defaultAddresses, defaultOllamaHost, isOpenAi } from './config/model-settings.js';
import type { Embedder } from '../toolindex/embedder.js';
import { createGeminiEmbedder } from '../toolindex/embedders/gemini/gemini-embedder.js';
import { LocalEmbedder } from '../toolindex/embedders/local/local-embedder.js';
import { createOllamaEmbedder } from '../toolindex/embedders/ollama/ollama-embedder.js';
import { createOpenAiEmbedder } from '../toolindex/embedders/openai/openai-embedder.js';

export type EmbedderConfig = Pick<Config, 'embedder' | 'gemini' | 'openai' | 'ollama'>;

/** The configured embedder, yet without a call or a thread; undefined for `EMBEDDER=none`. The caller closes it. */
export function embedderFromConfig(config: EmbedderConfig, logger?: Logger): Embedder | undefined {
  const { embedder } = config;
  if (embedder.kind === 'none') return undefined;
  if (embedder.model === undefined) return new LocalEmbedder(defined({ logger }));
  const { kind, model, dimensions } = embedder;
  const asked = { model, ...defined({ dimensions }) };
  if (kind === 'ollama')
    return createOllamaEmbedder({ ...asked, baseUrl: config.ollama.host ?? defaultOllamaHost });
  const { apiKey, baseUrl } = config[kind];
  const key = defined({ apiKey });
  if (kind === 'gemini') {
    // People write the base URL with and without the version.
    const address = (baseUrl ?? defaultAddresses.gemini).replace(/\/v1beta$/, '');
    return createGeminiEmbedder({ ...asked, ...key, baseUrl: address });
  }
  const options = { ...asked, ...key, baseUrl: baseUrl ?? defaultAddresses.openai };
  return createOpenAiEmbedder({ ...options, isOpenAi: isOpenAi(baseUrl) });
}

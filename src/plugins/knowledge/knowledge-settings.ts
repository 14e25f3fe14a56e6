import { readQueryVariants } from '../../citations/query-variants.js';
import type { SettingsReader } from '../../foundation/settings-reader.js';

export interface KnowledgeAgentSettings {
  /** The service that answers from outside the knowledge base; absent: none is offered. */
  perplexity: { baseUrl: string; apiKey?: string; model: string } | undefined;
  /** Whether searches are asked in the model's words too. */
  variants: boolean;
}

const PERPLEXITY = 'https://api.perplexity.ai';

export function readKnowledgeAgentSettings(read: SettingsReader): KnowledgeAgentSettings {
  const apiKey = read.optional('PERPLEXITY_API_KEY');
  const baseUrl = read.baseUrl('PERPLEXITY_BASE_URL');
  const model = read.text('PERPLEXITY_MODEL', 'sonar');
  const variants = readQueryVariants(read);
  if (apiKey === undefined && baseUrl === undefined) return { perplexity: undefined, variants };
  return { perplexity: { baseUrl: baseUrl ?? PERPLEXITY, apiKey, model }, variants };
}

import type { SettingsReader } from '../../foundation/settings-reader.js';

/** What agents beyond the copilots work with. */
export interface AgentSettings {
  /** The service that answers from outside the knowledge base; absent: none is offered. */
  perplexity: { baseUrl: string; apiKey?: string; model: string } | undefined;
  /** The models that may choose the steps of research; absent: all. */
  trustedModels: string[] | undefined;
}

const PERPLEXITY = 'https://api.perplexity.ai';

/** Reads the settings of agents. */
export function readAgentSettings(read: SettingsReader): AgentSettings {
  const apiKey = read.optional('PERPLEXITY_API_KEY');
  const baseUrl = read.baseUrl('PERPLEXITY_BASE_URL');
  const model = read.text('PERPLEXITY_MODEL', 'sonar');
  const hasService = apiKey !== undefined || baseUrl !== undefined;
  const key = apiKey === undefined ? {} : { apiKey };
  const models = read.optional('AGENT_MODELS');
  return {
    perplexity: hasService ? { baseUrl: baseUrl ?? PERPLEXITY, ...key, model } : undefined,
    trustedModels: models?.split(',').map((name) => name.trim()),
  };
}

import type { Models } from '../llm/models.js';
import type { LlmProvider } from '../llm/types.js';
import type { Policy } from './agent.js';

/** The model that works the tools of an agent's runs. */
export function toolsModel({ models: roles }: Policy, models: Models): LlmProvider {
  return models[roles?.tools ?? 'main'];
}

/** The model that the closing of an agent's runs asks. */
export function closingModel({ models: roles }: Policy, models: Models): LlmProvider {
  return models[roles?.closing ?? 'main'];
}

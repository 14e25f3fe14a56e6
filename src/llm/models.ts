import type { LlmProvider } from './types.js';

/**
 * What a model is asked for: `main` by agents that use one model for everything; `small` works the tools
 * and `large` writes the answer where an agent parts the two.
 */
export type ModelRole = 'main' | 'small' | 'large';

/** The model of each role; one model may have several. */
export type Models = Readonly<Record<ModelRole, LlmProvider>>;

/** One model in all roles. */
export function oneModel(llm: LlmProvider): Models {
  return { main: llm, small: llm, large: llm };
}

/** The models with `change` applied to each. */
export function mapModels(models: Models, change: (llm: LlmProvider) => LlmProvider): Models {
  return { main: change(models.main), small: change(models.small), large: change(models.large) };
}

import { AppError } from '../foundation/errors.js';
import type { Models } from '../llm/models.js';
import type { LlmProvider } from '../llm/types.js';
import type { Policy } from './agent.js';
import type { LoopDeps } from './run.js';

/** The model that works the tools of an agent's runs. */
export function toolsModel({ models: roles }: Policy, models: Models): LlmProvider {
  return models[roles?.tools ?? 'main'];
}

/** The model that the closing of an agent's runs asks. */
export function closingModel({ models: roles }: Policy, models: Models): LlmProvider {
  return models[roles?.closing ?? 'main'];
}

/** Rejects with `model_not_allowed` when the agent wants a model that is trusted with tools, and the one that works its tools is not listed. */
export function requireTrustedModel(
  policy: Policy,
  { trustedModels, models }: Pick<LoopDeps, 'trustedModels' | 'models'>,
): void {
  if (policy.trustedModelsOnly !== true || trustedModels === undefined) return;
  const { model } = toolsModel(policy, models);
  if (trustedModels.includes(model)) return;
  throw new AppError(
    'model_not_allowed',
    `The model ${model} is not among those that may choose this agent's steps (AGENT_MODELS: ${trustedModels.join(', ')}).`,
  );
}

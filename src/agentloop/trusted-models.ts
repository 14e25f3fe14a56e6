import { AppError } from '../foundation/errors.js';
import type { Policy } from './agent.js';
import type { LoopDeps } from './run.js';

/** Rejects with `model_not_allowed` when the agent wants a model that is trusted with tools and this one is not listed. */
export function requireTrustedModel(
  { trustedModelsOnly = false }: Policy,
  { trustedModels, llm }: Pick<LoopDeps, 'trustedModels' | 'llm'>,
): void {
  if (!trustedModelsOnly || trustedModels === undefined || trustedModels.includes(llm.model))
    return;
  throw new AppError(
    'model_not_allowed',
    `The model ${llm.model} is not among those that may choose this agent's steps (AGENT_MODELS: ${trustedModels.join(', ')}).`,
  );
}

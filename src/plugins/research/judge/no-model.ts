import { AppError } from '../../../foundation/errors.js';

/** What a research is told where no language model is connected. */
export function noModel(): AppError {
  return new AppError(
    'model_unavailable',
    'A research needs a language model, and none is connected. Connect one (LLM_PROVIDER, docs/providers.md), and start the research then.',
  );
}

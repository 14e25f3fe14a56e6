import { askJson } from '../../../agentloop/ask-json.js';
import { AppError } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { LlmProvider, Usage } from '../../../llm/types.js';

/** The model that plays users and judges, and the tokens that this took: they are nobody's under evaluation. */
export class HelperModel {
  readonly usage: Usage = { inputTokens: 0, outputTokens: 0 };

  constructor(private readonly model: LlmProvider | undefined) {}

  /** What the model answers, in the shape of `schema`. Rejects where there is no model, or it does not do so. */
  async ask<T>(system: string, prompt: string, schema: JsonObject): Promise<T> {
    if (this.model === undefined)
      throw new AppError(
        'config_error',
        'Users are played and answers judged by a model: name one with --helper, such as gemini:gemini-3-flash.',
      );
    const answer = await askJson<T>(
      this.model,
      {
        ...{ system, prompt, schema },
        correction: (reason) => `That cannot be used: ${reason}. Send the JSON object alone.`,
      },
      { signal: new AbortController().signal, spend: (usage) => this.spend(usage) },
    );
    if ('value' in answer) return answer.value;
    throw new AppError('model_error', `The helping model did not answer: ${answer.reason}.`);
  }

  private spend({ inputTokens, outputTokens }: Usage): void {
    this.usage.inputTokens += inputTokens;
    this.usage.outputTokens += outputTokens;
  }
}

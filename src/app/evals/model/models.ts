import { askJson } from '../../../agentloop/ask-json.js';
import { AppError, configError } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { LlmProvider, Usage } from '../../../llm/types.js';
import type { Environment } from '../../../foundation/settings-reader.js';
import { isProviderName } from '../../config/model-settings.js';

/** The model that plays users and judges, and the tokens that this took: they are nobody's under evaluation. */
export class HelperModel {
  readonly usage: Usage = { inputTokens: 0, outputTokens: 0 };

  constructor(private readonly model: LlmProvider | undefined) {}

  /** What the model answers, in the shape of `schema`. Rejects where there is no model, or it does not do so. */
  async ask<T>(system: string, prompt: string, schema: JsonObject): Promise<T> {
    if (this.model === undefined)
      throw configError(
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

/** One model as it is compared: its name in reports, and the settings that choose it. */
export interface ModelChoice {
  name: string;
  env: Environment;
}

/**
 * The models of `a,b`: each is `provider:model`, a provider with its usual model, or a model of the configured
 * provider. Empty: the configured one.
 */
export function modelChoices(text: string | undefined): readonly ModelChoice[] {
  const names = (text ?? '').split(',').map((one) => one.trim());
  const given = names.filter((one) => one !== '');
  if (given.length === 0) return [{ name: 'configured', env: {} }];
  const twice = given.find((one, at) => given.indexOf(one) !== at);
  if (twice !== undefined)
    throw configError(`--models names "${twice}" twice; --repeat plays it again.`);
  return given.map(choiceOf);
}

function choiceOf(name: string): ModelChoice {
  const at = name.indexOf(':');
  const provider = at < 0 ? name : name.slice(0, at);
  if (!isProviderName(provider))
    return { name, env: { LLM_MODEL: name, LLM_MODEL_SMALL: '', LLM_MODEL_LARGE: '' } };
  const model = at < 0 ? '' : name.slice(at + 1);
  return {
    name,
    env: { LLM_PROVIDER: provider, LLM_MODEL: model, LLM_MODEL_SMALL: '', LLM_MODEL_LARGE: '' },
  };
}

import { AppError } from '../../../foundation/errors.js';
import type { Environment } from '../../../foundation/settings-reader.js';
import { isProviderName } from '../../config/model-settings.js';

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
    throw new AppError('config_error', `--models names "${twice}" twice; --repeat plays it again.`);
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

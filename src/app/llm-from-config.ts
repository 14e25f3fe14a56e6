import type { Config } from './config/config.js';
import { limitAnswer } from '../llm/answer-limit.js';
import { apiRules } from '../llm/requests/api-rules.js';
import { fitRequests } from '../llm/requests/fit-requests.js';
import { hideSecrets } from '../llm/hide-secrets.js';
import { repairLeakedCalls } from '../llm/leaked-calls.js';
import { nameKnownModels, type ModelList } from '../llm/known-models.js';
import {
  anthropicModels,
  createAnthropicSource,
} from '../llm/providers/anthropic/anthropic-source.js';
import { createGeminiSource, geminiModels } from '../llm/providers/gemini/gemini-source.js';
import type { Command } from '../llm/providers/palette/command.js';
import { Palette, type ToolScores } from '../llm/providers/palette/palette.js';
import { createOllamaSource, ollamaModels } from '../llm/providers/ollama/ollama-source.js';
import { createOpenAiSource, openAiModels } from '../llm/providers/openai/openai-source.js';
import {
  defaultResilience,
  resilient,
  type ModelSource,
  type ResilienceOptions,
} from '../llm/resilient.js';
import type { Models } from '../llm/models.js';
import type { LlmProvider } from '../llm/types.js';
import { tellShortlist } from '../llm/tell-shortlist.js';
import { wholeCharacters } from '../llm/whole-characters.js';
import {
  defaultModels,
  defaultAddresses,
  defaultOllamaHost,
  isOpenAi,
  type ProviderName,
} from './config/model-settings.js';

/** The parts of the configuration that say which model answers. */
export type LlmConfig = Pick<
  Config,
  'llm' | 'gemini' | 'openai' | 'anthropic' | 'ollama' | 'limits'
>;

/**
 * The configured model, keeping the contract of {@link LlmProvider}. `model` names another one of the
 * same provider; `resilience` says how trouble is waited out (for tests).
 */
export function llmFromConfig(
  config: LlmConfig,
  options: {
    model?: string;
    resilience?: ResilienceOptions;
    /** What the palette finds operations by, where no model is connected. */
    scores?: ToolScores;
    /** What the palette tries before that: the commands of plugins. */
    commands?: readonly Command[];
  } = {},
): LlmProvider {
  const { provider } = config.llm;
  const { scores = withoutIndex, commands = [] } = options;
  if (provider === 'none') return new Palette(scores, commands);
  const resilience = options.resilience ?? resilienceOf(provider);
  const source = fitRequests(
    createSource(provider, config, options.model ?? config.llm.model),
    apiRules[provider],
  );
  // Anthropic's caches end at blocks: there the shortlist is a block of its own.
  const told = provider === 'anthropic' ? (one: ModelSource) => one : tellShortlist;
  return resilient(
    limitAnswer(told(wholeCharacters(source)), config.limits.answerChars),
    resilience,
  );
}

/** Commands that run without an index find nothing. */
const withoutIndex: ToolScores = async () => () => undefined;

/** The configured models, each made once, whatever roles it has. */
export function modelsFromConfig(
  config: LlmConfig,
  palette: { scores?: ToolScores; commands?: readonly Command[] } = {},
): Models {
  const { model, modelSmall, modelLarge } = config.llm;
  const names = new Set([model, modelSmall, modelLarge]);
  const made = new Map(
    [...names].map((name) => [name, llmFromConfig(config, { ...palette, model: name })]),
  );
  const named = (name: string) => made.get(name) as LlmProvider;
  return { main: named(model), small: named(modelSmall), large: named(modelLarge) };
}

/** Ollama sends a call only when it is whole: a slow machine may be silent for minutes while it writes one. */
function resilienceOf(provider: ProviderName): ResilienceOptions {
  if (provider !== 'ollama') return defaultResilience;
  return { ...defaultResilience, limits: { firstMs: 240_000, betweenMs: 240_000 } };
}

function createSource(provider: ModelApi, config: LlmConfig, model: string): ModelSource {
  const list = modelListOf(provider, config);
  if (provider === 'ollama') {
    const { host = defaultOllamaHost, numCtx } = config.ollama;
    return nameKnownModels(repairLeakedCalls(createOllamaSource({ host, numCtx, model })), list);
  }
  const { apiKey = '', baseUrl } = config[provider];
  const source = keyedSource(provider, { apiKey, model, given: baseUrl });
  return hideSecrets(nameKnownModels(source, list), [apiKey]);
}

/** Where the API of a configuration lists its models. */
export function modelListOf(provider: ModelApi, config: LlmConfig): ModelList {
  if (provider === 'ollama') return ollamaModels({ host: config.ollama.host ?? defaultOllamaHost });
  const { apiKey = '', baseUrl: given } = config[provider];
  const baseUrl = addressOf(provider, given);
  switch (provider) {
    case 'gemini':
      return geminiModels({ apiKey, baseUrl });
    case 'anthropic':
      return anthropicModels({ apiKey, baseUrl });
    case 'openai':
      return openAiModels({ apiKey: apiKey === '' ? undefined : apiKey, baseUrl });
  }
}

/** The model APIs that are asked over the network. */
export type ModelApi = Exclude<ProviderName, 'none'>;

interface Service {
  apiKey: string;
  model: string;
  /** The base URL of the configuration, if it names one. */
  given: string | undefined;
}

/** The version belongs to the folder that speaks it: people write base URLs with and without. */
function addressOf(provider: keyof typeof defaultAddresses, given: string | undefined): string {
  const address = given ?? defaultAddresses[provider];
  return address.replace(versions[provider], '');
}

const versions = { gemini: /\/v1beta$/, anthropic: /\/v1$/, openai: /$/ } as const;

function keyedSource(provider: keyof typeof defaultAddresses, service: Service): ModelSource {
  const { apiKey, model, given } = service;
  const baseUrl = addressOf(provider, given);
  switch (provider) {
    case 'gemini':
      return createGeminiSource({ apiKey, model, baseUrl });
    case 'anthropic':
      return createAnthropicSource({ apiKey, model, baseUrl });
    case 'openai':
      return openAiSource(service, baseUrl);
  }
}

/** OpenAI's own models need no repair; those that people run themselves often do. */
function openAiSource({ apiKey, model, given }: Service, baseUrl: string): ModelSource {
  const key = apiKey === '' ? undefined : apiKey;
  if (isOpenAi(given)) {
    const limitField = 'max_completion_tokens';
    const reasoningEffort = model === defaultModels.openai ? 'none' : undefined;
    return createOpenAiSource({ apiKey: key, model, baseUrl, limitField, reasoningEffort });
  }
  const options = { apiKey: key, model, baseUrl, limitField: 'max_tokens' } as const;
  return repairLeakedCalls(createOpenAiSource(options));
}

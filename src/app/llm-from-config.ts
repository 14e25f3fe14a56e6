import type { RunLimits } from '../agentloop/budget.js';
import type { Config } from './config/config.js';
import { collectedWithin } from './config/limit-settings.js';
import {
  limitAnswer,
  hideSecrets,
  tellShortlist,
  wholeCharacters,
} from '../llm/source-transforms.js';
import { apiRules } from '../llm/requests/api-rules.js';
import { fitRequests } from '../llm/requests/fit-requests.js';
import { repairLeakedCalls } from '../llm/leaked-calls.js';
import { nameKnownModels, type ModelList } from '../llm/known-models.js';
import { explainImages } from '../llm/wire/images.js';
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
import {
  defaultModels,
  defaultAddresses,
  defaultOllamaHost,
  isOpenAi,
  type ProviderName,
} from './config/model-settings.js';

export type LlmConfig = Pick<
  Config,
  'llm' | 'gemini' | 'openai' | 'anthropic' | 'ollama' | 'limits'
>;

/** The configured model, or `model` of the same provider; `resilience` is for tests. */
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
  const { resilience = defaultResilience, placesShortlist } = apis[provider];
  const source = createSource(provider, config, options.model ?? config.llm.model);
  const whole = wholeCharacters(fitRequests(source, apiRules[provider]));
  return resilient(
    limitAnswer(placesShortlist ? whole : tellShortlist(whole), config.limits.answerChars),
    options.resilience ?? resilience,
  );
}

/** Commands that run without an index find nothing. */
const withoutIndex: ToolScores = async () => ({ of: () => undefined, byWords: true });

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

export type ModelApi = Exclude<ProviderName, 'none'>;

interface Service {
  apiKey: string;
  /** The version belongs to the folder that speaks it: people write base URLs with and without. */
  baseUrl: string;
  config: LlmConfig;
}

/** What one model API is: how it is asked, and where it lists its models. */
interface Api {
  version?: RegExp;
  source: (service: Service, model: string) => ModelSource;
  models: (service: Service) => ModelList;
  resilience?: ResilienceOptions;
  /** Media types of images that it takes from nobody. */
  refusedImages?: readonly string[];
  /** Its caches end at blocks: the shortlist is a block of its own there. */
  placesShortlist?: true;
}

const apis: Readonly<Record<ModelApi, Api>> = {
  gemini: {
    version: /\/v1beta$/,
    source: (service, model) => createGeminiSource({ ...service, model }),
    models: geminiModels,
    refusedImages: ['image/gif'],
  },
  anthropic: {
    version: /\/v1$/,
    source: (service, model) => createAnthropicSource({ ...service, model }),
    models: anthropicModels,
    placesShortlist: true,
  },
  openai: {
    source: openAiSource,
    models: ({ apiKey, baseUrl }) => openAiModels({ apiKey: apiKey || undefined, baseUrl }),
  },
  ollama: {
    source: ({ baseUrl: host, config }, model) =>
      repairLeakedCalls(createOllamaSource({ host, numCtx: config.ollama.numCtx, model })),
    models: ({ baseUrl: host }) => ollamaModels({ host }),
    // It sends a call only when it is whole: a slow machine may be silent for minutes while it writes one.
    resilience: { ...defaultResilience, limits: { firstMs: 240_000, betweenMs: 240_000 } },
  },
};

function createSource(provider: ModelApi, config: LlmConfig, model: string): ModelSource {
  const service = serviceOf(provider, config);
  const { source: makeSource, models, refusedImages } = apis[provider];
  const source = nameKnownModels(makeSource(service, model), models(service));
  return hideSecrets(explainImages(source, refusedImages), [service.apiKey]);
}

export function modelListOf(provider: ModelApi, config: LlmConfig): ModelList {
  return apis[provider].models(serviceOf(provider, config));
}

function serviceOf(provider: ModelApi, config: LlmConfig): Service {
  if (provider === 'ollama')
    return { apiKey: '', baseUrl: config.ollama.host ?? defaultOllamaHost, config };
  const { apiKey = '', baseUrl: given } = config[provider];
  const baseUrl = (given ?? defaultAddresses[provider]).replace(apis[provider].version ?? /$/, '');
  return { apiKey, baseUrl, config };
}

/** OpenAI's own models need no repair; those that people run themselves often do. */
function openAiSource({ apiKey: key, baseUrl, config }: Service, model: string): ModelSource {
  const apiKey = key === '' ? undefined : key;
  if (isOpenAi(config.openai.baseUrl)) {
    const limitField = 'max_completion_tokens';
    const reasoningEffort = model === defaultModels.openai ? 'none' : undefined;
    return createOpenAiSource({ apiKey, model, baseUrl, limitField, reasoningEffort });
  }
  return repairLeakedCalls(
    createOpenAiSource({ apiKey, model, baseUrl, limitField: 'max_tokens' }),
  );
}

/** A model that was connected on the page may have a small window; that of the configuration is in its limits. */
export function runLimits(
  { llm, ollama, limits: { run } }: LlmConfig,
  { name }: LlmProvider,
): RunLimits {
  if (name !== 'ollama' || llm.provider === 'ollama') return run;
  return { ...run, maxCollectedTokens: collectedWithin(ollama.numCtx, run.maxCollectedTokens) };
}

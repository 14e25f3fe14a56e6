import { defined } from '../../foundation/defined.js';
import { parseUrl } from '../../foundation/parse-url.js';
import type { SettingsReader } from '../../foundation/settings-reader.js';

/** The model APIs there are, and `none`: the palette. */
const providerNames = ['none', 'gemini', 'ollama', 'openai', 'anthropic'] as const;

export type ProviderName = (typeof providerNames)[number];

/** Where the services are when no base URL says otherwise. */
export const defaultAddresses = {
  gemini: 'https://generativelanguage.googleapis.com',
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
} as const;

/** Where Ollama listens when nobody says otherwise. */
export const defaultOllamaHost = 'http://127.0.0.1:11434';

/** 16k tokens hold the prompt, a dozen tools and a conversation; Ollama's own 4k would cut them silently. */
const DEFAULT_NUM_CTX = 16_384;

/** The name of a model that came with earlier releases; read as `none` for one more. */
const FORMER_NAME = 'offline';

export function isProviderName(name: string): boolean {
  return [...providerNames, FORMER_NAME].includes(name);
}

export type ModelSettings = ReturnType<typeof readModelSettings>;

/** Which model answers (unset, the first API that has a key or an address, else none), and how the APIs are reached. */
export function readModelSettings(read: SettingsReader) {
  const services = readServices(read);
  const [first, variable] = order.find(([, name]) => read.optional(name) !== undefined) ?? [];
  const provider = readProvider(read, first);
  const model = read.text('LLM_MODEL', defaultModel(provider, services, read));
  checkKey(provider, services, read);
  const chosenBy = read.optional('LLM_PROVIDER') ? 'LLM_PROVIDER' : variable;
  return {
    ...services,
    llm: {
      provider,
      model,
      /** For agents that let a small model work with tools and a large one write. */
      modelSmall: read.text('LLM_MODEL_SMALL', model),
      modelLarge: read.text('LLM_MODEL_LARGE', model),
      /** The variable by which the provider was chosen; absent: none was, and one may be connected on the page. */
      ...defined({ chosenBy }),
    },
  };
}

type Services = ReturnType<typeof readServices>;

/** How the APIs are reached; a key goes nowhere but into its API's requests. */
function readServices(read: SettingsReader) {
  return {
    gemini: service(read, 'GEMINI'),
    openai: service(read, 'OPENAI'),
    anthropic: service(read, 'ANTHROPIC'),
    ollama: {
      /** Undefined when not set: the client then uses `defaultOllamaHost`. */
      host: ollamaHost(read),
      /** The context window in tokens that is asked for with each request. */
      numCtx: read.integer('OLLAMA_NUM_CTX', DEFAULT_NUM_CTX, 512, 2_000_000),
    },
  };
}

function readProvider(read: SettingsReader, first: ProviderName = 'none'): ProviderName {
  if (read.optional('LLM_PROVIDER') !== FORMER_NAME)
    return read.choice('LLM_PROVIDER', providerNames, first);
  read.warnings.push(
    'LLM_PROVIDER=offline: the model that came with the server is gone, so this means none, the palette (docs/providers.md). Set LLM_PROVIDER=none: the next release refuses offline.',
  );
  return 'none';
}

function service(read: SettingsReader, prefix: string) {
  const apiKey = read.optional(`${prefix}_API_KEY`);
  if (apiKey !== undefined && /[^\x21-\x7e]/.test(apiKey))
    read.problem(
      `${prefix}_API_KEY`,
      'must be plain characters without spaces, as the API gave it',
    );
  return { apiKey, baseUrl: read.baseUrl(`${prefix}_BASE_URL`) };
}

/** Ollama's own documentation writes the host without a scheme, and often without a port. */
function ollamaHost(read: SettingsReader): string | undefined {
  const text = read.optional('OLLAMA_HOST');
  if (text === undefined || text.includes('://')) return read.baseUrl('OLLAMA_HOST');
  const address = `http://${text.startsWith(':') ? '127.0.0.1' : ''}${text}`;
  const url = /^[\w.:[\]-]+$/.test(text) ? parseUrl(address) : undefined;
  if (url === undefined) {
    read.problem('OLLAMA_HOST', 'must be a host, host:port, or a URL that begins with http://');
    return undefined;
  }
  return url.port === '' && !address.endsWith(':80') ? `${address}:11434` : address;
}

/** The order in which an unset `LLM_PROVIDER` is decided, with the variables that tell an API is meant. */
const order: readonly [ProviderName, string][] = [
  ['gemini', 'GEMINI_API_KEY'],
  ['gemini', 'GEMINI_BASE_URL'],
  ['anthropic', 'ANTHROPIC_API_KEY'],
  ['anthropic', 'ANTHROPIC_BASE_URL'],
  ['openai', 'OPENAI_API_KEY'],
  ['openai', 'OPENAI_BASE_URL'],
  ['ollama', 'OLLAMA_HOST'],
];

export const defaultModels: Readonly<Record<ProviderName, string>> = {
  none: 'palette',
  gemini: 'gemini-flash-latest',
  ollama: 'qwen3:14b',
  openai: 'gpt-6-luna',
  anthropic: 'claude-sonnet-4-6',
};

/** A compatible server of one's own has models nobody else knows: there is no default to guess. */
function defaultModel(provider: ProviderName, services: Services, read: SettingsReader): string {
  const named = read.optional('LLM_MODEL') !== undefined;
  if (provider === 'openai' && !isOpenAi(services.openai.baseUrl) && !named)
    read.problem(
      'LLM_MODEL',
      'is missing: name the model, as OPENAI_BASE_URL points to a server of its own',
    );
  return defaultModels[provider];
}

function checkKey(provider: ProviderName, services: Services, read: SettingsReader): void {
  if (provider === 'none' || provider === 'ollama') return;
  const { apiKey, baseUrl } = services[provider];
  const needsKey = provider !== 'openai' || isOpenAi(baseUrl);
  if (apiKey !== undefined || !needsKey) return;
  const others = provider === 'openai' ? ', set OPENAI_BASE_URL to a server that needs none,' : '';
  read.problem(
    `${provider.toUpperCase()}_API_KEY`,
    `is missing, and the model provider is ${provider}. Set it${others} or set LLM_PROVIDER=none to run without a model`,
  );
}

/** True for OpenAI's own API, false for another server that speaks its language. */
export function isOpenAi(baseUrl: string | undefined): boolean {
  return baseUrl === undefined || new URL(baseUrl).hostname === 'api.openai.com';
}

/** The embedders there are; `none` offers all tools of a context. */
const embedderNames = ['local', 'gemini', 'ollama', 'openai', 'none'] as const;

const embedderModels = {
  gemini: 'gemini-embedding-001',
  ollama: 'nomic-embed-text',
  openai: 'text-embedding-3-small',
} as const;

/** Which model turns texts into vectors; keys and addresses are those of the model APIs. */
export function readEmbedderSettings(
  read: SettingsReader,
  services: Pick<Services, 'gemini' | 'openai'>,
) {
  const kind = read.choice('EMBEDDER', embedderNames, 'local');
  if (kind === 'local' || kind === 'none') {
    refuseUseless(read, kind);
    return { kind };
  }
  checkService(read, kind, services);
  // Gemini's full 3,072 rank hardly better and cost four times the memory and reading.
  const isCut = kind === 'gemini' || read.optional('EMBEDDER_DIMENSIONS') !== undefined;
  return {
    kind,
    model: read.text('EMBEDDER_MODEL', embedderModels[kind]),
    /** Undefined takes what the model gives by itself. */
    dimensions: isCut ? read.integer('EMBEDDER_DIMENSIONS', 768, 1, 8192) : undefined,
  };
}

/** A model that is named and not used would go unnoticed. */
function refuseUseless(read: SettingsReader, kind: 'local' | 'none'): void {
  const asked = read.optional('EMBEDDER');
  if (asked !== undefined && asked !== kind) return;
  read.refuse(
    ['EMBEDDER_MODEL', 'EMBEDDER_DIMENSIONS'],
    `is set, and EMBEDDER is ${kind}, which has no choice of models. Unset it, or set EMBEDDER to gemini, ollama or openai`,
  );
}

function checkService(
  read: SettingsReader,
  kind: 'gemini' | 'ollama' | 'openai',
  services: Pick<Services, 'gemini' | 'openai'>,
): void {
  if (kind === 'ollama') return;
  const { apiKey, baseUrl } = services[kind];
  const ownServer = kind === 'openai' && !isOpenAi(baseUrl);
  if (apiKey === undefined && !ownServer)
    read.problem(
      `${kind.toUpperCase()}_API_KEY`,
      `is missing, and EMBEDDER is ${kind}. Set it, or set EMBEDDER=local to use the embedded model`,
    );
  if (ownServer && read.optional('EMBEDDER_MODEL') === undefined)
    read.problem(
      'EMBEDDER_MODEL',
      'is missing: name the embedding model, as OPENAI_BASE_URL points to a server of its own',
    );
}

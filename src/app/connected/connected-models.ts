import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from '../../agenttools/sources/openapi/fetch/fetch-document.js';
import { AppError, conflict, invalidRequest, messageOf } from '../../foundation/errors.js';
import { isLoopback, parseUrl } from '../../foundation/parse-url.js';
import { withoutEnd } from '../../foundation/text.js';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { ModelConnection, ModelRequest } from '../../agentapi/model/model.controller.js';
import { defined } from '../../foundation/defined.js';
import { type KnownSecrets, secretHider } from '../../foundation/secrets.js';
import type { Logger } from '../../foundation/logger.js';
import { repeat } from '../../foundation/clock.js';
import { listModels } from '../../llm/known-models.js';
import type { LiveModels, Models } from '../../llm/models.js';
import { ProviderError } from '../../llm/provider-error.js';
import { ollamaModels } from '../../llm/providers/ollama/ollama-source.js';
import type { ConnectedModelStore, StoredModel } from '../../store/connected-model.store.js';
import { modelListOf, type LlmConfig, type ModelApi } from '../llm-from-config.js';
import type { LlmProvider } from '../../llm/types.js';

/** Ranges that are asked only where the address itself is typed. */
const OWN_NETWORK: readonly string[] = ['loopback', 'private', 'uniqueLocal'];

/** The address as stored: https, or plain http where a private address is typed as such. Rejects with `invalid_request`. */
export async function checkedAddress(text: string): Promise<string> {
  const url = parseUrl(text.trim());
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw refusedAddress('must be a URL that begins with https:// or http://');
  if (url.username + url.password + url.search + url.hash !== '')
    throw refusedAddress('must be an address only: no user, password, query or fragment');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0 && !isLoopback(host)) await requirePublic(host, url.protocol);
  else requireUsual(host, url.protocol);
  return withoutEnd(`${url.origin}${url.pathname}`, /\//);
}

function requireUsual(host: string, protocol: string): void {
  const range = isLoopback(host) ? 'loopback' : ipaddr.process(host).range();
  if (OWN_NETWORK.includes(range)) return;
  if (range !== 'unicast') throw refusedAddress(`names an address that is not asked (${range})`);
  if (protocol !== 'https:') throw refusedAddress('is plain http; use https');
}

async function requirePublic(host: string, protocol: string): Promise<void> {
  if (protocol !== 'https:')
    throw refusedAddress(
      'is plain http; use https, or type the address of a machine of your network',
    );
  const addresses = await lookup(host, { all: true }).catch(() => {
    throw refusedAddress(`names ${host}, which does not resolve to an address`);
  });
  const inside = addresses.find(({ address }) => !isPublicAddress(address));
  if (inside !== undefined)
    throw refusedAddress(
      `names ${host}, which resolves to ${inside.address}, not a public address. Type that address if it is meant, or set it in the server's environment`,
    );
}

function refusedAddress(why: string): AppError {
  return invalidRequest(`The address ${why}.`, [{ path: 'address', message: why }]);
}

/** A local model may be loaded from disk first. */
const LIMIT_MS = 120_000;

const REQUEST = {
  system: 'You test a connection. Answer only by calling the tool.',
  messages: [{ role: 'user' as const, content: 'Call report_ready with ready set to true.' }],
  tools: [
    {
      name: 'report_ready',
      description: 'Reports that the connection works.',
      inputSchema: {
        type: 'object',
        properties: { ready: { type: 'boolean' } },
        required: ['ready'],
      },
    },
  ],
  maxTokens: 1_000,
  isOptional: true,
};

/** Has a model call one tool. Rejects with `model_error` or `model_unavailable` and what its API said. */
async function tryModel(llm: LlmProvider): Promise<{ ms: number; calledTool: boolean }> {
  const started = performance.now();
  let calledTool = false;
  for await (const event of llm.streamChat(REQUEST, AbortSignal.timeout(LIMIT_MS))) {
    if (event.type === 'tool_call') calledTool ||= event.call.name === 'report_ready';
    if (event.type === 'error') throw refused(llm.model, event.message, event.retryable);
  }
  return { ms: Math.round(performance.now() - started), calledTool };
}

function refused(model: string, said: string, isPassing: boolean): AppError {
  const code = isPassing ? 'model_unavailable' : 'model_error';
  return new AppError(code, `${model} did not pass its test, so nothing was changed. ${said}`);
}

export interface ConnectedModelsDeps {
  config: LlmConfig;
  store: ConnectedModelStore;
  models: LiveModels;
  make: (config: LlmConfig) => Models;
  /** What decides instead, where something does: the name of a variable. */
  chosenBy: string | undefined;
  /** Whether all servers of the database can open what this one seals. */
  isShared: boolean;
  /** Whether other servers may connect one too. */
  hasOthers: boolean;
  ollamaAddress: string;
  secrets: KnownSecrets;
  logger: Logger;
}

const POLL_MS = 10_000;
const OLLAMA_LIMIT_MS = 1_000;

/** The model that an operator connects while the server runs, in the place of the one of its start. */
export class ConnectedModels implements ModelConnection, OnModuleInit, OnApplicationShutdown {
  private stored: StoredModel | undefined;
  private readonly first: Models;
  private stop = (): void => {};

  constructor(private readonly deps: ConnectedModelsDeps) {
    const { main, small, large } = deps.models;
    this.first = { main, small, large };
  }

  async onModuleInit(): Promise<void> {
    if (this.deps.chosenBy !== undefined) return;
    await this.load();
    if (!this.deps.hasOthers) return;
    const failed = (error: unknown) =>
      this.deps.logger.warn({ reason: messageOf(error) }, 'the connected model was not read again');
    this.stop = repeat(POLL_MS, () => this.load(), failed);
  }

  onApplicationShutdown(): void {
    this.stop();
  }

  state() {
    const { chosenBy, isShared, models } = this.deps;
    const { main, small } = models;
    const { stored } = this;
    return {
      provider: main.name,
      model: main.model,
      connected: stored !== undefined,
      has_key: stored?.key !== undefined,
      holds_for: isShared ? ('all_servers' as const) : ('this_server' as const),
      ...defined({
        small_model: small.model === main.model ? undefined : small.model,
        chosen_by: chosenBy,
        address: stored?.address || undefined,
      }),
    };
  }

  async ollama(): Promise<{ address: string; models: string[] } | undefined> {
    if (this.deps.chosenBy !== undefined) return undefined;
    const address = this.deps.ollamaAddress;
    const signal = AbortSignal.timeout(OLLAMA_LIMIT_MS);
    const models = await listModels(ollamaModels({ host: address }), signal).catch(() => undefined);
    return models && { address, models };
  }

  async list(asked: ModelRequest): Promise<string[]> {
    const wanted = await this.wanted(asked);
    const config = this.configOf(wanted);
    const list = modelListOf(wanted.provider as ModelApi, config);
    try {
      return await listModels(list, new AbortController().signal);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const hide = secretHider([wanted.key ?? '']);
      throw new AppError(
        error.retryable ? 'model_unavailable' : 'model_error',
        hide(error.message),
      );
    }
  }

  async connect(asked: ModelRequest & { model: string }, userId: string) {
    const wanted = await this.wanted(asked);
    const models = this.deps.make(this.configOf(wanted));
    const trial = await tryModel(models.large);
    if (models.small !== models.large) await tryModel(models.small);
    await this.deps.store.save(wanted, userId);
    await this.load();
    const { provider, model } = wanted;
    this.deps.logger.info({ provider, model, user_id: userId }, 'a model was connected');
    return trial;
  }

  async disconnect(userId: string): Promise<void> {
    this.requireFree();
    await this.deps.store.remove();
    await this.load();
    this.deps.logger.info({ user_id: userId }, 'the connected model was removed');
  }

  private async load(): Promise<void> {
    const { store, models, make } = this.deps;
    const stored = await store.find();
    this.deps.secrets.add([stored?.key ?? '']);
    if (JSON.stringify(stored) === JSON.stringify(this.stored)) return;
    models.replace(stored === undefined ? this.first : make(this.configOf(stored)));
    this.stored = stored;
  }

  /** What is asked for, with the key of before only where it goes to the same address. */
  private async wanted(asked: ModelRequest): Promise<Omit<StoredModel, 'connectedAt'>> {
    this.requireFree();
    const { provider, model = '', smallModel } = asked;
    const address = asked.address ? await checkedAddress(asked.address) : '';
    const { stored } = this;
    const isSame = stored?.provider === provider && stored.address === address;
    const key = asked.key ?? (isSame ? stored.key : undefined);
    if (key === undefined && provider !== 'ollama' && (provider !== 'openai' || address === ''))
      throw invalidRequest(`Type the key of ${provider} for this address.`, [
        { path: 'key', message: 'is missing' },
      ]);
    return { provider, address, model, ...defined({ smallModel, key }) };
  }

  private requireFree(): void {
    const { chosenBy } = this.deps;
    if (chosenBy === undefined) return;
    throw conflict(
      `The model of this server is set by ${chosenBy} where it was started, which wins over the page. Start it without, and connect a model here.`,
    );
  }

  private configOf({ provider, address, model, smallModel, key }: ConfigOf): LlmConfig {
    const { config } = this.deps;
    const baseUrl = address === '' ? undefined : address;
    const llm = { provider: provider as ModelApi, model, modelSmall: smallModel ?? model };
    const api =
      provider === 'ollama' ? { ...config.ollama, host: baseUrl } : { apiKey: key, baseUrl };
    return { ...config, llm: { ...llm, modelLarge: model }, [provider]: api };
  }
}

type ConfigOf = Omit<StoredModel, 'connectedAt'>;

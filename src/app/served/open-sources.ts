import { filter, firstValueFrom, timer, race } from 'rxjs';
import type { SignInStore } from '../../agenttools/sources/mcp/oauth/sign-in-store.js';
import { McpSource } from '../../agenttools/sources/mcp/mcp-source.js';
import { OpenApiSource } from '../../agenttools/sources/openapi/openapi-source.js';
import type { StartDocumentWorker } from '../../agenttools/sources/openapi/worker/document-thread.js';
import type { Credential, CredentialPlace } from '../../agenttools/sources/credentials.js';
import type { LiveCatalog, SourceReport } from '../../agenttools/sources/live-catalog.js';
import type { Questions } from '../../agenttools/questions/questions.js';
import type { ToolSource } from '../../agenttools/sources/tool-source.js';
import { AppError } from '../../foundation/errors.js';
import { defined } from '../../foundation/defined.js';
import type { KnownSecrets } from '../../foundation/known-secrets.js';
import type { Logger } from '../../foundation/logger.js';
import type { UserFiles } from '../../foundation/user-files.js';
import type {
  ConfigFile,
  McpSourceConfig,
  OpenApiSourceConfig,
  SourceAuth,
} from '../config/file/config-file.model.js';
import { mcpOptionsOf, memoryOf, pinsOf, signInsOf } from './mcp-options.js';
import { secretsOf } from './source-secrets.js';

/** What sources are opened with beside the config file. */
export interface SourceOptions {
  logger: Logger;
  /** Time limit of one request to a backend in ms. */
  timeoutMs: number;
  /** What is cut out of answers; the secrets of sources are added to it. */
  secrets: KnownSecrets;
  /** Where what was approved is kept. */
  dataDir: string;
  /** What users uploaded. */
  files: UserFiles;
  /** Where sources ask the users of their calls. */
  questions: Questions;
  /** Where sign-ins at MCP servers are kept. */
  signIns: SignInStore;
  startWorker?: StartDocumentWorker;
}

/** Opens the sources of a config file; they read their documents behind it, and each says by itself how it stands. */
export function openSources(file: ConfigFile, options: SourceOptions): ToolSource[] {
  return file.sources.map(({ id }) => openSource(file, id, options));
}

/** Opens one source of a config file. */
export function openSource(file: ConfigFile, id: string, options: SourceOptions): ToolSource {
  const config = file.sources.find((source) => source.id === id);
  if (config !== undefined) options.secrets.add(secretsOf(config));
  switch (config?.kind) {
    case 'openapi':
      return openApiSource(config, fillsOf(file, id), options);
    case 'mcp':
      return mcpSource(config, fillsOf(file, id), options);
    case undefined:
      throw new AppError('config_error', `sources.${id}: there is no such source.`);
  }
}

/** Resolves once no source is being read for the first time any more, after `limitMs` at the latest. */
export async function sourcesSettled(
  { reports$ }: Pick<LiveCatalog, 'reports$'>,
  limitMs: number,
): Promise<void> {
  const isSettled = (reports: readonly SourceReport[]): boolean =>
    reports.every(({ state }) => state !== 'loading');
  await firstValueFrom(race(reports$.pipe(filter(isSettled)), timer(limitMs)));
}

function openApiSource(
  config: OpenApiSourceConfig,
  fills: Readonly<Record<string, string>>,
  { logger, timeoutMs, secrets, files, startWorker }: SourceOptions,
): ToolSource {
  const { id, document, baseUrl, reads, refuse, exclude, include, refreshMs, examplesFile } =
    config;
  const { conventions, envelopes, policies, unsigned } = config;
  const source = new OpenApiSource({
    id,
    document,
    backend: { baseUrl: () => baseUrl, timeoutMs, secrets, ...backendSecrets(config.auth) },
    credentials: credentialPlaces(config.auth),
    waits: config.auth.waitsFor && waitsText(config.auth.waitsFor),
    patterns: { reads, refuse, exclude, ...defined({ include }) },
    refreshMs,
    ...{ conventions, envelopes },
    policies,
    fills,
    files,
    logger,
    ...defined({ examplesFile, startWorker, unsigned }),
  });
  source.open();
  return source;
}

function mcpSource(
  config: McpSourceConfig,
  fills: Readonly<Record<string, string>>,
  { logger, dataDir, secrets, questions, signIns }: SourceOptions,
): ToolSource {
  const { pins, file } = pinsOf(config, dataDir);
  const approvals$ = file.changes$;
  const source = new McpSource({
    ...mcpOptionsOf(config),
    fills,
    secrets,
    logger,
    pins,
    memory: memoryOf(config, dataDir, logger),
    approvals$,
    questions,
    ...defined({ signIns: signInsOf(config, signIns, logger) }),
  });
  source.open();
  return source;
}

/** Either the caller's own token or one of the server's, never both; further keys of the server beside it. */
export function backendSecrets({ kind, credentials, waitsFor }: SourceAuth) {
  const authorization = credentials.find(isAuthorization)?.value;
  return {
    ...(kind !== 'forward' && { authorization: () => authorization }),
    ...(waitsFor !== undefined && { authorization: () => refuseToken(waitsFor) }),
    credentials: credentials.filter((one) => !isAuthorization(one)),
  };
}

function waitsText(origin: string): string {
  return `it waits until an operator allows ${origin} to be sent the tokens of users: under Sources on the page, or by SOURCES_MAY_FORWARD_TO`;
}

function refuseToken(origin: string): never {
  throw new AppError('role_needed', `Nothing was sent to this source: ${waitsText(origin)}.`);
}

function isAuthorization({ in: place, name }: Credential): boolean {
  return place === 'header' && name === 'authorization';
}

/** What `auth` sets, without its secrets: what its document is held against. */
export function credentialPlaces({ kind, credentials }: SourceAuth): CredentialPlace[] {
  const forwarded: CredentialPlace[] =
    kind === 'forward' ? [{ in: 'header', name: 'authorization' }] : [];
  return [...forwarded, ...credentials.map(({ in: place, name }) => ({ in: place, name }))];
}

/** Which arguments of a source's tools the page's context fills: argument → context key, over all agents. */
export function fillsOf({ agents }: ConfigFile, source: string): Record<string, string> {
  const pairs = agents
    .filter(({ sources }) => sources.includes(source))
    .flatMap(({ context }) => Object.entries(context))
    .flatMap(([key, fills]) => fills.map((argument) => [argument, key] as const));
  return Object.fromEntries(pairs);
}

import { parseUrl } from '../../foundation/parse-url.js';
import { secretsIn } from '../../foundation/secrets.js';
import type {
  SourceConfig,
  ConfigFile,
  McpSourceConfig,
  OpenApiSourceConfig,
  SourceAuth,
} from '../config/file/config-file.model.js';
import { filter, firstValueFrom, timer, race } from 'rxjs';
import type { SignInStore } from '../../agenttools/sources/mcp/oauth/sign-in-store.js';
import { OpenApiSource } from '../../agenttools/sources/openapi/openapi-source.js';
import type { StartDocumentWorker } from '../../agenttools/sources/openapi/worker/document-thread.js';
import type { Credential, CredentialPlace } from '../../agenttools/sources/credentials.js';
import type { LiveCatalog, SourceReport } from '../../agenttools/sources/live-catalog.js';
import type { Questions } from '../../agenttools/questions/questions.js';
import type { ToolSource } from '../../agenttools/sources/tool-source.js';
import { AppError, configError } from '../../foundation/errors.js';
import type { Logger } from '../../foundation/logger.js';
import type { UserFiles } from '../../foundation/user-files.js';
import type { Config } from '../config/config.js';
import { version } from '../version.js';

/** Names of headers that sign a request. */
const SIGNING = /auth|cookie|cred|key|pass|secret|session|sign|token/i;

/** What the config file gives a source to be known by there; other headers and variables are no secrets. */
function secretsOf(config: SourceConfig): string[] {
  if (config.kind === 'openapi') return config.auth.credentials.map(({ value }) => value);
  const { server, oauth } = config;
  // By their names, and of the arguments the passwords in addresses.
  if ('command' in server)
    return secretsIn({ ...Object.fromEntries(server.args.entries()), ...server.env });
  const headers = Object.entries(server.headers).filter(([name]) => SIGNING.test(name));
  const inAddress = parseUrl(server.url)?.searchParams.values() ?? [];
  return [...headers.map(([, value]) => value), ...inAddress, oauth?.clientSecret ?? ''];
}

/** Opens sources of a config file; they read their documents behind it, and each says by itself how it stands. */
export class SourceOpener {
  constructor(
    private readonly config: Pick<Config, 'dataDir' | 'limits' | 'secrets'>,
    private readonly files: UserFiles,
    private readonly questions: Questions,
    private readonly signIns: SignInStore,
    private readonly logger: Logger,
    private readonly startWorker?: StartDocumentWorker,
  ) {}

  async open(file: ConfigFile, id: string): Promise<ToolSource> {
    const source = file.sources.find((one) => one.id === id);
    if (source !== undefined) this.config.secrets.add(secretsOf(source));
    switch (source?.kind) {
      case 'openapi':
        return this.openApiSource(source, fillsOf(file, id));
      case 'mcp':
        return this.mcpSource(source, fillsOf(file, id));
      case undefined:
        throw configError(`sources.${id}: there is no such source.`);
    }
  }

  private openApiSource(config: OpenApiSourceConfig, fills: Readonly<Record<string, string>>) {
    const { files, logger, startWorker } = this;
    const { limits, secrets } = this.config;
    const { auth, baseUrl } = config;
    const timeoutMs = limits.run.maxToolSeconds * 1000;
    const source = new OpenApiSource({
      ...config,
      fills,
      files,
      logger,
      startWorker,
      backend: { baseUrl: () => baseUrl, timeoutMs, secrets, ...backendSecrets(auth) },
      credentials: credentialPlaces(auth),
      waits: auth.waitsFor && waitsText(auth.waitsFor),
    });
    source.open();
    return source;
  }

  /** The SDK takes 13 MB, so it is loaded where there is a server to speak to. */
  private async mcpSource(config: McpSourceConfig, fills: Readonly<Record<string, string>>) {
    const { McpSource } = await import('../../agenttools/sources/mcp/mcp-source.js');
    const { pinsOf, signInsOf } = await import('./mcp-options.js');
    const { logger, questions, signIns } = this;
    const { dataDir, secrets } = this.config;
    const { pins, file } = pinsOf(config, dataDir);
    const source = new McpSource({
      ...config,
      version,
      fills,
      secrets,
      logger,
      pins,
      questions,
      approvals$: file.changes$,
      signIns: signInsOf(config, signIns, logger),
    });
    source.open();
    return source;
  }
}

/** Resolves once no source is being read for the first time any more, after `limitMs` at the latest. */
export async function sourcesSettled({ reports$ }: Pick<LiveCatalog, 'reports$'>, limitMs: number) {
  const isSettled = (reports: readonly SourceReport[]): boolean =>
    reports.every(({ state }) => state !== 'loading');
  await firstValueFrom(race(reports$.pipe(filter(isSettled)), timer(limitMs)));
}

/** Either the caller's own token or one of the server's, never both; further keys of the server beside it. */
function backendSecrets({ kind, credentials, waitsFor }: SourceAuth) {
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

import { createPrivateKey, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { ProtocolSettings } from '../../agentapi/protocols/protocol-runs.js';
import { SettingsReader, type Environment } from '../../foundation/settings-reader.js';
import { withoutEnd } from '../../foundation/text.js';
import type { EdgePolicy } from '../../http/edge-policy.js';
import { type ModelSettings, readModelSettings, readEmbedderSettings } from './model-settings.js';
import { readAuthSettings, readForwardedUsers } from './auth-settings.js';
import { readLimitSettings, readRetentionSettings } from './limit-settings.js';
import { readObserveSettings } from './observe-settings.js';
import type { AnyPlugin } from '../../host/plugin.js';
import { builtInPlugins } from '../../plugins/built-in.js';
import { messageOf } from '../../foundation/errors.js';
import { KnownSecrets, secretsIn } from '../../foundation/secrets.js';
import { defined } from '../../foundation/defined.js';
import type { JsonObject } from '../../foundation/json.js';
import { isLoopback, parseUrl } from '../../foundation/parse-url.js';

function readProtocolSettings(read: SettingsReader): ProtocolSettings {
  const major = read.choice('AI_SDK_MAJOR', ['5', '6', '7'], '7');
  return {
    aiSdkMajor: Number(major) as ProtocolSettings['aiSdkMajor'],
    publicUrl: read.baseUrl('PUBLIC_URL'),
  };
}

export type { Environment } from '../../foundation/settings-reader.js';

export type Config = ReturnType<typeof readConfig>;

export function readConfig(
  env: Environment,
  plugins: readonly AnyPlugin[] = builtInPlugins,
  parts: Readonly<Record<string, JsonObject>> = {},
) {
  const read = new SettingsReader(env);
  const models = readModelSettings(read);
  const host = read.text('HOST', '127.0.0.1');
  const dataDir = read.text('DATA_DIR', '.data');
  const auth = readAuthSettings(read, host);
  const config = {
    host,
    port: read.integer('PORT', 3000, 0, 65535),
    auth,
    operatorRole: read.text('OPERATOR_ROLE', 'operator'),
    forwardedUsers: readForwardedUsers(read, auth),
    edge: readEdgeSettings(read),
    /** Origins to which sources that are added on the page may send the tokens of users. */
    mayForwardTo: originsOf(read, 'SOURCES_MAY_FORWARD_TO'),
    /** What is cut out of what others answer; sources and connected models add theirs. */
    secrets: new KnownSecrets(secretsIn(env)),
    dataDir,
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    /** What sign-ins at MCP servers are encrypted with; absent: a key in the folder of data. */
    signInKey: readSignInKey(read),
    /** What signs receipts; absent: a key that is made of the one above. */
    receiptKey: readReceiptKey(read),
    platformUrl: withoutSlash(read.url('PLATFORM_URL', ['http:', 'https:'])),
    ...models,
    embedder: readEmbedderSettings(read, models),
    knowledge: readKnowledgeSettings(read),
    explorer: readExplorerSettings(read, dataDir),
    agents: {
      /** The models that may choose the steps of research; absent: all. */
      trustedModels: read
        .optional('AGENT_MODELS')
        ?.split(',')
        .map((name) => name.trim()),
    },
    ...readSelectionSettings(read),
    plugins: Object.fromEntries(
      plugins.map((plugin) => [plugin.name, settingsOf(plugin, read, parts[plugin.name] ?? {})]),
    ),
    runGraceS: read.number('RUN_GRACE_S', 30, 0, 24 * 60 * 60),
    previewTtlHours: read.number('PREVIEW_TTL_HOURS', 24, 0.001, 24 * 365),
    retention: readRetentionSettings(read),
    limits: readLimitSettings(read, windowOf(models)),
    protocols: readProtocolSettings(read),
    observe: readObserveSettings(read),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    /** Settings of an earlier release that were read for the last time, each with what to write instead. */
    warnings: read.warnings,
  };
  read.finish();
  return config;
}

/** The window in tokens that is asked for; those of hosted models are larger than any limit here. */
function windowOf({ llm, ollama }: ModelSettings): number | undefined {
  return llm.provider === 'ollama' ? ollama.numCtx : undefined;
}

function readSelectionSettings(read: SettingsReader) {
  return {
    ragTopK: read.integer('RAG_TOP_K', 6, 1, 128),
    ragMinScore: read.number('RAG_MIN_SCORE', 0, -1, 1),
    /** Below this mean of the best three scores no tool is offered for a message; 0: never so. */
    ragFitScore: read.number('RAG_FIT_SCORE', 0, 0, 1),
    /** How many tools a conversation keeps on offer for the prompt cache of its model's API; 0: none are kept. */
    ragKeepTools: read.integer('RAG_KEEP_TOOLS', 14, 0, 128),
    /** Whether tools are ranked by what messages before have shown of them. */
    learnFromUse: read.choice('LEARN_FROM_USE', ['on', 'off'], 'on') === 'on',
  };
}

const MIN_KEY = 32;

/** A text that nobody can guess: what is encrypted with it lies in the database. */
function readSignInKey(read: SettingsReader): string | undefined {
  const key = read.optional('SIGN_IN_KEY');
  if (key !== undefined && key.length < MIN_KEY)
    read.problem('SIGN_IN_KEY', `must have at least ${MIN_KEY} random characters`);
  return key;
}

/** A private key of Ed25519: PEM, or the base64 of PKCS #8. */
function readReceiptKey(read: SettingsReader): KeyObject | undefined {
  const text = read.optional('RECEIPT_KEY');
  if (text === undefined) return undefined;
  try {
    const der = { key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' } as const;
    const key = createPrivateKey(text.startsWith('-----') ? text : der);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // What is wrong with it may tell of it.
  }
  read.problem('RECEIPT_KEY', 'must be an Ed25519 private key: PEM, or the base64 of PKCS #8');
  return undefined;
}

function withoutSlash(url: string | undefined): string | undefined {
  return url === undefined ? undefined : withoutEnd(url, /\//);
}

function settingsOf(plugin: AnyPlugin, read: SettingsReader, part: JsonObject): unknown {
  try {
    return plugin.settings?.(read, part) as unknown;
  } catch (error) {
    read.problem(`plugin ${plugin.name}`, `is not able to read its settings: ${messageOf(error)}`);
    return undefined;
  }
}

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** Which pages may call, and which host names are the server's: beyond this machine any, unless `ALLOWED_HOSTS` is set. */
function readEdgeSettings(read: SettingsReader): EdgePolicy {
  const corsOrigins = originsOf(read, 'CORS_ORIGINS');
  const named = read.list('ALLOWED_HOSTS').map((name) => name.toLowerCase());
  for (const name of named) checkHost(read, name);
  const hosts =
    named.length === 0 && !isLoopback(read.text('HOST', '127.0.0.1')) ? undefined : named;
  return { corsOrigins, hosts };
}

function originsOf(read: SettingsReader, name: string): string[] {
  const origins = read.list(name);
  for (const origin of origins) checkOrigin(read, name, origin);
  return origins;
}

function checkOrigin(read: SettingsReader, name: string, origin: string): void {
  const isWeb = /^https?:\/\/[^*]+$/.test(origin);
  // Browsers write an origin in one way only; any other spelling would never be met.
  if (isWeb && parseUrl(origin)?.origin === origin) return;
  read.problem(
    name,
    `must be a comma list of origins as browsers write them, such as https://app.example.com or http://localhost:5173: no *, no null, no path, no last slash, no capital letters`,
  );
}

function checkHost(read: SettingsReader, name: string): void {
  const isName = /^[^*:]+$/.test(name);
  if (isName && parseUrl(`http://${name}`)?.host === name) return;
  read.problem(
    'ALLOWED_HOSTS',
    'must be a comma list of host names without scheme, port and wildcard, such as sextant.example.com',
  );
}

function readExplorerSettings(read: SettingsReader, dataDir: string) {
  return {
    /** On 127.0.0.1; 0 takes a free one. */
    port: read.integer('EXPLORER_PORT', 3002, 0, 65535),
    /** Holds its database, apart from the server's. */
    dataDir: read.text('EXPLORER_DATA_DIR', join(dataDir, 'explorer')),
    /** Whether an empty graph is filled with the sample ordinances. */
    samples: read.choice('SAMPLE_GRAPH', ['on', 'off'], 'on') === 'on',
  };
}

const COHERE = 'https://api.cohere.com';

export function readKnowledgeSettings(read: SettingsReader) {
  const isEmbedded = read.optional('DATABASE_URL') === undefined;
  const apiKey = read.optional('COHERE_API_KEY');
  const baseUrl = read.baseUrl('COHERE_BASE_URL');
  const model = read.text('COHERE_RERANK_MODEL', 'rerank-v3.5');
  const hasService = apiKey !== undefined || baseUrl !== undefined;
  return {
    maxMb: read.number('DOCUMENT_MAX_MB', 20, 0.01, 200),
    maxCount: read.integer('DOCUMENT_MAX_COUNT', 1000, 1, 1_000_000),
    /** How large they may be together, in MB. */
    maxTotalMb: read.number('DOCUMENT_MAX_TOTAL_MB', 1024, 0.01, 1_000_000),
    /** Whether the sample handbook is taken in at the start. */
    samples: read.choice('SAMPLE_DOCUMENTS', ['on', 'off'], isEmbedded ? 'on' : 'off') === 'on',
    cohere: hasService ? { baseUrl: baseUrl ?? COHERE, ...defined({ apiKey }), model } : undefined,
  };
}

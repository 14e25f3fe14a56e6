import { withoutEnd } from '../../foundation/without-end.js';
import { readAgentSettings, type AgentSettings } from './agent-settings.js';
import { readEdgeSettings } from './edge-settings.js';
import { readAuthSettings, type AuthSettings } from './auth-settings.js';
import { readEmbedderSettings, type EmbedderSettings } from './embedder-settings.js';
import { readExplorerSettings, type ExplorerSettings } from './explorer-settings.js';
import type { EdgePolicy } from '../../http/edge-policy.js';
import { readKnowledgeSettings, type KnowledgeSettings } from './knowledge-settings.js';
import { readLawSettings, type LawSettings } from './law-settings.js';
import { readLimitSettings, type LimitSettings } from './limit-settings.js';
import { readModelSettings, type ModelSettings } from './model-settings.js';
import { readObserveSettings, type ObserveSettings } from './observe-settings.js';
import { readResearchSettings, type ResearchSettings } from './research-settings.js';
import { SettingsReader, type Environment } from '../../foundation/settings-reader.js';

export type { Environment } from '../../foundation/settings-reader.js';

/** The server's settings; every field is documented in the README's configuration table. */
export interface Config extends ModelSettings {
  host: string;
  port: number;
  auth: AuthSettings;
  edge: EdgePolicy;
  dataDir: string;
  databaseUrl: string | undefined;
  platformUrl: string | undefined;
  embedder: EmbedderSettings;
  knowledge: KnowledgeSettings;
  research: ResearchSettings;
  explorer: ExplorerSettings;
  agents: AgentSettings;
  law: LawSettings;
  ragTopK: number;
  ragMinScore: number;
  draftTtlHours: number;
  runGraceS: number;
  previewTtlHours: number;
  limits: LimitSettings;
  observe: ObserveSettings;
  logLevel: string;
}

/** Reads and checks the settings; rejects all wrong ones at once with `config_error`, naming each variable. */
export function readConfig(env: Environment): Config {
  const read = new SettingsReader(env);
  const models = readModelSettings(read);
  const host = read.text('HOST', '127.0.0.1');
  const dataDir = read.text('DATA_DIR', '.data');
  const config: Config = {
    host,
    port: read.integer('PORT', 3000, 0, 65535),
    auth: readAuthSettings(read, host),
    edge: readEdgeSettings(read),
    dataDir,
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    platformUrl: withoutSlash(read.url('PLATFORM_URL', ['http:', 'https:'])),
    ...models,
    embedder: readEmbedderSettings(read, models),
    knowledge: readKnowledgeSettings(read),
    research: readResearchSettings(read),
    explorer: readExplorerSettings(read, dataDir),
    agents: readAgentSettings(read),
    law: readLawSettings(read),
    ragTopK: read.integer('RAG_TOP_K', 6, 1, 128),
    ragMinScore: read.number('RAG_MIN_SCORE', 0, -1, 1),
    draftTtlHours: read.number('DRAFT_TTL_HOURS', 72, 0.001, 24 * 365),
    runGraceS: read.number('RUN_GRACE_S', 30, 0, 24 * 60 * 60),
    previewTtlHours: read.number('PREVIEW_TTL_HOURS', 24, 0.001, 24 * 365),
    limits: readLimitSettings(read, windowOf(models)),
    observe: readObserveSettings(read),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  read.finish();
  return config;
}

function withoutSlash(url: string | undefined): string | undefined {
  return url === undefined ? undefined : withoutEnd(url, /\//);
}

/** The window in tokens that is asked for; those of hosted models are larger than any limit here. */
function windowOf({ llm, ollama }: ModelSettings): number | undefined {
  return llm.provider === 'ollama' ? ollama.numCtx : undefined;
}

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

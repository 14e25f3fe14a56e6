import type { ChangePolicies } from '../../../agenttools/changes/policies/change-policy.js';
import type { Credential } from '../../../agenttools/sources/credentials.js';
import type { McpSourceOptions } from '../../../agenttools/sources/mcp/mcp-source.js';
import type { OAuthSettings } from '../../../agenttools/sources/mcp/oauth/sign-in-exchange.js';
import type { OpenApiSourceOptions } from '../../../agenttools/sources/openapi/openapi-source.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { Environment } from '../../../foundation/settings-reader.js';

/** How requests are signed: with the caller's token, with secrets of the server, with both in different places, or not. */
export interface SourceAuth {
  kind: 'none' | 'forward' | 'secrets';
  credentials: readonly Credential[];
  /** The origin that waits until an operator allows it to be sent the tokens of users. */
  waitsFor?: string;
}

type OpenApiOptions = 'id' | 'document' | 'patterns' | 'policies' | 'refreshMs';
type OpenApiRules = 'conventions' | 'envelopes' | 'links';
type McpOptions = 'id' | 'server' | 'patterns' | 'policies' | 'elicitation';

export interface OpenApiSourceConfig
  extends
    Required<Pick<OpenApiSourceOptions, OpenApiOptions | OpenApiRules>>,
    Pick<OpenApiSourceOptions, 'unsigned' | 'examplesFile' | 'overlayFile'> {
  kind: 'openapi';
  /** Without a slash at its end. */
  baseUrl: string;
  auth: SourceAuth;
}

export interface McpSourceConfig
  extends Required<Pick<McpSourceOptions, McpOptions>>, Pick<McpSourceOptions, 'examplesFile'> {
  kind: 'mcp';
  /** How users sign in to it; absent for programs, and where the operator's headers do. */
  oauth?: OAuthSettings;
}

export type SourceConfig = OpenApiSourceConfig | McpSourceConfig;

export interface AgentConfig {
  /** Its name on the wire, the `context_type`. */
  contextType: string;
  title: string;
  description: string;
  sources: readonly string[];
  coreTools: readonly string[];
  instructions: string;
  instructionsFile?: string;
  examples: readonly string[];
  /** Context key → the arguments that it fills. */
  context: Readonly<Record<string, readonly string[]>>;
  maxTurns?: number;
  runScript: boolean;
}

/** A config file, read and checked: paths are absolute, secrets filled in. */
export interface ConfigFile {
  /** Absent where nothing was written: then the sample is served. */
  path?: string;
  sample: boolean;
  /** `auto`, or the context type of an agent. */
  defaultAgent: string;
  sources: readonly SourceConfig[];
  agents: readonly AgentConfig[];
  /** Absolute paths, or names of packages. */
  plugins: readonly string[];
  pluginChanges?: ChangePolicies;
  /** What plugins are told, by their names; what is in it is each plugin's own. */
  pluginSettings: Readonly<Record<string, JsonObject>>;
}

export interface ReadingContext {
  /** The folder of the file: paths are relative to it. */
  folder: string;
  env: Environment;
  /** Notes what is wrong; reading continues, so that all faults are told at once. */
  fault: (path: readonly string[], message: string) => void;
}

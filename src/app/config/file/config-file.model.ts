import type { CallInverse } from '../../../agenttools/changes/mcp-call/call-payload.js';
import type { ChangePolicies } from '../../../agenttools/changes/policies/change-policy.js';
import type { Credential } from '../../../agenttools/sources/credentials.js';
import type { DocumentPlace } from '../../../agenttools/sources/openapi/fetch/read-document-text.js';
import type { PageLinks } from '../../../agenttools/sources/openapi/page-links.js';
import type { WriteConventions } from '../../../agenttools/changes/http-request/request-rules.js';
import type { OAuthSettings } from '../../../agenttools/sources/mcp/oauth/sign-in-exchange.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { Environment } from '../../../foundation/settings-reader.js';

/**
 * How requests to a backend are signed: not at all, with the caller's own token, or with secrets of the server;
 * beside the caller's token there may be keys of the server, in other places.
 */
export interface SourceAuth {
  kind: 'none' | 'forward' | 'secrets';
  credentials: readonly Credential[];
  /** The origin that waits until an operator allows it to be sent the tokens of users. */
  waitsFor?: string;
}

/** What is common to sources of all kinds; absent lists leave the usual. */
interface SourceConfigBase {
  id: string;
  reads: readonly string[];
  refuse: readonly string[];
  exclude: readonly string[];
  include?: readonly string[];
  /** Absolute path. */
  examplesFile?: string;
  policies: ChangePolicies;
}

export interface OpenApiSourceConfig extends SourceConfigBase {
  kind: 'openapi';
  document: DocumentPlace;
  /** Why its document is read without sign-in where its requests have one. */
  unsigned?: string;
  /** Without a slash at its end. */
  baseUrl: string;
  auth: SourceAuth;
  refreshMs: number;
  /** What the document does not say of its writes. */
  conventions: WriteConventions;
  /** Where objects stand in answers, as JSON pointers: the first pattern that fits counts. */
  envelopes: readonly { pattern: string; at: string }[];
  /** The backend's own pages, by path. */
  links: PageLinks;
}

/** A source of tools of an MCP server. */
export interface McpSourceConfig extends SourceConfigBase {
  kind: 'mcp';
  server:
    | {
        command: string;
        args: readonly string[];
        env: Readonly<Record<string, string>>;
        cwd: string;
      }
    | { url: string; headers: Readonly<Record<string, string>> };
  /** How users sign in to it; absent for programs, and where the operator's headers do. */
  oauth?: OAuthSettings;
  trustHints: boolean;
  /** Lets the server ask the users of its calls. */
  elicitation: boolean;
  /** By a tool's name there: the arguments with which it only says what it would do. */
  dryRuns: Readonly<Record<string, JsonObject>>;
  /** By a tool's name there: the call that takes a call of it back. */
  inverses: Readonly<Record<string, CallInverse>>;
  /** By a tool's name there: the page of what a call of it is about. */
  links?: PageLinks;
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
  /** Absolute path of the file that they are in, if any. */
  instructionsFile?: string;
  examples: readonly string[];
  /** Context key → the arguments that it fills. */
  context: Readonly<Record<string, readonly string[]>>;
  maxTurns?: number;
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
  /** What becomes of the kinds of change that plugins bring. */
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

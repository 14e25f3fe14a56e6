import { type Observable, of } from 'rxjs';
import type { ErrorDetail } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { AskedBy, PolicyDecision, SetLimits } from '../changes/policies/change-policy.js';
import { type Tool, withServices, type ToolOf } from '../tool.js';
import type { Backend } from './backend.js';
import type { ExampleFile } from './examples/example-file.js';

/** How a source stands, for people. `down` and `degraded` say why in `detail`. */
export interface SourceStatus {
  state: 'ok' | 'loading' | 'degraded' | 'down';
  detail: string;
  /** What its document or list has, and what of it is offered or wrong. */
  counts?: { offered: number; declared: number; wrong: number };
  refused?: readonly { tool: string; reason: string }[];
  /** Tools that wait until the operator has approved them, and what of them is new, other or suspicious. */
  quarantined?: readonly QuarantinedTool[];
}

export interface QuarantinedTool {
  tool: string;
  /** Of its definition as it is now: approving names it, so that nothing else is approved. */
  sha256: string;
  why: 'new' | 'changed' | 'suspicious';
  suspicions: readonly string[];
  changes: readonly { field: string; before?: string; after?: string }[];
}

export type SeenDefinition = Pick<QuarantinedTool, 'tool' | 'sha256'>;

export interface StartedSignIn {
  url: string;
  host: string;
  expires_at: string;
}

export interface SignInResult {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

export interface SourceSignIn {
  /** Undefined where none is asked for. */
  stateOf(userId: string): Promise<'needed' | 'done' | undefined>;
  /** `documentUrl` describes this client to those who read it; rejects with `platform_error` what they do wrong. */
  start(userId: string, redirectUrl: string, documentUrl?: string): Promise<StartedSignIn>;
  /** Rejects with `conflict` what this user has not begun. */
  finish(userId: string, isOperator: boolean, result: SignInResult): Promise<void>;
  /** Forgets it here and revokes it there; answers whether there was one. */
  forget(userId: string): Promise<boolean>;
}

/** Where tools come from. Both streams emit their latest value to each subscriber. */
export interface ToolSource {
  /** Short and unique: a prefix of imported tools' names. */
  id: string;
  title?: string;
  kind: 'static' | 'openapi' | 'mcp';
  /** What its tools read from and its changes are applied to; absent: no backend. */
  backend?: Backend;
  /** Its backend is asked with the caller's own token. */
  forwards?: boolean;
  tools$: Observable<readonly Tool[]>;
  status$: Observable<SourceStatus>;
  /** What speaks against applying an earlier proposal: its tool is gone or refused, or takes more than it has. */
  checkChange?(payload: JsonObject): readonly ErrorDetail[];
  /** What the operator says of a change that a caller with these roles asks for; absent: a person decides. */
  policyOf?(payload: JsonObject, by: AskedBy): PolicyDecision;
  setLimits?: SetLimits;
  /** As they were seen; rejects with `conflict` when one is another by now, and then approves none. */
  approve?(seen: readonly SeenDefinition[], by: string): Promise<void>;
  /** Where the example requests of its tools stand, for people to edit; absent where they stand in no file. */
  examples?: ExampleFile;
  signIn?: SourceSignIn;
  close?(): Promise<void>;
}

export const SOURCE_ID = /^[a-z][a-z0-9_]{0,19}$/;

/** A source of tools that are written in code and never change, each closed over its plugin's services. */
export function staticTools<Services>({
  tools,
  services,
  ...source
}: Pick<ToolSource, 'id' | 'title' | 'backend'> & {
  tools: readonly ToolOf<Services>[];
  services: Services;
}): ToolSource {
  return {
    ...source,
    kind: 'static',
    tools$: of(withServices(source.id, tools, services)),
    status$: of({ state: 'ok', detail: `${tools.length} tools` }),
  };
}

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/** How long a source waits before it asks again, in ms: doubled by each failure before, a minute at most. */
export function retryWait(failures: number): number {
  return Math.min(FIRST_MS * 2 ** failures, LONGEST_MS);
}

/** Which of a tool's arguments the page's context fills; `fills`: argument → context key. */
export function contextIdsOf(
  names: readonly string[],
  fills: Readonly<Record<string, string>>,
): Tool['contextIds'] {
  const filled = names.filter((name) => Object.hasOwn(fills, name));
  if (filled.length === 0) return undefined;
  return Object.fromEntries(filled.map((name) => [name, { key: fills[name] as string }]));
}

/** For people: what it does, and to what: "Edit file (notes.md)". */
export function titleWith(title: string, values: readonly string[]): string {
  const plain = title.replace(/\.$/, '');
  return values.length === 0 ? plain : `${plain} (${values.join(', ')})`;
}

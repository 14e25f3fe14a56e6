import { isDeepStrictEqual } from 'node:util';
import { ownValue, type JsonObject } from '../../../foundation/json.js';
import type { CallInverse } from '../../changes/mcp-call/mcp-call.js';
import {
  matchesGlob,
  isOffered,
  unusedPatterns,
  type OperationPatterns,
} from '../openapi/filter/operation-filter.js';
import type { PageLinks } from '../../changes/http-request/web-page.js';
import type { ToolDefinition } from './definitions/tool-definition.js';

/** What the operator says of a server's tools, by their names there or here, or by globs. */
export interface McpPatterns extends OperationPatterns {
  trustHints?: boolean;
  /** By a tool's name there: the arguments with which it only says what it would do. */
  dryRuns?: Readonly<Record<string, JsonObject>>;
  /** By a tool's name there: the call that takes a call of it back. */
  inverses?: Readonly<Record<string, CallInverse>>;
  /** By a tool's name there: the address of the page of what a call of it is about. */
  links?: PageLinks | undefined;
}

export interface NamedDefinition {
  toolName: string;
  definition: ToolDefinition;
}

export function isOfferedTool(patterns: McpPatterns, tool: NamedDefinition): boolean {
  return isOffered(patterns, (pattern) => meansTool(pattern, tool));
}

/** Whether a tool only reads: because the operator says so, or where the server is believed. */
export function isReadTool(patterns: McpPatterns, tool: NamedDefinition): boolean {
  if (patterns.reads?.some((pattern) => meansTool(pattern, tool))) return true;
  return patterns.trustHints === true && tool.definition.annotations['readOnlyHint'] === true;
}

/** Whether a call of a tool is its dry run: every argument that makes it one is there as it must be. */
export function isDryRun(patterns: McpPatterns, tool: string, input: JsonObject): boolean {
  const wanted = Object.entries(ownValue(patterns.dryRuns ?? {}, tool) ?? {});
  return wanted.length > 0 && wanted.every(([key, value]) => isDeepStrictEqual(input[key], value));
}

/** The patterns that mean no tool: most likely a mistake in writing. */
export function unusedToolPatterns(
  patterns: McpPatterns,
  tools: readonly NamedDefinition[],
): string[] {
  const means = (pattern: string) => tools.some((tool) => meansTool(pattern, tool));
  const lists = unusedPatterns(patterns, means).map(({ list, pattern }) => `${list}: "${pattern}"`);
  const names = new Set(tools.map(({ definition }) => definition.name));
  const named = {
    dry_runs: Object.keys(patterns.dryRuns ?? {}),
    links: Object.keys(patterns.links ?? {}),
    undo: Object.entries(patterns.inverses ?? {}).flatMap(([name, { tool }]) => [name, tool]),
  };
  const unnamed = Object.entries(named).flatMap(([list, all]) =>
    all.filter((name) => !names.has(name)).map((name) => `${list}: "${name}"`),
  );
  return [...lists, ...unnamed];
}

export function meansTool(pattern: string, { toolName, definition }: NamedDefinition): boolean {
  return matchesGlob(pattern, definition.name) || matchesGlob(pattern, toolName);
}

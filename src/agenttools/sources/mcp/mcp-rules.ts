import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../foundation/json.js';
import type { CallInverse } from '../../changes/mcp-call/call-payload.js';
import { matchesGlob } from '../openapi/filter/glob.js';
import type { PageLinks } from '../openapi/page-links.js';
import {
  isOffered,
  unusedPatterns,
  type OperationPatterns,
} from '../openapi/filter/operation-filter.js';
import type { ToolDefinition } from './definitions/tool-definition.js';

/** What the operator says of a server's tools, by their names there or here, or by globs. */
export interface McpPatterns extends OperationPatterns {
  /** Believes the server's `readOnlyHint`. */
  trustHints?: boolean;
  /** By a tool's name there: the arguments with which it only says what it would do. */
  dryRuns?: Readonly<Record<string, JsonObject>>;
  /** By a tool's name there: the call that takes a call of it back. */
  inverses?: Readonly<Record<string, CallInverse>>;
  /** By a tool's name there: the address of the page of what a call of it is about. */
  links?: PageLinks | undefined;
}

/** A tool with the name that it has here. */
export interface NamedDefinition {
  toolName: string;
  definition: ToolDefinition;
}

/** Whether the patterns offer a tool. */
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
  const wanted = Object.entries(dryRunOf(patterns, tool) ?? {});
  return wanted.length > 0 && wanted.every(([key, value]) => isDeepStrictEqual(input[key], value));
}

/** The arguments that make a call of the tool a dry run, if the operator named any. */
export function dryRunOf(patterns: McpPatterns, tool: string): JsonObject | undefined {
  const all = patterns.dryRuns ?? {};
  return Object.hasOwn(all, tool) ? all[tool] : undefined;
}

/** The call that takes a call of the tool back, if the operator named one. */
export function inverseOf(patterns: McpPatterns, tool: string): CallInverse | undefined {
  const all = patterns.inverses ?? {};
  return Object.hasOwn(all, tool) ? all[tool] : undefined;
}

/** The page of what a call of the tool is about, if the operator named one. */
export function linkOf({ links = {} }: McpPatterns, tool: string): string | undefined {
  return Object.hasOwn(links, tool) ? links[tool] : undefined;
}

/** The patterns that mean no tool: most likely a mistake in writing. */
export function unusedToolPatterns(
  patterns: McpPatterns,
  tools: readonly NamedDefinition[],
): string[] {
  const means = (pattern: string) => tools.some((tool) => meansTool(pattern, tool));
  const lists = unusedPatterns(patterns, means).map(({ list, pattern }) => `${list}: "${pattern}"`);
  const runs = Object.keys(patterns.dryRuns ?? {})
    .filter((name) => !tools.some(({ definition }) => definition.name === name))
    .map((name) => `dry_runs: "${name}"`);
  const linked = Object.keys(patterns.links ?? {})
    .filter((name) => !tools.some(({ definition }) => definition.name === name))
    .map((name) => `links: "${name}"`);
  const undone = Object.entries(patterns.inverses ?? {})
    .flatMap(([name, { tool }]) => [name, tool])
    .filter((name) => !tools.some(({ definition }) => definition.name === name))
    .map((name) => `undo: "${name}"`);
  return [...lists, ...runs, ...linked, ...undone];
}

/** True when the pattern means the tool, by its name there or here. */
export function meansTool(pattern: string, { toolName, definition }: NamedDefinition): boolean {
  return matchesGlob(pattern, definition.name) || matchesGlob(pattern, toolName);
}

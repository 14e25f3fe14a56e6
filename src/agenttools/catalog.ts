import { AppError } from '../foundation/errors.js';
import { compileArguments, type ArgumentCheck } from './arguments.js';
import type { Tool, ToolGroup } from './tool.js';

/** All tools by name, each with its compiled argument check. Immutable. */
export interface Catalog {
  readonly tools: readonly Tool[];
  find(name: string): CatalogEntry | undefined;
  /** Names of the tools of any of `groups`, in catalogue order; no groups = all tools. */
  names(groups?: readonly ToolGroup[]): string[];
}

/** A tool and the check of its arguments. */
export interface CatalogEntry {
  tool: Tool;
  check: ArgumentCheck;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Builds a catalogue; rejects a name twice, or one that some model API would refuse, with `config_error`. */
export function createCatalog(tools: readonly Tool[]): Catalog {
  const entries = new Map<string, CatalogEntry>();
  for (const tool of tools) {
    if (!NAME.test(tool.name) || entries.has(tool.name)) {
      throw new AppError(
        'config_error',
        `The tool name "${tool.name}" is taken or not made of at most 64 letters, digits and underscores.`,
      );
    }
    entries.set(tool.name, { tool, check: compileArguments(tool) });
  }
  return {
    tools: [...tools],
    find: (name) => entries.get(name),
    names: (groups) => tools.filter((tool) => inGroups(tool, groups)).map((tool) => tool.name),
  };
}

function inGroups(tool: Tool, groups: readonly ToolGroup[] | undefined): boolean {
  return groups === undefined || tool.groups.some((group) => groups.includes(group));
}

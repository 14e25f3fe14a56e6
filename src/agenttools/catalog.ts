import { configError } from '../foundation/errors.js';
import { compileArguments } from './arguments.js';
import type { ChangeKinds } from './changes/change-kind.js';
import type { ArgumentCheck, Tool, ToolEffect } from './tool.js';

/** All tools by name, each with its compiled argument check. Immutable. */
export interface Catalog {
  readonly tools: readonly Tool[];
  find(name: string): CatalogEntry | undefined;
  /** Names of the tools of any of `groups`, in catalogue order; no groups = all tools. Kept for each list of groups. */
  names(groups?: readonly string[]): ReadonlySet<string>;
}

export interface CatalogEntry {
  tool: Tool;
  check: ArgumentCheck;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** A catalogue that stays as it is; rejects with `config_error` what {@link compileEntry} refuses. */
export function createCatalog(tools: readonly Tool[], kinds?: Pick<ChangeKinds, 'find'>): Catalog {
  const entries = new Map<string, CatalogEntry>();
  for (const tool of tools) entries.set(tool.name, compileEntry(tool, entries, kinds));
  return catalogOf(entries);
}

export function catalogOf(entries: ReadonlyMap<string, CatalogEntry>): Catalog {
  const tools = [...entries.values()].map(({ tool }) => tool);
  const namesOf = (groups?: readonly string[]) =>
    new Set(
      tools
        .filter((tool) => tool.groups.some((group) => groups?.includes(group) ?? true))
        .map(({ name }) => name),
    );
  const all = namesOf();
  const kept = new WeakMap<readonly string[], ReadonlySet<string>>();
  return {
    tools,
    find: (name) => entries.get(name),
    names: (groups) => {
      if (groups === undefined) return all;
      const known = kept.get(groups) ?? namesOf(groups);
      kept.set(groups, known);
      return known;
    },
  };
}

/** Rejects with `config_error` what no model API would take: its name, description, schema, or kind of change. */
export function compileEntry(
  tool: Tool,
  taken: ReadonlyMap<string, CatalogEntry>,
  kinds: Pick<ChangeKinds, 'find'> | undefined,
): CatalogEntry {
  const fault = faultOf(tool, taken, kinds);
  if (fault === undefined) return { tool, check: tool.check ?? compileArguments(tool) };
  throw configError(`The tool "${String(tool.name)}" of "${tool.source}" ${fault}`);
}

function faultOf(
  { name, description, effect, proposes, groups, examples, ...tool }: Tool,
  taken: ReadonlyMap<string, CatalogEntry>,
  kinds: Pick<ChangeKinds, 'find'> | undefined,
): string | undefined {
  if (typeof name !== 'string' || !NAME.test(name))
    return 'has a name that is not made of at most 64 letters, digits and underscores.';
  const other = taken.get(name)?.tool;
  if (other) return `has a name that a tool of "${other.source}" has taken.`;
  if (typeof description !== 'string' || description.trim() === '')
    return 'has no description, so no model could know when to call it.';
  if (!isTexts(groups) || !isTexts(examples))
    return 'needs its groups and its examples as lists of texts.';
  if (typeof tool.execute !== 'function') return 'has no function "execute", which would run it.';
  if (!EFFECTS.includes(effect))
    return `has the effect "${effect}"; known are ${EFFECTS.join(', ')}.`;
  if (effect !== 'propose')
    return proposes && 'names a kind of change ("proposes"), so its effect must be "propose".';
  if (proposes === undefined) return 'proposes changes but names no kind of change ("proposes").';
  if (kinds && kinds.find(proposes) === undefined)
    return `proposes changes of the kind "${proposes}", which no plugin registers.`;
  return undefined;
}

/** Plugins in plain JavaScript have no types that hold them to it. */
function isTexts(list: unknown): boolean {
  return Array.isArray(list) && list.every((item) => typeof item === 'string');
}

const EFFECTS: readonly ToolEffect[] = ['read', 'draft', 'propose'];

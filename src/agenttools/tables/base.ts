import { AppError } from '../../foundation/errors.js';
import type { ToolContext } from '../tool.js';
import { toTableConfig, type StoredConfig, type TableConfig } from './config-model.js';
import { resolveConfig } from './resolve.js';
import { NEW_TABLE } from './working-copies.js';

/** The arguments by which a tool takes one saved table. */
export interface TableInput {
  id?: string;
  table_name?: string;
}

/** Schema of {@link TableInput}: spread into a tool's properties. */
export const tableProperties = {
  id: {
    type: 'string',
    description: 'UUID of the saved table; leave out for the table open on the page.',
  },
  table_name: {
    type: 'string',
    description: 'Name of the saved table when the user names one; stands before id.',
  },
} as const;

/** The arguments by which a tool takes the config that a change starts from. */
export interface BaseInput extends TableInput {
  config?: unknown;
  from_saved?: boolean;
}

/** Schema of {@link BaseInput}: spread into a tool's properties. */
export const baseProperties = {
  ...tableProperties,
  config: {
    type: 'object',
    description: 'A full config to start from instead; seldom needed: earlier changes are kept.',
  },
  from_saved: {
    type: 'boolean',
    description:
      'True drops earlier changes that were not accepted and starts from the saved table.',
  },
} as const;

/** Argument filled from the page's context. */
export const tableContextIds = { id: 'config_id' } as const;

/** A config to work on and where it comes from. */
export interface Base {
  /** The config id its working copy is kept under. */
  key: string;
  config: TableConfig;
  /** Changes since the saved config, one sentence each. */
  changes: readonly string[];
  /** The saved table; absent for a new one. */
  stored?: StoredConfig;
  /** What the model should know of how the base was found. */
  note?: string;
}

/**
 * The config that a change or preview starts from: the given one; else the working copy of the named
 * table, or of the one changed last in this conversation; else the saved table.
 */
export async function loadBase(input: BaseInput, context: ToolContext): Promise<Base> {
  const stored = await findStored(input, context);
  const key = stored?.id ?? NEW_TABLE;
  if (input.config !== undefined) {
    const given = toTableConfig(input.config);
    return { key, config: given, changes: ['took the given config'], ...(stored && { stored }) };
  }
  const copy = input.from_saved === true ? undefined : await pendingOf(key, context);
  if (stored === undefined) {
    if (copy === undefined) throw nothingNamed();
    return { key, config: toTableConfig(copy.config), changes: copy.changes };
  }
  if (copy === undefined) return { key, config: stored.config, changes: [], stored };
  if (copy.baseVersion !== stored.version) {
    await context.workingCopies.clear(context.caller.userId, context.conversationId, key);
    const note = 'The saved table has changed meanwhile, so earlier pending changes were dropped.';
    return { key, config: stored.config, changes: [], stored, note };
  }
  return { key, config: toTableConfig(copy.config), changes: copy.changes, stored };
}

/** The pending changes kept under a config id in this conversation. */
export function pendingOf(key: string, context: ToolContext) {
  return context.workingCopies.get(context.caller.userId, context.conversationId, key);
}

/** Keeps a changed config as the working copy of its base. */
export function saveBase(
  base: Base,
  config: TableConfig,
  changes: readonly string[],
  context: ToolContext,
): Promise<void> {
  return context.workingCopies.put(context.caller.userId, context.conversationId, base.key, {
    config,
    changes,
    ...(base.stored && { baseVersion: base.stored.version }),
  });
}

/** The named saved table, else the one changed last in this conversation; undefined for neither. */
async function findStored(
  input: BaseInput,
  context: ToolContext,
): Promise<StoredConfig | undefined> {
  const named = input.table_name ?? input.id;
  if (named !== undefined) return resolveConfig(context.platform, named);
  if (input.config !== undefined) return undefined;
  const latest = await context.workingCopies.latest(context.caller.userId, context.conversationId);
  if (latest === undefined || latest.configId === NEW_TABLE) return undefined;
  return resolveConfig(context.platform, latest.configId);
}

/** The named saved table, or the one changed last; rejects with `invalid_arguments` when neither is there. */
export async function requireStored(
  input: TableInput,
  context: ToolContext,
): Promise<StoredConfig> {
  const stored = await findStored(input, context);
  if (stored === undefined) throw nothingNamed();
  return stored;
}

function nothingNamed(): AppError {
  return new AppError(
    'invalid_arguments',
    'Say which table: "table_name" or "id" of a saved one (list_table_configs shows them). For a new table call preview_table_config with "name", "source" (schema.table) and "columns".',
  );
}

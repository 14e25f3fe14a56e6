import { textProperty, flagProperty } from '../../../foundation/json.js';
import { toolsFor, type ToolCall } from '../../../agenttools/tool.js';
import { type PgWorkingCopyStore, NEW_TABLE } from '../store/working-copies.store.js';
import { isUuid } from '../../../foundation/ids.js';
import { invalidArguments } from '../../../foundation/errors.js';
import { toTableConfig, type StoredConfig, type TableConfig } from './config-model.js';
import { matchName } from '../../../agenttools/names.js';
import { resolveConfig, savedByName } from './facts.js';
import { sameJson } from './diff.js';

export interface TableServices {
  workingCopies: PgWorkingCopyStore;
}

export type TableCall = ToolCall & TableServices;

export interface TableInput {
  id?: string;
  table_name?: string;
}

export const tableProperties = {
  id: textProperty('UUID (or name) of the saved table; leave out for the table open on the page.'),
  table_name: textProperty('Name of the saved table when the user names one; stands before id.'),
} as const;

export interface BaseInput extends TableInput {
  config?: unknown;
  from_saved?: boolean;
}

export const baseProperties = {
  ...tableProperties,
  config: {
    type: 'object',
    description: 'A full config to start from instead; seldom needed: earlier changes are kept.',
  },
  from_saved: flagProperty(
    'True drops earlier changes that were not accepted and starts from the saved table.',
  ),
} as const;

export const tableContextIds = { id: { key: 'config_id' } };

/** What the arguments name the table by; undefined where they leave it out or blank. */
function namedTable({ table_name: name, id }: TableInput): string | undefined {
  return [name, id].find((text) => text !== undefined && text.trim() !== '');
}

export interface Base {
  key: string;
  config: TableConfig;
  changes: readonly string[];
  /** The saved table; absent for a new one. */
  stored?: StoredConfig;
  note?: string;
}

/** The given config; else the working copy of the named table, or of the last changed here; else the saved table. A new one goes by its title. */
export async function loadBase(input: BaseInput, context: TableCall): Promise<Base> {
  if (input.config !== undefined) return givenBase(input, context);
  const pending = await pendingNew(input, context);
  if (pending !== undefined) return pending;
  const stored = await requireStored(input, context);
  const key = stored.id;
  const fresh: Base = { key, config: stored.config, changes: [], stored };
  const copy = input.from_saved === true ? undefined : await pendingOf(key, context);
  if (copy === undefined) return fresh;
  if (copy.baseVersion === stored.version) {
    return { ...fresh, config: toTableConfig(copy.config), changes: copy.changes };
  }
  await forget(key, context);
  return { ...fresh, note: OUTDATED };
}

const OUTDATED =
  'The saved table has changed in the meantime, so earlier pending changes were dropped.';

async function givenBase(input: BaseInput, context: TableCall): Promise<Base> {
  const config = toTableConfig(input.config);
  const named = namedTable(input);
  if (named === undefined) return { key: NEW_TABLE, config, changes: [] };
  const stored = await resolveConfig(context.read, named);
  return { key: stored.id, config, changes: ['replaced the config by the given one'], stored };
}

/** The new table of this conversation if the call means it; the saved one once the user has accepted it. */
async function pendingNew(input: BaseInput, context: TableCall): Promise<Base | undefined> {
  const { caller, conversationId, read } = context;
  const named = namedTable(input);
  if (named === undefined) {
    const latest = await context.workingCopies.latest(caller.userId, conversationId);
    if (latest?.configId !== NEW_TABLE) return undefined;
  }
  const copy = isUuid(named) ? undefined : await pendingOf(NEW_TABLE, context);
  if (copy === undefined) return undefined;
  const config = toTableConfig(copy.config);
  const { title } = config;
  if (named !== undefined && matchName([title], named, (name) => name).kind !== 'one')
    return undefined;
  const saved = await savedByName(read, title);
  if (saved === undefined || !sameJson(saved.config, config)) {
    return { key: NEW_TABLE, config, changes: copy.changes };
  }
  await forget(NEW_TABLE, context);
  return { key: saved.id, config: saved.config, changes: [], stored: saved };
}

/** What a working copy of this conversation is kept under. */
function placeOf(key: string, { caller, conversationId }: TableCall) {
  return [caller.userId, conversationId, key] as const;
}

function forget(key: string, context: TableCall): Promise<void> {
  return context.workingCopies.clear(...placeOf(key, context));
}

export function pendingOf(key: string, context: TableCall) {
  return context.workingCopies.get(...placeOf(key, context));
}

export function saveBase(
  { key, stored }: Base,
  config: TableConfig,
  changes: readonly string[],
  context: TableCall,
): Promise<void> {
  const copy = { config, changes, baseVersion: stored?.version };
  return context.workingCopies.put(...placeOf(key, context), copy);
}

/** The named saved table, or the one changed last in this conversation; rejects with `invalid_arguments` when neither is there. */
export async function requireStored(input: TableInput, context: TableCall): Promise<StoredConfig> {
  const named = namedTable(input);
  if (named !== undefined) return resolveConfig(context.read, named);
  const latest = await context.workingCopies.latest(context.caller.userId, context.conversationId);
  if (latest !== undefined && latest.configId !== NEW_TABLE) {
    return resolveConfig(context.read, latest.configId);
  }
  throw invalidArguments(
    'Say which table: "table_name" or "id" of a saved one (list_table_configs shows them). For a new table call preview_table_config with "name", "source" (schema.table) and "columns".',
  );
}

export const tableTool = toolsFor<TableServices>('tables');

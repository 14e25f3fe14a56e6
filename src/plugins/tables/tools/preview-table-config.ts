import { capitalized } from '../../../foundation/text.js';
import { flagProperty, listProperty, textProperty } from '../../../foundation/json.js';
import { sameJson, diffConfigs } from './diff.js';
import {
  AppError,
  ifCode,
  type ErrorDetail,
  conflict,
  invalidArguments,
} from '../../../foundation/errors.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import type { ChangeProposal, ToolOutcome } from '../../../agenttools/tool.js';
import {
  loadBase,
  saveBase,
  tableContextIds,
  tableProperties,
  type Base,
  type TableInput,
  type TableCall,
  tableTool,
} from './base.js';
import {
  checkConfig,
  invalidConfig,
  warningsOf,
  completeConfig,
  condense,
} from './check-config.js';
import type { StoredConfig, TableConfig } from './config-model.js';
import { loadFacts, tablesOf, savedByName } from './facts.js';
import { filterItems, sortItems } from './rows.js';
import { queryConfig } from '../../../platform/reads.js';
import { storedTable } from '../changes/table-change.js';
import { buildConfig, type Wish } from './starter.js';
import { NEW_TABLE } from '../store/working-copies.store.js';

interface Input extends TableInput, Partial<Omit<Wish, 'title'>> {
  config?: unknown;
  name?: string;
  description?: string;
  as_new?: boolean;
}

const SAMPLE_ROWS = 5;

export const previewTableConfig = tableTool<Input>({
  name: 'preview_table_config',
  description:
    'Shows the user a new or changed table with its first rows, to accept or reject: the last step of every change. After apply_* calls it needs no config. For a new table give name, source and columns; linked tables are joined by themselves.',
  properties: {
    ...tableProperties,
    name: textProperty('Name of a new table, or a new name.', 255),
    description: { type: 'string', maxLength: 1000, description: 'What the table is for.' },
    source: textProperty('New table: what it lists, as schema.table, e.g. inventory.products.'),
    columns: listProperty(
      'New table: its columns; "table.column" for those of linked tables.',
      { type: 'string' },
      40,
    ),
    filters: listProperty('New table: which rows.', filterItems, 20),
    sort: listProperty('New table: order of rows.', sortItems, 10),
    config: { type: 'object', description: 'A full config; seldom needed.' },
    as_new: flagProperty('True: a new table from this one, under "name".'),
  },
  examples: [
    'create a table of all products with name and price',
    'build me a new table for customer orders',
    'make a list of suppliers with city and rating',
    'show me how the changed table would look',
    'preview it',
    'copy this table under another name',
    'new grid: stock per warehouse',
    'ok looks good, show the result before saving',
  ],
  effect: 'propose',
  proposes: 'table_config_preview',
  contextIds: tableContextIds,
  execute: async (input, context) => {
    try {
      const base = await toBase(input, context);
      return await preview(base, input, context);
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid_config') {
        return invalid(error.message, error.details);
      }
      throw error;
    }
  },
});

async function toBase(input: Input, context: TableCall): Promise<Base> {
  const { name, source, columns, filters, sort } = input;
  if (source !== undefined) {
    const wish = { title: name ?? titleOf(source), source, columns, filters, sort };
    return { key: NEW_TABLE, config: await buildConfig(context.read, wish), changes: [] };
  }
  const base = await loadBase(input, context);
  if (input.as_new === true) return { key: NEW_TABLE, config: base.config, changes: base.changes };
  return base;
}

function titleOf(source: string): string {
  return capitalized(source.slice(source.lastIndexOf('.') + 1).replaceAll('_', ' '));
}

async function preview(base: Base, input: Input, context: TableCall): Promise<ToolOutcome> {
  const { read } = context;
  const config = await completed(base, input, read);
  const name = input.name ?? base.stored?.name ?? config.title;
  if (base.stored === undefined) await refuseTakenName(read, name);
  else refuseUnchanged(base.stored, config, name, input);
  const check = await checkConfig(read, config);
  if (!check.valid) {
    const consequence = 'Nothing was shown; fix these and call preview_table_config again.';
    const { message } = invalidConfig(check.errors, consequence);
    return invalid(message, check.errors);
  }
  const data = await queryConfig(read, config, SAMPLE_ROWS);
  await saveBase(base, config, base.changes, context);
  const proposal = toProposal(base, input, name, config, data, context.conversationId);
  return {
    result: {
      table: name,
      is_update: base.stored !== undefined,
      changes: base.changes.length > 0 ? base.changes : undefined,
      note: base.note,
      shown: condense(config),
      total_rows: data.total,
      warnings: warningsOf(check),
      to_change_it: base.stored
        ? undefined
        : `pass table_name "${config.title}" to the apply tools`,
    },
    signals: [{ type: 'preview', preview: proposal }],
  };
}

/** Fills what a given config left out; a working copy is complete already. */
async function completed(base: Base, input: Input, read: ReadClient): Promise<TableConfig> {
  const { config, stored } = base;
  if (input.config === undefined)
    return stored === undefined && input.name !== undefined
      ? { ...config, title: input.name }
      : config;
  // Without facts of an unknown table: the platform's check names it better.
  const facts = await loadFacts(read, tablesOf(config)).catch(ifCode('not_found', undefined));
  return facts === undefined ? config : completeConfig(config, facts);
}

function toProposal(
  base: Base,
  input: Input,
  name: string,
  config: TableConfig,
  data: { rows: readonly object[]; total: number },
  conversationId: string,
): ChangeProposal {
  const { stored } = base;
  const description = input.description ?? stored?.description;
  const body = { name, description: description || undefined, config };
  return {
    kind: 'table_config_preview',
    description: describeChange(base, name, config, data.total),
    payload: stored === undefined ? body : { ...body, if_version: stored.version },
    subject: `conversation:${conversationId}:${stored?.id ?? `new:${name.toLowerCase()}`}`,
    targetId: stored?.id,
    facts: stored && { before: storedTable({ ...stored }) },
    extra: {
      name,
      rows: data.rows,
      total: data.total,
      diff: stored && diffConfigs(stored.config, config),
    },
  };
}

const MAX_CHANGES = 4;

function describeChange(base: Base, name: string, config: TableConfig, total: number): string {
  if (base.stored === undefined) {
    const { columns, source } = condense(config);
    return `New table "${name}" on ${source}: ${columns.length} columns, ${total} rows.`;
  }
  const renamed = name === base.stored.name ? [] : [`renamed to "${name}"`];
  const changes = [...base.changes, ...renamed];
  const list = changes.slice(0, MAX_CHANGES).join('; ');
  const more = changes.length > MAX_CHANGES ? `; and ${changes.length - MAX_CHANGES} more` : '';
  return `Change of table "${base.stored.name}": ${list}${more}.`;
}

/** A new table under a name that is taken could not be accepted. */
async function refuseTakenName(read: ReadClient, name: string): Promise<void> {
  const taken = await savedByName(read, name);
  if (taken === undefined) return;
  throw conflict(
    `A table named "${taken.name}" exists already. Choose another "name", or change that table: pass table_name "${taken.name}" to the apply tools.`,
    [{ path: 'name', message: 'taken' }],
  );
}

function refuseUnchanged(stored: StoredConfig, config: TableConfig, name: string, input: Input) {
  const description = input.description ?? stored.description;
  const isSame = name === stored.name && description === stored.description;
  if (isSame && sameJson(stored.config, config))
    throw invalidArguments(
      `Nothing has changed in "${stored.name}" yet, so there is nothing to preview. Change it first with apply_column_change, apply_filter_change, apply_join_change or apply_sort_change; to see its rows call query_table_config.`,
    );
}

function invalid(message: string, details: readonly ErrorDetail[]): ToolOutcome {
  const errors = details.map((each) => ({ path: each.path || undefined, message: each.message }));
  return {
    result: { error: { code: 'invalid_config', message, details } },
    signals: [{ type: 'event', event: 'table_config_validation_error', data: { errors } }],
    isError: true,
  };
}

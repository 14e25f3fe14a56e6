import type { ReadClient } from '../../../agenttools/sources/clients.js';
import type { ToolOutcome } from '../../../agenttools/tool.js';
import { loadBase, saveBase, type BaseInput, type TableCall } from './base.js';
import { refuse, type Changed, type TableConfig } from './config-model.js';
import { checkConfig, invalidConfig, warningsOf } from './check-config.js';
import { condense } from './condense.js';
import { sameJson } from './diff.js';
import { findMissing, joinMissing, withTableName } from './starter.js';
import { loadFacts, tablesOf, type Facts, type TableName } from './facts.js';

/** A pure change of a config, and what it looks at beside the config's own tables. */
export interface Change {
  tables?: readonly TableName[];
  /** Column references of the call: tables they name and the config lacks are joined first. */
  references?: readonly string[];
  /** True when it also looks at the tables that the config's columns reference. */
  referenced?: boolean;
  /** `rename` gives the reference to use for one of `references`. */
  apply(config: TableConfig, facts: Facts, rename: (reference: string) => string): Changed;
}

/**
 * The way of every apply tool: base → facts → change → the platform's check → working copy. A change
 * that would not be valid is refused with the broken rules, and nothing is kept.
 */
export async function applyChange(
  input: BaseInput,
  context: TableCall,
  change: Change,
): Promise<ToolOutcome> {
  const base = await loadBase(input, context);
  const missing = await findMissing(context.read, base.config, change.references ?? []);
  const tables = [...tablesOf(base.config), ...missing.values(), ...(change.tables ?? [])];
  const facts = await factsFor(context.read, tables, change.referenced === true);
  const joined = joinMissing(base.config, missing, facts);
  const rename = (reference: string) => withTableName(reference, missing);
  const { config, summary: changes } = change.apply(joined.config, facts, rename);
  const summary = [...joined.summary, ...changes];
  if (sameJson(config, base.config)) {
    refuse(
      'The table already is like that, so nothing was changed. Call preview_table_config if other changes are waiting.',
    );
  }
  const check = await checkConfig(context.read, config);
  if (!check.valid) {
    throw invalidConfig(check.errors, 'The change was not made; fix these and call it again.');
  }
  const pending = [...base.changes, ...summary];
  await saveBase(base, config, pending, context);
  return {
    result: {
      status: 'working_copy_updated',
      table: base.stored?.name ?? config.title,
      id: base.stored?.id,
      changed: summary,
      pending_changes: pending,
      note: base.note,
      warnings: warningsOf(check),
      now: condense(config),
      next: 'Not shown to the user yet. Make further changes, or call preview_table_config to show all of them at once; no config needs to be passed.',
    },
  };
}

async function factsFor(
  read: ReadClient,
  tables: readonly TableName[],
  referenced: boolean,
): Promise<Facts> {
  const facts = await loadFacts(read, tables);
  if (!referenced) return facts;
  const columns = [...facts.values()].flatMap((table) => table.columns);
  const further = columns.flatMap(({ references }) => references ?? []);
  return new Map([...(await loadFacts(read, further)), ...facts]);
}

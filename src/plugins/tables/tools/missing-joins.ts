import type { ReadClient } from '../../../agenttools/sources/clients.js';
import type { Changed } from './changes/changed.js';
import { changeJoins } from './changes/join-change.js';
import { joinsOf, nameOfJoin, sourceOf, type TableConfig } from './config-model.js';
import { fullName, type Facts, type TableName } from './facts.js';
import { findTable } from './find-table.js';

/** Tables that references name and a config lacks, by what the reference calls them. */
export type MissingTables = ReadonlyMap<string, TableName>;

/** Looks up the tables of `table.column` references that are neither source nor joined. */
export async function findMissing(
  read: ReadClient,
  config: TableConfig,
  references: readonly string[],
): Promise<MissingTables> {
  const source = sourceOf(config);
  const known = new Set(
    [{ schema: source.schema, table: source.source }, ...joinsOf(config)].flatMap((table) => [
      table.table,
      fullName(table),
    ]),
  );
  for (const join of joinsOf(config)) known.add(nameOfJoin(join));
  const prefixes = new Set(references.map(prefixOf).filter((prefix) => prefix !== ''));
  const missing = [...prefixes].filter((prefix) => !known.has(prefix));
  const found = await Promise.all(missing.map((prefix) => findTable(read, prefix)));
  return new Map(missing.map((prefix, index) => [prefix, found[index] as TableName]));
}

/** Joins the missing tables along their foreign keys, showing none of their columns. Pure. */
export function joinMissing(base: TableConfig, missing: MissingTables, facts: Facts): Changed {
  const source = sourceOf(base);
  const present = [{ schema: source.schema, table: source.source }, ...joinsOf(base)].map(fullName);
  const wanted = new Map([...missing.values()].map((table) => [fullName(table), table]));
  let changed: Changed = { config: base, summary: [] };
  for (const [name, table] of wanted) {
    // Named in another way (singular, part of the name), but joined already.
    if (present.includes(name)) continue;
    const next = changeJoins(changed.config, { operation: 'add', table, columns: [] }, facts);
    changed = { config: next.config, summary: [...changed.summary, ...next.summary] };
  }
  return changed;
}

/** A reference with the table's own name in place of what it was called. */
export function withTableName(reference: string, missing: MissingTables): string {
  const table = missing.get(prefixOf(reference));
  return table === undefined
    ? reference
    : `${table.table}.${reference.slice(reference.lastIndexOf('.') + 1)}`;
}

function prefixOf(reference: string): string {
  return reference.slice(0, Math.max(reference.lastIndexOf('.'), 0)).trim();
}

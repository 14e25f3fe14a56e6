import type { Entity } from '../../../src/platform/types.js';

/** A column of an entity; `values` are the labels of its enum, if it is one. */
export interface EntityColumn {
  name: string;
  type: string;
  values?: readonly string[];
}

/** What is known of the world when a rule is read: tables, their columns, people. */
export interface RuleKnowledge {
  entities: readonly Entity[];
  /** The columns of `schema.table`; none when there is no such table. */
  columnsOf: (entity: string) => readonly EntityColumn[];
  /** Whether the id belongs to a user or to a role, or to nobody. */
  kindOfPerson: (id: string) => 'user' | 'role' | undefined;
  /** The ids of the stored actions of the rule that is changed; absent when any id may stand. */
  storedActions?: ReadonlySet<string>;
}

/** The entity of that name (`schema.table`, without case) or unique table name; else the near misses. */
export function findEntity(
  entities: readonly Entity[],
  word: string,
): { entity: Entity } | { candidates: string[] } {
  const wanted = word.trim().toLowerCase();
  const exact = entities.find((entity) => entity.name === wanted);
  if (exact !== undefined) return { entity: exact };
  const byTable = entities.filter((entity) => entity.table === wanted);
  const [only] = byTable;
  if (only !== undefined && byTable.length === 1) return { entity: only };
  return { candidates: (byTable.length > 0 ? byTable : entities).map((entity) => entity.name) };
}

import type { ColumnInfo, ForeignTable } from '../../../../src/platform/types.js';
import type { Scope, ScopeTable } from './scope.js';

/** The two ends of a join, as far as they exist. */
export interface JoinEnds {
  /** Absent when `relationship_from` names no earlier table. */
  from: ScopeTable | undefined;
  fromName: string;
  fromColumn: ColumnInfo | undefined;
  to: ScopeTable;
  toColumn: ColumnInfo | undefined;
  /** `many_to_one`: the key lies at `from`; `one_to_many`: at `to`; absent: no foreign key. */
  relationship: 'many_to_one' | 'one_to_many' | undefined;
  /** Names of the tables the join may start from. */
  earlier: string[];
}

/** Finds the ends of the join with the given number (from 0) among a config's joins. */
export function joinEnds(scope: Scope, foreign: ForeignTable, index: number): JoinEnds {
  const earlier = scope.tables.slice(0, index + 1);
  const to = scope.tables[index + 1];
  if (to === undefined) throw new Error(`the scope has no join ${index}`);
  const dot = foreign.relationship_from.indexOf('.');
  const fromName = foreign.relationship_from.slice(dot + 1);
  const from =
    dot === -1
      ? earlier[0]
      : earlier.find((table) => table.name === foreign.relationship_from.slice(0, dot));
  const fromColumn = from?.info?.columns.find((column) => column.name === fromName);
  const toColumn = to.info?.columns.find((column) => column.name === foreign.relationship_to);
  return {
    from,
    fromName,
    fromColumn,
    to,
    toColumn,
    relationship: relationshipOf(from, fromColumn, to, toColumn),
    earlier: earlier.map((table) => table.name),
  };
}

function relationshipOf(
  from: ScopeTable | undefined,
  fromColumn: ColumnInfo | undefined,
  to: ScopeTable,
  toColumn: ColumnInfo | undefined,
): JoinEnds['relationship'] {
  if (from === undefined || fromColumn === undefined || toColumn === undefined) return undefined;
  if (pointsAt(fromColumn, to, toColumn)) return 'many_to_one';
  return pointsAt(toColumn, from, fromColumn) ? 'one_to_many' : undefined;
}

function pointsAt(column: ColumnInfo, table: ScopeTable, target: ColumnInfo): boolean {
  const reference = column.references;
  return (
    reference !== undefined &&
    reference.schema === table.schema &&
    reference.table === table.table &&
    reference.column === target.name
  );
}

import {
  joinsOf,
  keyOf,
  nameOfJoin,
  sourceOf,
  type ForeignTable,
  type JoinType,
  type TableConfig,
  refuse,
  type Changed,
  configTables,
} from '../config-model.js';
import { fullName, labelColumn, type Facts, type TableName, tablesOf, singular } from '../facts.js';
import { matchName } from '../../../../agenttools/names.js';
import { configColumns, removeKey } from '../references.js';
import { changeColumns } from './column-change.js';

export const joinOperations = ['add', 'remove'] as const;
export type JoinOperation = (typeof joinOperations)[number];

export type JoinChange =
  | {
      operation: 'add';
      table: TableName;
      alias?: string;
      joinType?: JoinType;
      from?: string;
      /** Columns of the joined table to show; its label column when absent, none when empty. */
      columns?: readonly string[];
    }
  | { operation: 'remove'; join: string };

/** Joins a table along a foreign key, or removes a join with all that used it. `facts` must hold all tables. Pure. */
export function changeJoins(base: TableConfig, change: JoinChange, facts: Facts): Changed {
  return change.operation === 'add' ? addJoin(base, change, facts) : removeJoin(base, change.join);
}

function addJoin(
  base: TableConfig,
  change: JoinChange & { operation: 'add' },
  facts: Facts,
): Changed {
  const config = structuredClone(base);
  const link = findLink(config, change.table, facts, change.from);
  const alias = change.alias ?? freeAlias(config, change.table, link.from);
  const { table, schema } = change.table;
  const join: ForeignTable = {
    table,
    schema,
    alias,
    relationship_from: link.from,
    relationship_to: link.to,
    join_type: change.joinType ?? 'left',
    columns: [],
  };
  sourceOf(config).select.foreign_tables = [...joinsOf(config), join];
  const name = nameOfJoin(join);
  const summary = [`joined ${fullName(change.table)} on ${link.from} = ${name}.${link.to}`];
  if (link.multiplies) summary.push(`note: a row now repeats for each of its ${name}`);
  const target = facts.get(fullName(change.table));
  const label = target && labelColumn(target);
  const columns = change.columns ?? (label ? [label.name] : []);
  if (columns.length === 0) return { config, summary };
  const places = configColumns(config, facts).filter((place) => place.table === name);
  const wanted = columns.map((column) => `${name}.${columnName(places, column, name)}`);
  const added = changeColumns(config, { operation: 'add', columns: wanted }, facts);
  return { config: added.config, summary: [...summary, ...added.summary] };
}

function columnName(
  places: readonly { column: { name: string } }[],
  wanted: string,
  table: string,
): string {
  const names = places.map((place) => place.column.name);
  const text = wanted.slice(wanted.lastIndexOf('.') + 1);
  const match = matchName(names, text, (name) => name);
  const prefixed = matchName(names, text, (name) => `${singular(table)} ${name}`);
  if (match.kind === 'one') return match.item;
  if (prefixed.kind === 'one') return prefixed.item;
  return refuse(`${table} has no column "${wanted}". Its columns: ${names.join(', ')}.`, names);
}

/** A name for a table that is joined already or is the source; undefined when its own name is free. */
function freeAlias(config: TableConfig, { table }: TableName, from: string): string | undefined {
  const taken = new Set([sourceOf(config).source, ...joinsOf(config).map(nameOfJoin)]);
  if (!taken.has(table)) return undefined;
  const role = from.slice(from.lastIndexOf('.') + 1).replace(/_id$/, '');
  const wanted = role === 'id' ? `${table}_2` : role;
  for (let n = 2, name = wanted; ; n += 1, name = `${wanted}_${n}`) {
    if (!taken.has(name)) return name;
  }
}

function removeJoin(base: TableConfig, wanted: string): Changed {
  const config = structuredClone(base);
  const join = findJoin(config, wanted);
  const name = nameOfJoin(join);
  const child = joinsOf(config).find((item) => item.relationship_from.startsWith(`${name}.`));
  if (child !== undefined) {
    refuse(`${nameOfJoin(child)} is joined through ${name}; remove ${nameOfJoin(child)} first.`);
  }
  const keys = join.columns.map(keyOf);
  const summary = [`removed the joined table ${name}`];
  const source = sourceOf(config);
  const uses = (column: string) => keys.includes(column) || column.startsWith(`${name}.`);
  summary.push(...dropUses(config, uses));
  for (const key of keys) summary.push(`removed column ${key}`, ...removeKey(config, key));
  source.select.foreign_tables = joinsOf(config).filter((item) => item !== join);
  if (Object.values(config.visual_settings.columns).every((column) => column.hidden === true)) {
    refuse(`All visible columns come from ${name}; add a column of ${source.source} first.`);
  }
  return { config, summary };
}

/** Drops filters and sorts on columns that are about to go; says which. Changes `config`. */
function dropUses(config: TableConfig, uses: (column: string) => boolean): string[] {
  const source = sourceOf(config);
  const gone: string[] = [];
  const keep =
    (what: string) =>
    ({ column }: { column: string }) => {
      if (uses(column)) gone.push(`removed the ${what} on ${column}`);
      return !uses(column);
    };
  if (source.filters !== undefined) source.filters = source.filters.filter(keep('filter'));
  if (source.sort !== undefined) source.sort = source.sort.filter(keep('sort'));
  return gone;
}

function findJoin(config: TableConfig, wanted: string): ForeignTable {
  const joins = joinsOf(config);
  const names = joins.map(nameOfJoin);
  if (joins.length === 0) refuse('The table has no joined tables.');
  const exact = joins.find((join) => nameOfJoin(join) === wanted || fullName(join) === wanted);
  if (exact !== undefined) return exact;
  const match = matchName(joins, wanted, (join) => `${fullName(join)} ${join.alias ?? ''}`.trim());
  if (match.kind === 'one') return match.item;
  return refuse(`"${wanted}" is not one joined table. Joined: ${names.join(', ')}.`, names);
}

/** The two ends of a join: `from` as a config writes it, `to` a column of the joined table. */
export interface Link {
  from: string;
  to: string;
  /** True when one row can find several: the key is on the joined table's side. */
  multiplies: boolean;
}

/** In either direction; keys of the source win, then keys that point away. Refuses with the choices, or with the way there. */
function findLink(config: TableConfig, target: TableName, facts: Facts, wanted?: string): Link {
  const links = linksOf(config, target, facts);
  if (links.length === 0) return noLink(config, target, facts);
  if (wanted !== undefined) {
    const froms = links.map((link) => link.from);
    const unknown = `"${wanted}" is no foreign key to ${fullName(target)}; there is: ${froms.join(', ')}.`;
    return links.find(({ from, to }) => from === wanted || to === wanted) ?? refuse(unknown, froms);
  }
  const rank = (link: Link) => (link.from.includes('.') ? 2 : 0) + (link.multiplies ? 1 : 0);
  const best = Math.min(...links.map(rank));
  const [first, ...rest] = links.filter((link) => rank(link) === best);
  if (first !== undefined && rest.length === 0) return first;
  const choices = [first, ...rest].map((link) => (link?.multiplies ? link.to : (link?.from ?? '')));
  return refuse(
    `More than one foreign key leads to ${fullName(target)}: say which with "from" of apply_join_change: ${choices.join(', ')}.`,
    choices,
  );
}

function linksOf(config: TableConfig, target: TableName, facts: Facts): Link[] {
  return configTables(config).flatMap((start) =>
    (facts.get(fullName(start))?.relationships ?? [])
      .filter((key) => key.schema === target.schema && key.table === target.table)
      .map((key) => ({
        from: start.ofSource ? key.column : `${start.name}.${key.column}`,
        to: key.foreign_column,
        multiplies: key.direction === 'incoming',
      })),
  );
}

/** Names the tables that lie between, or those that can be joined at all. */
function noLink(config: TableConfig, target: TableName, facts: Facts): never {
  const linked = (table: TableName) =>
    (facts.get(fullName(table))?.relationships ?? []).map(fullName);
  const near = new Set(tablesOf(config).flatMap(linked));
  const targetNear = linked(target);
  const between = [...new Set(targetNear.filter((name) => near.has(name)))];
  const name = fullName(target);
  const through = `No foreign key links ${name} directly. Join ${between.join(' or ')} first, then ${name}.`;
  if (between.length > 0) return refuse(through, between);
  const none = `No foreign key links ${name} to this table. Tables that can be joined: ${[...near].join(', ')}.`;
  return refuse(none, [...near]);
}

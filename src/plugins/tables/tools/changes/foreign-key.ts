import { configTables, type TableConfig, refuse } from '../config-model.js';
import { fullName, tablesOf, type Facts, type TableName } from '../facts.js';

/** The two ends of a join: `from` as a config writes it, `to` a column of the joined table. */
export interface Link {
  from: string;
  to: string;
  /** True when one row can find several: the key is on the joined table's side. */
  multiplies: boolean;
}

/**
 * The foreign key between a table and a config's source or joined tables, in either direction. Keys
 * of the source win, then keys that point away. Refuses with the choices when several remain, or with
 * the way there when none does.
 */
export function findLink(
  config: TableConfig,
  target: TableName,
  facts: Facts,
  wanted?: string,
): Link {
  const links = linksOf(config, target, facts);
  if (links.length === 0) return noLink(config, target, facts);
  if (wanted !== undefined) {
    const chosen = links.find((link) => [link.from, link.to].includes(wanted));
    const froms = links.map((link) => link.from);
    return (
      chosen ??
      refuse(
        `"${wanted}" is no foreign key to ${fullName(target)}; there is: ${froms.join(', ')}.`,
        froms,
      )
    );
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
  return between.length > 0
    ? refuse(
        `No foreign key links ${fullName(target)} directly. Join ${between.join(' or ')} first, then ${fullName(target)}.`,
        between,
      )
    : refuse(
        `No foreign key links ${fullName(target)} to this table. Tables that can be joined: ${[...near].join(', ')}.`,
        [...near],
      );
}

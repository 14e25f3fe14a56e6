import { joinsOf, originsOf, sourceOf, type TableConfig } from './config-model.js';
import { isDeepStrictEqual } from 'node:util';

interface PartDiff {
  added: { name: string; value: unknown }[];
  removed: { name: string; value: unknown }[];
  changed: { name: string; before: unknown; after: unknown }[];
}

/** The structural difference of two configs; parts without a difference are left out. */
export type ConfigDiff = Partial<Record<keyof typeof PARTS, PartDiff>>;

const PARTS = {
  columns: (config: TableConfig) => {
    const origins = new Map(originsOf(config));
    const visual = config.visual_settings.columns;
    const keys = new Set([...origins.keys(), ...Object.keys(visual)]);
    return new Map([...keys].map((key) => [key, { ...visual[key], source: origins.get(key) }]));
  },
  /** By name in references; selected columns count as columns, not here. */
  joins: (config: TableConfig) =>
    new Map(joinsOf(config).map(({ columns: _, ...join }) => [join.alias ?? join.table, join])),
  filters: (config: TableConfig) =>
    numbered(sourceOf(config).filters ?? [], ({ column, operator }) => `${column} ${operator}`),
  sorts: sortParts,
  settings: settingParts,
} as const;

export function diffConfigs(before: TableConfig, after: TableConfig): ConfigDiff {
  const diff: ConfigDiff = {};
  for (const [part, read] of Object.entries(PARTS)) {
    const found = compare(read(before), read(after));
    if (found !== undefined) diff[part as keyof ConfigDiff] = found;
  }
  return diff;
}

type Parts = Map<string, unknown>;

function compare(before: Parts, after: Parts): PartDiff | undefined {
  const onlyIn = (one: Parts, other: Parts) =>
    [...one].flatMap(([name, value]) => (other.has(name) ? [] : [{ name, value }]));
  const [added, removed] = [onlyIn(after, before), onlyIn(before, after)];
  const changed = [...before].flatMap(([name, value]) => {
    const isSame = !after.has(name) || sameJson(value, after.get(name));
    return isSame ? [] : [{ name, before: value, after: after.get(name) }];
  });
  const isEmpty = added.length + removed.length + changed.length === 0;
  return isEmpty ? undefined : { added, removed, changed };
}

function sortParts(config: TableConfig): Parts {
  const sorts = (sourceOf(config).sort ?? []).toSorted(
    (a, b) => (a.priority ?? 0) - (b.priority ?? 0),
  );
  return numbered(
    sorts,
    (sort) => sort.column,
    (sort, index) => ({ direction: sort.direction, place: index + 1 }),
  );
}

function settingParts(config: TableConfig): Parts {
  const { columns: _, ...visual } = config.visual_settings;
  const { title, widget_type, visualization, permissions } = config;
  const { source, schema, rows } = sourceOf(config);
  const all = { title, widget_type, visualization, permissions, source, schema, rows, ...visual };
  return new Map(Object.entries(all).filter(([, value]) => value !== undefined));
}

function numbered<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  valueOf: (item: T, index: number) => unknown = (item) => item,
): Parts {
  const parts: Parts = new Map();
  items.forEach((item, index) => {
    const name = nameOf(item);
    let unique = name;
    for (let n = 2; parts.has(unique); n += 1) unique = `${name} (${n})`;
    parts.set(unique, valueOf(item, index));
  });
  return parts;
}

/** True when two JSON values are equal; the order of keys, and keys without a value, do not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(asWritten(a), asWritten(b));
}

function asWritten(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

import { ownValue } from '../../../foundation/json.js';
import { defined } from '../../../foundation/defined.js';
import {
  originsOf,
  type TableConfig,
  type VisualColumn,
  type ColumnFormat,
} from './config-model.js';
import type { ColumnFacts } from './facts.js';

function allKeys(config: TableConfig): string[] {
  const selected = originsOf(config).map(([key]) => key);
  const columns = config.visual_settings.columns;
  const computed = Object.keys(columns).filter((key) => columns[key]?.type === 'computed');
  return [...selected, ...computed.filter((key) => !selected.includes(key))];
}

/** The keys of the visible columns as a reader sees them, left to right. */
export function visibleKeys(config: TableConfig): string[] {
  const columns = config.visual_settings.columns;
  return allKeys(config)
    .filter((key) => Object.hasOwn(columns, key) && columns[key]?.hidden !== true)
    .toSorted((a, b) => orderOf(columns[a]) - orderOf(columns[b]));
}

function orderOf(column: VisualColumn | undefined): number {
  return column?.order ?? Number.MAX_SAFE_INTEGER;
}

/** Keeps "a position on all visible columns or none, never twice": the column's own, else the last. */
export function settlePosition(config: TableConfig, key: string): void {
  const columns = config.visual_settings.columns;
  const column = ownValue(columns, key);
  if (column === undefined) return;
  const others = Object.keys(columns).filter((other) => other !== key);
  const visible = visibleKeys(config).filter((other) => other !== key);
  if (!visible.some((other) => columns[other]?.order !== undefined)) {
    if (visible.length > 0) delete column.order;
    return;
  }
  const taken = others.map((other) => columns[other]?.order).filter((o) => o !== undefined);
  if (column.order === undefined || taken.includes(column.order)) {
    column.order = Math.max(...taken) + 1;
  }
}

export function arrange(config: TableConfig, keys: readonly string[]): void {
  for (const column of Object.values(config.visual_settings.columns)) delete column.order;
  keys.forEach((key, index) => {
    const column = ownValue(config.visual_settings.columns, key);
    if (column !== undefined) column.order = index + 1;
  });
}

/** Moves a visible column to a place from 1 (values beyond the end mean last). Changes `config`. */
export function moveTo(config: TableConfig, key: string, position: number): void {
  const rest = visibleKeys(config).filter((other) => other !== key);
  const at = Math.min(Math.max(position, 1), rest.length + 1) - 1;
  arrange(config, rest.toSpliced(at, 0, key));
}

const DATE_PATTERN = 'yyyy-MM-dd';
const DATETIME_PATTERN = 'yyyy-MM-dd HH:mm';
const DEFAULT_CURRENCY = 'EUR';

/** How a new column looks: type from the database, heading, numbers to the right, dates with a pattern. */
export function visualColumn(key: string, header: string, column: ColumnFacts): VisualColumn {
  return {
    name: key,
    header,
    type: column.type,
    align: column.type === 'number' ? 'right' : undefined,
    format: column.type === 'datetime' ? defaultFormat('date') : undefined,
  };
}

export interface FormatWish {
  format?: ColumnFormat['type'];
  pattern?: string;
  precision?: number;
  currency?: string;
}

/** A format with the parts it needs filled in: a pattern for dates, a currency for money. */
export function completeFormat(
  wish: FormatWish & { format: ColumnFormat['type'] },
  config: TableConfig,
): ColumnFormat {
  const used = Object.values(config.visual_settings.columns).map(({ format }) => format?.currency);
  const base = defaultFormat(wish.format, used.filter(Boolean)[0]);
  const pattern = base.pattern && wish.pattern;
  const currency = base.currency && wish.currency?.toUpperCase();
  return { ...base, ...defined({ pattern, precision: wish.precision, currency }) };
}

function defaultFormat(type: ColumnFormat['type'], currency = DEFAULT_CURRENCY): ColumnFormat {
  switch (type) {
    case 'date':
      return { type, pattern: DATE_PATTERN };
    case 'datetime':
      return { type, pattern: DATETIME_PATTERN };
    case 'currency':
      return { type, currency, precision: 2 };
    default:
      return { type };
  }
}

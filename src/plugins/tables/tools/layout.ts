import { ownValue } from '../../../foundation/json.js';
import { originsOf, type TableConfig, type VisualColumn } from './config-model.js';

/** The keys of all columns: selected ones in order of selection, then computed ones. */
export function allKeys(config: TableConfig): string[] {
  const selected = originsOf(config).map(([key]) => key);
  const columns = config.visual_settings.columns;
  const computed = Object.keys(columns).filter((key) => columns[key]?.type === 'computed');
  return [...selected, ...computed.filter((key) => !selected.includes(key))];
}

/** The keys of the visible columns as a reader sees them, left to right. */
export function visibleKeys(config: TableConfig): string[] {
  const columns = config.visual_settings.columns;
  const keys = allKeys(config).filter(
    (key) => Object.hasOwn(columns, key) && columns[key]?.hidden !== true,
  );
  return keys.toSorted((a, b) => orderOf(columns[a]) - orderOf(columns[b]));
}

function orderOf(column: VisualColumn | undefined): number {
  return column?.order ?? Number.MAX_SAFE_INTEGER;
}

/**
 * Makes a column that has just become visible fit the rule "a position on all visible columns or on
 * none, never twice": it keeps a free position, else it goes last. Changes `config`.
 */
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

/** Gives the visible columns the positions 1, 2, 3… in this order, hidden ones none. Changes `config`. */
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

import type { ColumnFormat, ColumnType, VisualColumn } from '../table-config.model.js';

/** Settings beyond header and type. */
type More = Omit<VisualColumn, 'name' | 'header' | 'type' | 'order'>;

/** A column of a sample config: key, header, type, more. */
export type ColumnLine = readonly [key: string, header: string, type: ColumnType, more?: More];

/** `visual_settings.columns` out of lines; visible columns are placed in the order of the lines. */
export function columnsOf(lines: readonly ColumnLine[]): Record<string, VisualColumn> {
  let order = 0;
  return Object.fromEntries(
    lines.map(([key, header, type, more = {}]) => {
      const place = more.hidden === true ? {} : { order: (order += 1) };
      return [key, { name: key, header, type, ...place, ...more }];
    }),
  );
}

export const id: ColumnLine = ['id', 'Id', 'uuid', { hidden: true }];

export const euro: ColumnFormat = { type: 'currency', currency: 'EUR', precision: 2 };
export const day: ColumnFormat = { type: 'date', pattern: 'yyyy-MM-dd' };
export const minute: ColumnFormat = { type: 'datetime', pattern: 'yyyy-MM-dd HH:mm' };

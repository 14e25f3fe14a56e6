import { defined } from '../../../../foundation/defined.js';
import type { ColumnFormat, TableConfig, VisualColumn } from '../config-model.js';
import type { ColumnFacts } from '../facts.js';

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

/** The wishes of a call for how values are shown. */
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
  const base = defaultFormat(wish.format, usedCurrency(config));
  return {
    ...base,
    ...defined({
      pattern: base.pattern === undefined ? undefined : wish.pattern,
      precision: wish.precision,
      currency: base.currency === undefined ? undefined : wish.currency?.toUpperCase(),
    }),
  };
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

/** The currency that the table's other columns show. */
function usedCurrency(config: TableConfig): string | undefined {
  return Object.values(config.visual_settings.columns)
    .map((column) => column.format?.currency)
    .find((currency) => currency !== undefined);
}

import type { JsonObject } from '../../../foundation/json.js';
import {
  findColumns,
  readConditions,
  type KnownColumn,
  type Reading,
} from '../../../../samples/offline-model/kit.js';

/**
 * A sample record from a sentence: "with quantity 5 and status shipped", "an order over 6,000". A
 * comparison gives a value that meets it. `undefined` when the sentence holds no value.
 */
export function recordFrom(
  reading: Reading,
  columns: readonly KnownColumn[],
  today: Date,
): JsonObject | undefined {
  const record: JsonObject = {};
  for (const test of readConditions(reading, { columns, today })) {
    const value = meeting(test.comparison, test.value);
    if (value !== undefined) record[test.column.key] = value;
  }
  for (const [key, value] of beside(reading, columns)) record[key] ??= value;
  const left = Object.keys(record).length === 0 ? bareNumber(reading, columns) : undefined;
  if (left) record[left.key] = left.value;
  return Object.keys(record).length === 0 ? undefined : record;
}

function meeting(comparison: string, value: unknown): unknown {
  if (typeof value === 'number' && comparison === 'gt') return value + 1;
  if (typeof value === 'number' && comparison === 'lt') return value - 1;
  if (Array.isArray(value)) return value[0] as unknown;
  return ['eq', 'gte', 'lte', 'changesto', 'gt', 'lt'].includes(comparison) ? value : undefined;
}

/** A number or text right behind a column ("quantity 5", "quantity of 5"), or a number right before it ("3 pieces"). */
function beside(reading: Reading, columns: readonly KnownColumn[]): [string, unknown][] {
  return findColumns(reading, columns).flatMap((mention): [string, unknown][] => {
    const next = reading.tokens
      .slice(mention.to, mention.to + 3)
      .find(
        (token) =>
          !['of', 'is', 'at', '=', ':', 'to', 'goes', 'drops', 'falls', 'was'].includes(
            token.lower,
          ),
      );
    const value = next?.value ?? (next?.kind === 'quoted' ? next.text : undefined);
    return value === undefined ? [] : [[mention.column.key, value]];
  });
}

/** "an order of 4000 euro", "only 3 left": the number speaks of the table's main number. */
function bareNumber(
  reading: Reading,
  columns: readonly KnownColumn[],
): { key: string; value: number } | undefined {
  const at = reading.tokens.findIndex((token) => token.value !== undefined);
  const value = reading.tokens[at]?.value;
  const time = reading
    .all('unit.day|unit.week|unit.month|unit.hour')
    .some((tag) => tag.from === at + 1);
  const main = ['quantity', 'total_amount', 'line_total', 'unit_price', 'credit_limit', 'rating'];
  const key = main.find((name) => columns.some((column) => column.key === name));
  return value === undefined || key === undefined || time ? undefined : { key, value };
}

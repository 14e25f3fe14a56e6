import type { JsonObject } from '../../../foundation/json.js';
import * as kit from '../../../../samples/offline-model/kit.js';

/**
 * A sample record from a sentence: "with quantity 5 and status shipped", "an order over 6,000". A
 * comparison gives a value that meets it. `undefined` when the sentence holds no value.
 */
export function recordFrom(
  reading: kit.Reading,
  columns: readonly kit.KnownColumn[],
  today: Date,
): JsonObject | undefined {
  const record: JsonObject = {};
  for (const test of kit.readConditions(reading, { columns, today })) {
    const value = meeting(test.comparison, test.value);
    if (value !== undefined) record[test.column.key] = value;
  }
  for (const [key, value] of beside(reading, columns)) record[key] ??= value;
  const found = Object.keys(record).length === 0 ? bareNumber(reading, columns) : record;
  return Object.keys(found).length === 0 ? undefined : found;
}

function meeting(comparison: string, value: unknown): unknown {
  if (typeof value === 'number' && comparison === 'gt') return value + 1;
  if (typeof value === 'number' && comparison === 'lt') return value - 1;
  if (Array.isArray(value)) return value[0] as unknown;
  return ['eq', 'gte', 'lte', 'changesto', 'gt', 'lt'].includes(comparison) ? value : undefined;
}

/** A number or text right behind a column ("quantity 5", "quantity of 5"). */
function beside(reading: kit.Reading, columns: readonly kit.KnownColumn[]): [string, unknown][] {
  const isSmall = (word: string) => /^(of|is|at|=|:|to|goes|drops|falls|was)$/.test(word);
  return kit.findColumns(reading, columns).flatMap(({ column, to }): [string, unknown][] => {
    const next = reading.tokens.slice(to, to + 3).find(({ lower }) => !isSmall(lower));
    const value = next?.value ?? (next?.kind === 'quoted' ? next.text : undefined);
    return value === undefined ? [] : [[column.key, value]];
  });
}

const MAIN = ['quantity', 'total_amount', 'line_total', 'unit_price', 'credit_limit', 'rating'];

/** "an order of 4000 euro", "only 3 left": the number speaks of the table's main number. */
function bareNumber(
  { tokens, tags }: kit.Reading,
  columns: readonly kit.KnownColumn[],
): JsonObject {
  const at = tokens.findIndex((token) => token.value !== undefined);
  const isTime = tags.some(
    ({ concept, from }) => from === at + 1 && /^unit\.(day|week|month|hour)$/.test(concept),
  );
  const key = MAIN.find((name) => columns.some((column) => column.key === name));
  return at < 0 || key === undefined || isTime ? {} : { [key]: tokens[at]?.value };
}

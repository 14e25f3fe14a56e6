import { _, type Ajv2020, type KeywordErrorDefinition } from 'ajv/dist/2020.js';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { exactOriginal, numberOf } from '../../../../foundation/exact-json.js';
import {
  compareNumbers,
  isMultiple,
  isNumber,
  type ExactNumber,
} from '../../../../foundation/exact-number.js';
import { ownValue, type JsonObject } from '../../../../foundation/json.js';
import { addUniqueItems, canonical } from '../../../unique-items.js';

/**
 * Puts keywords in place of Ajv's that compare numbers with all their digits, those of the document and those of the
 * arguments, and in linear time.
 */
export function addExactKeywords(ajv: Ajv2020): void {
  for (const [keyword, { sign, holds }] of Object.entries(BOUNDS))
    addNumberKeyword(ajv, keyword, `must be ${sign}`, (value, bound) =>
      holds(compareNumbers(value, bound)),
    );
  addNumberKeyword(ajv, 'multipleOf', 'must be a multiple of', isMultiple);
  addChoice(ajv, 'enum', 'must be equal to one of the allowed values', {
    params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
  });
  addChoice(ajv, 'const', 'must be equal to constant', {
    params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}`,
  });
  addUniqueItems(ajv);
}

const BOUNDS: Readonly<Record<string, { sign: string; holds: (order: number) => boolean }>> = {
  minimum: { sign: '>=', holds: (order) => order >= 0 },
  maximum: { sign: '<=', holds: (order) => order <= 0 },
  exclusiveMinimum: { sign: '>', holds: (order) => order > 0 },
  exclusiveMaximum: { sign: '<', holds: (order) => order < 0 },
};

type AnyNumber = number | ExactNumber;

function addNumberKeyword(
  ajv: Ajv2020,
  keyword: string,
  message: string,
  holds: (value: AnyNumber, said: AnyNumber) => boolean,
): void {
  ajv.removeKeyword(keyword).addKeyword({
    keyword,
    type: 'number',
    compile: (schema: unknown) => {
      const said = numberOf(schema);
      return (data: unknown, context?: DataValidationCxt) => {
        const value = exact(data, context);
        return said === undefined || !isNumber(value) || holds(value, said);
      };
    },
    error: { message: ({ schema }) => `${message} ${String(numberOf(schema))}` },
  });
}

function addChoice(
  ajv: Ajv2020,
  keyword: 'enum' | 'const',
  message: string,
  error: Pick<KeywordErrorDefinition, 'params'>,
): void {
  ajv.removeKeyword(keyword).addKeyword({
    keyword,
    compile: (schema: unknown) => {
      const values: unknown[] = keyword === 'enum' && Array.isArray(schema) ? schema : [schema];
      const known = new Set(values.map(canonical));
      return (data: unknown, context?: DataValidationCxt) =>
        known.has(canonical(exact(data, context)));
    },
    error: { message, ...error },
  });
}

/** The value as it was written: what is checked holds doubles. */
function exact(data: unknown, context: DataValidationCxt | undefined): unknown {
  if (typeof data === 'object' && data !== null) return exactOriginal(data);
  if (typeof data !== 'number' || context === undefined) return data;
  const { parentData: holder, parentDataProperty: name } = context as Partial<DataValidationCxt>;
  if (typeof holder !== 'object' || holder === null || name === undefined) return data;
  const value = ownValue(exactOriginal(holder) as JsonObject, String(name));
  return isNumber(value) ? value : data;
}

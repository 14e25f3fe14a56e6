import {
  Ajv2020,
  type AnySchema,
  type ErrorObject,
  type ValidateFunction,
  _,
  type KeywordErrorDefinition,
} from 'ajv/dist/2020.js';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { isObject, type JsonObject, ownValue } from '../../../foundation/json.js';
import { compileArguments, addUniqueItems, canonical } from '../../arguments.js';
import { errorsBesideReferences } from '../../changes/references.js';
import type { ArgumentCheck } from '../../tool.js';
import { exactOriginal, numberOf } from '../../../foundation/exact-json.js';
import * as numbers from '../../../foundation/exact-number.js';
import { addAlternatives, plainErrors, addReferences } from './checks/alternatives.js';
import { addFormats, withValidFormat } from './checks/formats.js';
import type { Schema } from './schema/schema.js';

/** One validator for all; each check is compiled with its first call, and what it refers to when a value reaches it. */
export class ArgumentChecks {
  private made: Ajv2020 | undefined;
  private readonly definitions: Map<string, Schema>;
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly split = new WeakMap<JsonObject, JsonObject>();
  private room = 0;
  private steps = 0;

  constructor(definitions: Iterable<readonly [string, Schema]>) {
    this.definitions = new Map(definitions);
  }

  /** Made when it is first needed, as that takes 10 ms. */
  private get ajv(): Ajv2020 {
    if (this.made !== undefined) return this.made;
    this.made = new Ajv2020(OPTIONS);
    addFormats(this.made);
    addExactKeywords(this.made);
    addAlternatives(this.made, (schema) => this.compile(schema));
    addReferences(this.made, (key) => {
      this.steps -= 1;
      if (this.steps < 0) return undefined;
      const known = this.compiled.get(key) ?? this.compile(this.definitions.get(key) ?? true);
      if (known !== undefined) this.compiled.set(key, known);
      return known;
    });
    return this.made;
  }

  /** Against the whole schema. Those of a change may refer to the results of earlier changes. */
  of(tool: { name: string; argumentSchema: JsonObject; mayRefer?: boolean }): ArgumentCheck {
    const { name, argumentSchema: inputSchema, mayRefer = false } = tool;
    let check: ArgumentCheck | undefined;
    return (input) => {
      this.room = MAX_COST;
      this.steps = MAX_STEPS;
      check ??= compileArguments({ name, inputSchema }, (schema) =>
        inPlainWords(this.compile(schema) ?? this.ajv.compile({}), mayRefer),
      );
      check(input);
    };
  }

  /** Undefined for what would cost more than is left: it is left to its server to check. */
  private compile(schema: unknown): ValidateFunction | undefined {
    const split = isObject(schema) ? this.withoutLargeParts(schema) : schema;
    const cost = PART_COST + costOf(split);
    if (cost > this.room) return undefined;
    this.room -= cost;
    return this.ajv.compile(split as AnySchema);
  }

  private withoutLargeParts(schema: JsonObject): JsonObject {
    const smaller = (part: unknown): unknown => {
      if (!isObject(part) || costOf(part) <= LARGE_PART) return part;
      const key = `part:${this.definitions.size}`;
      this.definitions.set(key, part);
      return { $ref: key };
    };
    const split = this.split.get(schema) ?? mapParts(schema, smaller);
    this.split.set(schema, split);
    return split;
  }
}

/** The same check with errors that name what is valid; `mayRefer`: without those of references. */
function inPlainWords(validate: ValidateFunction, mayRefer: boolean): ValidateFunction {
  const worded = (input: JsonObject): boolean => {
    const all = errorsOf(validate, input);
    const errors = mayRefer ? errorsBesideReferences(all, input) : all;
    worded.errors = plainErrors(errors).map(withValidFormat);
    return errors.length === 0;
  };
  worded.errors = undefined as ErrorObject[] | undefined;
  return worded as unknown as ValidateFunction;
}

/** References to references without end exhaust the stack: those are left to the server to check. */
function errorsOf(validate: ValidateFunction, input: JsonObject): readonly ErrorObject[] {
  try {
    return validate(input) ? [] : (validate.errors ?? []);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** What one check may compile: some 80 ms of the thread that serves everybody. */
const MAX_COST = 1_200;
/** References that multiply, four in each of twenty, would never end. */
const MAX_STEPS = 50_000;
/** What compiling takes beside its keywords: a part on its own, and each schema in it. */
const PART_COST = 20;
const SCHEMA_COST = 1;
const LARGE_PART = 100;

/** What compiling a schema takes, counted in keywords: what it refers to, and the branches of `anyOf`, are compiled alone. */
function costOf(schema: unknown): number {
  let cost = 0;
  const open: unknown[] = [schema];
  for (let next = open.pop(); next !== undefined && cost <= MAX_COST; next = open.pop()) {
    if (!isObject(next)) continue;
    cost += SCHEMA_COST + Object.keys(next).length;
    mapParts(next, (part) => open.push(part));
  }
  return cost;
}

function mapParts(schema: JsonObject, change: (part: unknown) => unknown): JsonObject {
  const changed = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (LISTS.has(keyword) && Array.isArray(value)) return [keyword, value.map(change)];
    if (SINGLE.has(keyword)) return [keyword, change(value)];
    if (!MAPS.has(keyword) || !isObject(value)) return [keyword, value];
    const parts = Object.entries(value).map(([name, part]) => [name, change(part)]);
    return [keyword, Object.fromEntries(parts)];
  });
  return Object.fromEntries(changed);
}

const LISTS = new Set(['allOf', 'oneOf', 'prefixItems']);
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const SINGLE = new Set(
  (
    'items additionalProperties contains propertyNames not if then else unevaluatedProperties ' +
    'unevaluatedItems'
  ).split(' '),
);

const OPTIONS = {
  allErrors: true,
  verbose: true,
  strict: false,
  // A field named `constructor` is there only where the value itself has it.
  ownProperties: true,
  // Converted schemas hold only what compiles, and references must stay shared.
  validateSchema: false,
  inlineRefs: false,
  addUsedSchema: false,
  logger: false,
  // Looking for code that can be shortened takes as long as all the rest.
  code: { optimize: false },
} as const;

/** Keywords that compare numbers with all their digits, in linear time, in place of Ajv's. */
function addExactKeywords(ajv: Ajv2020): void {
  const { compareNumbers: order, isMultiple } = numbers;
  addNumberKeyword(ajv, 'minimum', '>=', (value, least) => order(value, least) >= 0);
  addNumberKeyword(ajv, 'maximum', '<=', (value, most) => order(value, most) <= 0);
  addNumberKeyword(ajv, 'exclusiveMinimum', '>', (value, least) => order(value, least) > 0);
  addNumberKeyword(ajv, 'exclusiveMaximum', '<', (value, most) => order(value, most) < 0);
  addNumberKeyword(ajv, 'multipleOf', 'a multiple of', isMultiple);
  addChoice(ajv, 'enum', {
    message: 'must be equal to one of the allowed values',
    params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
  });
  addChoice(ajv, 'const', {
    message: 'must be equal to constant',
    params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}`,
  });
  addUniqueItems(ajv);
}

type AnyNumber = number | numbers.ExactNumber;

function addNumberKeyword(
  ajv: Ajv2020,
  keyword: string,
  sign: string,
  holds: (value: AnyNumber, said: AnyNumber) => boolean,
): void {
  ajv.removeKeyword(keyword).addKeyword({
    keyword,
    type: 'number',
    compile: (schema: unknown) => {
      const said = numberOf(schema);
      return (data: unknown, context?: DataValidationCxt) => {
        const value = exact(data, context);
        return said === undefined || !numbers.isNumber(value) || holds(value, said);
      };
    },
    error: { message: ({ schema }) => `must be ${sign} ${String(numberOf(schema))}` },
  });
}

function addChoice(ajv: Ajv2020, keyword: 'enum' | 'const', error: KeywordErrorDefinition): void {
  ajv.removeKeyword(keyword).addKeyword({
    keyword,
    compile: (schema: unknown) => {
      const values: unknown[] = keyword === 'enum' && Array.isArray(schema) ? schema : [schema];
      const known = new Set(values.map(canonical));
      return (data: unknown, context?: DataValidationCxt) =>
        known.has(canonical(exact(data, context)));
    },
    error,
  });
}

/** The value as it was written: what is checked holds doubles. */
function exact(data: unknown, context: DataValidationCxt | undefined): unknown {
  if (typeof data === 'object' && data !== null) return exactOriginal(data);
  if (typeof data !== 'number' || context === undefined) return data;
  const { parentData: holder, parentDataProperty: name } = context as Partial<DataValidationCxt>;
  if (typeof holder !== 'object' || holder === null || name === undefined) return data;
  const value = ownValue(exactOriginal(holder) as JsonObject, String(name));
  return numbers.isNumber(value) ? value : data;
}

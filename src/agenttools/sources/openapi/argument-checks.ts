import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { compileArguments } from '../../arguments.js';
import { errorsBesideReferences } from '../../changes/accept-references.js';
import type { ArgumentCheck } from '../../tool.js';
import { addAlternatives, plainErrors } from './checks/alternatives.js';
import { addExactKeywords } from './checks/exact-keywords.js';
import { addFormats, withValidFormat } from './checks/formats.js';
import type { Schema } from './schema/schema.js';

/**
 * The checks of one source's arguments. All share one validator that knows the definitions of the document;
 * each is compiled with its first call, as compiling a thousand takes longer than a start may.
 */
export class ArgumentChecks {
  private readonly ajv = createAjv();

  constructor(definitions: Iterable<readonly [string, Schema]>) {
    for (const [key, schema] of definitions)
      this.ajv.addSchema(isCompilable(schema) ? schema : {}, key);
  }

  /**
   * The check of a tool's arguments against their whole schema. Those of a change may refer to the results
   * of earlier changes.
   */
  of(tool: CheckedTool): ArgumentCheck {
    const { name, argumentSchema: inputSchema, mayRefer = false } = tool;
    let check: ArgumentCheck | undefined;
    return (input) => {
      const plain = isCompilable(inputSchema) ? inputSchema : {};
      check ??= compileArguments({ name, inputSchema: plain }, (schema) =>
        inPlainWords(this.ajv.compile(schema), mayRefer),
      );
      check(input);
    };
  }
}

/** What is checked: the tool's name is for the sentences. */
interface CheckedTool {
  name: string;
  argumentSchema: JsonObject;
  mayRefer?: boolean;
}

/** The same check with errors that name what is valid; `mayRefer`: without those of references. */
function inPlainWords(validate: ValidateFunction, mayRefer: boolean): ValidateFunction {
  const worded = (input: JsonObject): boolean => {
    const all = validate(input) ? [] : (validate.errors ?? []);
    const errors = mayRefer ? errorsBesideReferences(all, input) : all;
    worded.errors = plainErrors(errors).map(withValidFormat);
    return errors.length === 0;
  };
  worded.errors = undefined as ErrorObject[] | undefined;
  return worded as unknown as ValidateFunction;
}

/** Compiling takes quadratic time: what has more keywords in one piece is left to its server to check. */
const MAX_KEYWORDS = 3_000;

/** Whether a schema is small enough to be compiled: what it refers to, and the branches of `anyOf`, are compiled alone. */
function isCompilable(schema: unknown): boolean {
  let keywords = 0;
  const open: unknown[] = [schema];
  for (let next = open.pop(); next !== undefined && keywords <= MAX_KEYWORDS; next = open.pop()) {
    if (!isObject(next)) continue;
    keywords += Object.keys(next).length;
    for (const [keyword, value] of Object.entries(next)) {
      if (LISTS.has(keyword) && Array.isArray(value)) for (const one of value) open.push(one);
      else if (MAPS.has(keyword) && isObject(value))
        for (const one of Object.values(value)) open.push(one);
      else if (SINGLE.has(keyword)) open.push(value);
    }
  }
  return keywords <= MAX_KEYWORDS;
}

const LISTS = new Set(['allOf', 'oneOf', 'prefixItems']);
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const SINGLE = new Set([
  ...['items', 'additionalProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else'],
  ...['unevaluatedProperties', 'unevaluatedItems'],
]);

function createAjv(): Ajv2020 {
  const created = new Ajv2020({
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
  });
  addFormats(created);
  addExactKeywords(created);
  addAlternatives(created);
  return created;
}

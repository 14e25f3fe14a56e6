import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject } from '../../../foundation/json.js';
import { compileArguments } from '../../arguments.js';
import { errorsBesideReferences } from '../../changes/accept-references.js';
import type { ArgumentCheck } from '../../tool.js';
import type { Schema } from './schema/schema.js';

/**
 * The checks of one source's arguments. All share one validator that knows the definitions of the document;
 * each is compiled with its first call, as compiling a thousand takes longer than a start may.
 */
export class ArgumentChecks {
  private readonly ajv = createAjv();

  constructor(definitions: Iterable<readonly [string, Schema]>) {
    for (const [key, schema] of definitions) this.ajv.addSchema(schema, key);
  }

  /**
   * The check of a tool's arguments against their whole schema. Those of a change may refer to the results
   * of earlier changes.
   */
  of(tool: CheckedTool): ArgumentCheck {
    const { name, argumentSchema: inputSchema, mayRefer = false } = tool;
    let check: ArgumentCheck | undefined;
    return (input) => {
      check ??= compileArguments({ name, inputSchema }, (schema) => {
        const validate = this.compile(schema);
        return mayRefer ? acceptingReferences(validate) : validate;
      });
      check(input);
    };
  }

  private compile(schema: JsonObject): ValidateFunction {
    return this.ajv.compile(schema);
  }
}

/** What is checked: the tool's name is for the sentences. */
interface CheckedTool {
  name: string;
  argumentSchema: JsonObject;
  mayRefer?: boolean;
}

function acceptingReferences(validate: ValidateFunction): ValidateFunction {
  const accepting = (input: JsonObject): boolean => {
    const isValid = validate(input);
    const errors = isValid ? [] : errorsBesideReferences(validate.errors ?? [], input);
    accepting.errors = errors;
    return errors.length === 0;
  };
  accepting.errors = undefined as ErrorObject[] | undefined;
  return accepting as unknown as ValidateFunction;
}

function createAjv(): Ajv2020 {
  const created = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    // Converted schemas hold only what compiles, and references must stay shared.
    validateSchema: false,
    inlineRefs: false,
    addUsedSchema: false,
    logger: false,
  });
  addFormats.default(created);
  return created;
}

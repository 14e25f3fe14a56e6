import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject } from '../../../foundation/json.js';
import { compileArguments } from '../../arguments.js';
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

  /** The check of a tool's arguments against their whole schema. */
  of(tool: { name: string; argumentSchema: JsonObject }): ArgumentCheck {
    const { name, argumentSchema: inputSchema } = tool;
    let check: ArgumentCheck | undefined;
    return (input) => {
      check ??= compileArguments({ name, inputSchema }, (schema) => this.compile(schema));
      check(input);
    };
  }

  private compile(schema: JsonObject): ValidateFunction {
    return this.ajv.compile(schema);
  }
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

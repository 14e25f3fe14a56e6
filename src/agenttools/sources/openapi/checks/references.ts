import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';

/** Answers the check of a part of a schema, or nothing where that would cost too much: then it counts as fulfilled. */
export type CompilePart<Part> = (part: Part) => ValidateFunction | undefined;

/** Puts a `$ref` in place of Ajv's that asks for what it leads to when a value reaches it. */
export function addReferences(ajv: Ajv2020, find: CompilePart<string>): void {
  ajv.removeKeyword('$ref').addKeyword({
    keyword: '$ref',
    schemaType: 'string',
    errors: 'full',
    compile: (key: string) => {
      const validate: DataValidateFunction = (data: unknown, context) => {
        const check = find(key);
        if (check === undefined || check.call(ajv, data, context)) return true;
        validate.errors = [...(check.errors ?? [])] as ErrorObject[];
        return false;
      };
      return validate;
    },
  });
}

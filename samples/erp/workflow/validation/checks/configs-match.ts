import type { ValidateFunction } from 'ajv';
import { actionTypes } from '../../action-types/registry.js';
import { compileSchema, placed, schemaProblems } from '../schema-sentence.js';
import { called, type RuleCheck } from './check.js';

const validators = new Map<string, ValidateFunction>(
  actionTypes.map((type) => [type.type, compileSchema(type.configSchema)]),
);

/** Each action's config has the fields its type asks for, and no others. */
export const configsMatch: RuleCheck = (rule) =>
  rule.actions.flatMap((action, index) => {
    const validate = validators.get(action.actionType);
    if (validate === undefined) return [];
    const label = `${called(action)} (${action.actionType})`;
    return schemaProblems(validate, action.config).map((problem) =>
      placed(problem, `actions[${index}].config`, label),
    );
  });

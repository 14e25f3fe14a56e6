import { actionTypes } from '../../action-types/registry.js';
import { compileSchema, placed, schemaProblems } from '../schema-sentence.js';
import { called, type RuleCheck } from './check.js';

const schemas = new Map(actionTypes.map((type) => [type.type, type.configSchema]));

/** Each action's config has the fields its type asks for, and no others. */
export const configsMatch: RuleCheck = (rule) =>
  rule.actions.flatMap((action, index) => {
    const schema = schemas.get(action.actionType);
    if (schema === undefined) return [];
    const label = `${called(action)} (${action.actionType})`;
    return schemaProblems(compileSchema(schema), action.config).map((problem) =>
      placed(problem, `actions[${index}].config`, label),
    );
  });

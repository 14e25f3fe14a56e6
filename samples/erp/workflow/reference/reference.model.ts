import type { ActionTypeSchema, ActionTypeSummary } from '../../../../src/platform/types.js';
import { portNames, type ActionType } from '../action-types/action-type.js';

export type {
  ActionTemplate,
  ActionTypeSchema,
  ActionTypeSummary,
} from '../../../../src/platform/types.js';

/** The short form. */
export function toActionTypeSummary(actionType: ActionType): ActionTypeSummary {
  const { type, name, description, category, configSchema } = actionType;
  const required = [...configSchema.required];
  return { type, name, description, category, ports: portNames(actionType), required };
}

/** The long form. */
export function toActionTypeSchema(actionType: ActionType): ActionTypeSchema {
  const { type, name, description, category, configSchema, example } = actionType;
  const ports = actionType.ports.map((port, index) => ({ ...port, is_default: index === 0 }));
  return { type, name, description, category, ports, config_schema: { ...configSchema }, example };
}

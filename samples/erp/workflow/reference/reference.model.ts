import type { JsonObject } from '../../../../src/foundation/json.js';
import { portNames, type ActionType, type ObjectSchema } from '../action-types/action-type.js';

/** An action type as lists answer it; the first port is the default. */
export interface ActionTypeSummary {
  type: string;
  name: string;
  description: string;
  category: string;
  ports: string[];
  required: string[];
}

/** Everything about one action type. */
export interface ActionTypeSchema {
  type: string;
  name: string;
  description: string;
  category: string;
  ports: { name: string; description: string; is_default: boolean }[];
  config_schema: ObjectSchema;
  example: JsonObject;
}

/** A ready-made config of an action. */
export interface ActionTemplate {
  id: string;
  name: string;
  description: string;
  action_type: string;
  config: JsonObject;
  tags: string[];
}

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
  return { type, name, description, category, ports, config_schema: configSchema, example };
}

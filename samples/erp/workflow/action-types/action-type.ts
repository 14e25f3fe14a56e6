import type { JsonObject } from '../../../../src/foundation/json.js';

/** One way out of an action: edges leave the action through a port. */
export interface Port {
  name: string;
  description: string;
}

/** A JSON Schema of an object; the part of it that this code reads by name. */
export interface ObjectSchema {
  type: 'object';
  additionalProperties: boolean;
  required: readonly string[];
  properties: Readonly<Record<string, JsonObject>>;
}

/** What an action of a rule can be: its ports (the first is the default) and what its config holds. */
export interface ActionType {
  type: string;
  name: string;
  description: string;
  category: string;
  ports: readonly [Port, ...Port[]];
  configSchema: ObjectSchema;
  /** A config that is valid as it stands. */
  example: JsonObject;
}

/** The port an edge leaves through when it names none. */
export function defaultPort(actionType: ActionType): string {
  return actionType.ports[0].name;
}

/** The names of an action type's ports, default first. */
export function portNames(actionType: ActionType): string[] {
  return actionType.ports.map((port) => port.name);
}

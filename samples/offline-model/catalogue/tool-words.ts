import { stem } from '../../../src/foundation/english-stem.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';

/** The properties of a tool's input. */
export function propertiesOf({ inputSchema }: ToolSpec): JsonObject {
  return isObject(inputSchema['properties']) ? inputSchema['properties'] : {};
}

/** The names of the properties that a tool's input must have. */
export function requiredOf({ inputSchema }: ToolSpec): string[] {
  const required = inputSchema['required'];
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** The values that a property may have, where its schema lists them. */
export function enumOf(schema: unknown): string[] {
  const values = isObject(schema) ? schema['enum'] : undefined;
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}

/** `flags_createFlag` → `flags create flag`. */
export function titleOf({ name }: Pick<ToolSpec, 'name'>): string {
  return plainName(name).join(' ');
}

/** `createFeatureFlag`, `feature_flags` → its words. */
export function plainName(name: string): string[] {
  const apart = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return apart.split(/[^a-z0-9]+/).filter((word) => word.length > 1);
}

/** The stems of a name's words. */
export function stemsOf(name: string): Set<string> {
  return new Set(plainName(name).map(stem));
}

/** All texts that a tool speaks of itself with: its name, description, parameters and examples. */
export function wordsOfTool(tool: ToolSpec): string[] {
  const names = [tool.name, ...Object.keys(propertiesOf(tool))].map((name) => titleOf({ name }));
  return [...names, tool.description, ...(tool.examples ?? [])];
}

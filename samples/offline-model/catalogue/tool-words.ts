import { stem } from '../../../src/foundation/english-stem.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';

/** An argument: a property of the input, or of an object that the input holds, such as `body`. */
export interface Property {
  name: string;
  /** The object it stands in. */
  within?: string;
  schema: unknown;
  isRequired: boolean;
}

/** The arguments of a tool, those of objects in its input one by one. */
export function propertiesOf({ inputSchema }: Pick<ToolSpec, 'inputSchema'>): Property[] {
  return namedIn(inputSchema).flatMap(({ name, schema, isRequired }) => {
    const inner = isObject(schema) ? namedIn(schema) : [];
    if (inner.length === 0) return [{ name, schema, isRequired }];
    return inner.map((each) => ({
      ...{ ...each, within: name, isRequired: isRequired && each.isRequired },
    }));
  });
}

function namedIn(schema: JsonObject): Omit<Property, 'within'>[] {
  const { properties, required } = schema;
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isObject(properties) ? properties : {}).map(([name, each]) => ({
    ...{ name, schema: each, isRequired: needed.includes(name) },
  }));
}

/** Objects that an input must have and of which nothing was said. */
export function emptyObjects(tool: ToolSpec, args: JsonObject): string[] {
  return namedIn(tool.inputSchema)
    .filter(({ name, schema, isRequired }) => {
      const inner = isObject(schema) ? namedIn(schema) : [];
      return isRequired && inner.length > 0 && args[name] === undefined;
    })
    .map(({ name }) => name);
}

/** The values that a property may have, where its schema lists them. */
export function enumOf(schema: unknown): string[] {
  const values = isObject(schema) ? schema['enum'] : undefined;
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}

/** What people call a tool; `flags_createFlag` without a title of its own is `flags create flag`. */
export function titleOf({ name, title }: Pick<ToolSpec, 'name' | 'title'>): string {
  return title ?? plainName(name).join(' ');
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

/** What a tool is called, with its parameters; `isWhole`: and what its description and examples say. */
export function wordsOfTool(tool: ToolSpec, isWhole: boolean): string[] {
  const names = [tool.name, ...propertiesOf(tool).map(({ name }) => name)];
  const { title = '', description, examples = [] } = tool;
  const told = isWhole ? [description, ...examples] : [];
  return [...names.map((name) => plainName(name).join(' ')), title, ...told];
}

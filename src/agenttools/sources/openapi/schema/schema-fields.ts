import { numberOf } from '../../../../foundation/exact-json.js';
import {
  isObject,
  type JsonObject,
  asObject,
  asList,
  propertiesOf,
  requiredOf,
} from '../../../../foundation/json.js';
import { ELSEWHERE } from './convert-schema.js';
import { typesOf, type Schema } from './schema.js';

/** What a converted schema says of a value, all of its parts and alternatives together. */
export interface SchemaFields {
  types: ReadonlySet<string> | undefined;
  fields: ReadonlyMap<string, Schema>;
  /** Fields that no alternative does without. */
  required: ReadonlySet<string>;
  /** What is said of the items of a list, and of fields that are not described. */
  items: Schema;
  others: Schema;
  formats: ReadonlySet<string>;
}

/** More parts than this have no schemas that people wrote. */
const MAX_PARTS = 1000;

export class SchemaReader {
  private readonly known = new WeakMap<JsonObject, SchemaFields>();

  constructor(private readonly definitions: ReadonlyMap<string, Schema>) {}

  read(schema: Schema): SchemaFields {
    if (!isObject(schema)) return ANYTHING;
    const known = this.known.get(schema);
    if (known !== undefined) return known;
    const parts = this.partsOf(schema);
    const fields = new Map<string, Part[]>();
    const required = new Set<string>();
    for (const { schema: part, isSure } of parts) {
      for (const [name, one] of Object.entries(propertiesOf(part))) {
        if (asObject(one)[ELSEWHERE] === true) continue;
        fields.set(name, [...(fields.get(name) ?? []), { schema: one as JsonObject, isSure }]);
      }
      if (isSure) for (const name of requiredOf(part)) required.add(name);
    }
    const read: SchemaFields = {
      types: this.typesOf(schema, new Set()),
      fields: new Map([...fields].map(([name, all]) => [name, together(all)])),
      required,
      items: together(partsIn(parts, 'items')),
      others: together(partsIn(parts, 'additionalProperties')),
      formats: new Set(parts.map(({ schema: part }) => String(part['format']))),
    };
    this.known.set(schema, read);
    return read;
  }

  /** The schemas that judge the same value; sure are those that always do. */
  private partsOf(schema: JsonObject): Part[] {
    const found = new Map<JsonObject, Part>();
    const open: Part[] = [{ schema, isSure: true }];
    for (const next of open) {
      if (found.size >= MAX_PARTS) break;
      const { schema: part, isSure } = next;
      if (!isObject(part) || found.has(part)) continue;
      found.set(part, next);
      const add = (inner: unknown, sure: boolean): void => {
        for (const one of asList(inner)) open.push({ schema: one as JsonObject, isSure: sure });
      };
      if (typeof part['$ref'] === 'string') add([this.definitions.get(part['$ref'])], isSure);
      add(part['allOf'], isSure);
      add(part['anyOf'], false);
      add([part['then'], part['else']], false);
    }
    return [...found.values()];
  }

  /** Undefined for any type; where parts lead back to themselves they say nothing. */
  private typesOf(schema: unknown, path: ReadonlySet<unknown>): Set<string> | undefined {
    if (!isObject(schema) || path.has(schema) || path.size > MAX_DEPTH) return undefined;
    const below = new Set([...path, schema]);
    const own = ownTypes(schema);
    const { $ref: key, allOf } = schema;
    const target = typeof key === 'string' ? [this.definitions.get(key)] : [];
    const lists = [...asList(allOf), ...target].map((part) => this.typesOf(part, below));
    const branches: unknown = schema['anyOf'];
    if (Array.isArray(branches)) {
      const each = branches.map((part) => this.typesOf(part, below));
      const isOpen = each.includes(undefined);
      lists.push(isOpen ? undefined : new Set(each.flatMap((types) => [...(types ?? [])])));
    }
    return lists.reduce(shared, own);
  }
}

const MAX_DEPTH = 12;

interface Part {
  schema: JsonObject;
  isSure: boolean;
}

const ANYTHING: SchemaFields = {
  types: undefined,
  fields: new Map(),
  required: new Set(),
  items: true,
  others: true,
  formats: new Set(),
};

function partsIn(parts: readonly Part[], keyword: string): Part[] {
  return parts
    .filter(({ schema }) => isObject(schema[keyword]))
    .map(({ schema, isSure }) => ({ schema: schema[keyword] as JsonObject, isSure }));
}

/** One schema of several: all count where all are sure, else any may. */
function together(parts: readonly Part[]): Schema {
  const [first, ...rest] = parts;
  if (first === undefined) return true;
  const schemas = [...new Set(parts.map(({ schema }) => schema))];
  if (rest.length === 0 || schemas.length === 1) return first.schema;
  return parts.every(({ isSure }) => isSure) ? { allOf: schemas } : { anyOf: schemas };
}

function ownTypes(schema: JsonObject): Set<string> | undefined {
  const named = typesOf(schema);
  if (named.length > 0) return new Set(named);
  const { enum: choices, const: only } = schema;
  const values: unknown[] = Array.isArray(choices) ? choices : only === undefined ? [] : [only];
  const typeOf = (value: unknown): string => {
    if (value === null) return 'null';
    if (numberOf(value) !== undefined) return 'number';
    return Array.isArray(value) ? 'array' : typeof value;
  };
  return values.length === 0 ? undefined : new Set(values.map(typeOf));
}

function shared(
  one: Set<string> | undefined,
  other: Set<string> | undefined,
): Set<string> | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  // A whole number is a number.
  const has = (types: Set<string>, type: string): boolean =>
    types.has(type) || (type === 'integer' && types.has('number'));
  return new Set([
    ...[...one].filter((type) => has(other, type)),
    ...[...other].filter((type) => has(one, type)),
  ]);
}

import { defined } from '../../../../foundation/defined.js';
import { isObject, type JsonObject } from '../../../../foundation/json.js';
import { followReferences, resolvePointer } from '../document/pointer.js';
import type { Dialect } from '../document/upgrade.js';
import { shortHash, type PropertyAliases } from '../../../../foundation/argument-names.js';
import type { Schema } from './schema.js';
import { cutCircles } from './cut-circles.js';
import { branchNames } from './discriminator.js';
import { plainKeywords, typesOf } from './plain-keywords.js';
import { absentProperties, type Direction } from './read-only.js';

/** What the schemas of one document are converted with. */
export interface ConverterOptions {
  document: JsonObject;
  dialect: Dialect;
  direction: Direction;
  aliases: PropertyAliases;
  /** Called with each reference that leads nowhere. */
  onLost?: (reference: string) => void;
}

const NONE: ReadonlySet<string> = new Set();
/** Schemas are written in each other no deeper than this; references do not count. */
const MAX_DEPTH = 60;
/** A definition that must be written out is, down to this depth: in a cyclic one each copy asks for more. */
const MAX_INLINED = 8;

/** The name of a definition: an absolute URI, so that it means the same in every schema. */
export function definitionKey(reference: string): string {
  return `def:${shortHash(reference, 16)}`;
}

/**
 * Converts the schemas of a document to JSON Schema 2020-12. A `$ref` stays one: what it leads to becomes a
 * definition, converted once, so that a cyclic schema needs no special care. Whatever the document holds,
 * what comes out compiles.
 */
export class SchemaConverter {
  /** Converted definitions by {@link definitionKey}; complete after {@link finish}. */
  readonly definitions = new Map<string, Schema>();
  private readonly open: string[] = [];

  constructor(private readonly options: ConverterOptions) {}

  /** The schema converted; its references lead to {@link definitions}. */
  convert(schema: unknown): Schema {
    return this.part(schema, NONE, 0);
  }

  /** Converts the definitions that are referred to, and those that they refer to. */
  finish(): ReadonlyMap<string, Schema> {
    for (let next = this.open.pop(); next !== undefined; next = this.open.pop()) {
      const target = followReferences(this.options.document, { $ref: next });
      const converted = isObject(target) ? this.part(target, NONE, 0) : true;
      this.definitions.set(definitionKey(next), converted);
    }
    cutCircles(this.definitions);
    return this.definitions;
  }

  private part(schema: unknown, absent: ReadonlySet<string>, depth: number): Schema {
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema) || depth > MAX_DEPTH) return true;
    if (typeof schema['$ref'] === 'string') return this.reference(schema, absent, depth);
    return this.nullable(schema, this.object(schema, absent, depth));
  }

  private reference(schema: JsonObject, absent: ReadonlySet<string>, depth: number): Schema {
    const reference = schema['$ref'] as string;
    const target = resolvePointer(this.options.document, reference);
    if (!isObject(target)) {
      this.options.onLost?.(reference);
      return typeof target === 'boolean' ? target : true;
    }
    // What is absent in the whole cannot be required by a part that others share.
    if (depth < MAX_INLINED && requiresAny(target, absent)) {
      return this.part(target, absent, depth + 1);
    }
    const key = definitionKey(reference);
    if (!this.definitions.has(key)) {
      this.definitions.set(key, true);
      this.open.push(reference);
    }
    const own = { $ref: key };
    // 3.0 says that what stands beside a reference does not count; many documents mean these two all the same.
    const beside =
      this.options.dialect === '3.0'
        ? textOnly(schema)
        : this.object(without(schema, '$ref'), absent, depth + 1);
    return this.nullable(schema, { ...beside, ...own });
  }

  /** With `null` among what is valid where 3.0 (or a vendor) says so. */
  private nullable(schema: JsonObject, converted: Schema): Schema {
    if (schema['nullable'] !== true && schema['x-nullable'] !== true) return converted;
    if (converted === true || converted === false) return true;
    const simple = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'const'].every(
      (keyword) => converted[keyword] === undefined,
    );
    if (!simple) {
      const { title, description, ...rest } = converted;
      return { ...textOnly({ title, description }), anyOf: [rest, { type: 'null' }] };
    }
    const types = typesOf(converted);
    const values = converted['enum'] as unknown[] | undefined;
    return {
      ...converted,
      ...defined({
        type: types.length > 0 ? [...new Set([...types, 'null'])] : undefined,
        enum: values === undefined || values.includes(null) ? undefined : [...values, null],
      }),
    };
  }

  private object(schema: JsonObject, outer: ReadonlySet<string>, depth: number): JsonObject {
    const own = absentProperties(this.options.document, schema, this.options.direction);
    const absent = own.size === 0 ? outer : new Set([...outer, ...own]);
    const types = typesOf(schema);
    return {
      ...(types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }),
      ...plainKeywords(schema),
      ...values(schema),
      ...this.lists(schema, depth),
      ...this.fields(schema, absent, depth),
      ...this.compositions(schema, absent, depth),
    };
  }

  private lists(schema: JsonObject, depth: number): JsonObject {
    const converted: JsonObject = {};
    for (const keyword of ['items', 'contains', 'unevaluatedItems'] as const) {
      const inner = schema[keyword];
      if (isSchema(inner)) converted[keyword] = this.part(inner, NONE, depth + 1);
    }
    const { prefixItems } = schema;
    if (Array.isArray(prefixItems) && prefixItems.length > 0) {
      converted['prefixItems'] = prefixItems.map((item) => this.part(item, NONE, depth + 1));
    }
    return converted;
  }

  private fields(schema: JsonObject, absent: ReadonlySet<string>, depth: number): JsonObject {
    const { aliases } = this.options;
    const converted: JsonObject = {};
    if (isObject(schema['properties'])) {
      const kept = Object.entries(schema['properties']).filter(([name]) => !absent.has(name));
      converted['properties'] = Object.fromEntries(
        kept.map(([name, one]) => [aliases.aliasOf(name), this.part(one, NONE, depth + 1)]),
      );
    }
    const required = names(schema['required']).filter((name) => !absent.has(name));
    if (required.length > 0) converted['required'] = required.map((name) => aliases.aliasOf(name));
    // Which names a pattern takes is not checked here, so nothing may be refused for its name either.
    if (isObject(schema['patternProperties'])) return converted;
    for (const keyword of ['additionalProperties', 'unevaluatedProperties'] as const) {
      const inner = schema[keyword];
      if (isSchema(inner)) converted[keyword] = this.part(inner, NONE, depth + 1);
    }
    return converted;
  }

  private compositions(schema: JsonObject, absent: ReadonlySet<string>, depth: number): JsonObject {
    const converted: JsonObject = {};
    for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
      const parts: unknown = schema[keyword];
      if (!Array.isArray(parts) || parts.length === 0) continue;
      converted[keyword] = parts.map((part: unknown) => {
        const inner = this.part(part, absent, depth + 1);
        return keyword === 'allOf' ? inner : this.branch(schema, part, inner, absent);
      });
    }
    if (isSchema(schema['not'])) converted['not'] = this.part(schema['not'], absent, depth + 1);
    if (this.options.dialect === '3.0') return converted;
    for (const keyword of ['if', 'then', 'else'] as const) {
      if (isSchema(schema[keyword]))
        converted[keyword] = this.part(schema[keyword], absent, depth + 1);
    }
    return converted;
  }

  /** A branch that a discriminator names takes only values that name it: then one branch fits at most. */
  private branch(
    schema: JsonObject,
    part: unknown,
    inner: Schema,
    absent: ReadonlySet<string>,
  ): Schema {
    const named = branchNames(schema['discriminator'], part);
    if (named === undefined || absent.has(named.property)) return inner;
    const property = this.options.aliases.aliasOf(named.property);
    const properties = { [property]: { enum: named.names } };
    return { allOf: [inner], type: 'object', properties, required: [property] };
  }
}

function values(schema: JsonObject): JsonObject {
  const list: unknown = schema['enum'];
  return defined({
    enum: Array.isArray(list) && list.length > 0 ? (list as unknown[]) : undefined,
    const: schema['const'],
  });
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isObject(value);
}

function names(required: unknown): string[] {
  const list: unknown[] = Array.isArray(required) ? required : [];
  return [...new Set(list.filter((name) => typeof name === 'string'))];
}

function requiresAny(schema: JsonObject, absent: ReadonlySet<string>): boolean {
  return absent.size > 0 && names(schema['required']).some((name) => absent.has(name));
}

function textOnly({ title, description }: JsonObject): JsonObject {
  return defined({
    title: typeof title === 'string' ? title : undefined,
    description: typeof description === 'string' ? description : undefined,
  });
}

function without(schema: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key));
}

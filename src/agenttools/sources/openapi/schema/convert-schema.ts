import { defined } from '../../../../foundation/defined.js';
import {
  isObject,
  type JsonObject,
  asList,
  propertiesOf,
  requiredOf,
} from '../../../../foundation/json.js';
import { followReferences, resolvePointer } from '../document/pointer.js';
import type { Dialect } from '../document/swagger-parameters.js';
import { shortHash, type PropertyAliases } from '../../../../foundation/argument-names.js';
import { type Schema, plainKeywords, typesOf, asType, typedValues } from './schema.js';
import { cutCircles } from './cut-circles.js';
import { Compositions, joinNames, NO_NAMES, type Names } from './composition.js';
import {
  branchNames,
  discriminatorProperty,
  ownValues,
  type BranchNames,
  subtypesOf,
  type Subtypes,
  absentProperties,
  type Direction,
} from './object-parts.js';

export interface ConverterOptions {
  document: JsonObject;
  dialect: Dialect;
  direction: Direction;
  aliases: PropertyAliases;
  onLost?: (reference: string) => void;
}

/** Where a schema stands: what the schemas around it say of the same value. */
interface SchemaPosition {
  absent: ReadonlySet<string>;
  /** Fields of the composition it is a part of, which a closed part takes too. */
  beside: Names;
  /** What is required of a whole is not required here: the body of a PATCH. */
  partial: boolean;
  /** The definition it is a part of, and not of a value inside. */
  within?: string;
}

const WHOLE: SchemaPosition = { absent: NO_NAMES, beside: NO_NAMES, partial: false };
/** Schemas are written in each other no deeper than this; references do not count. */
const MAX_DEPTH = 60;
/** A definition is converted once for each kind of place; a document can ask for no more than so many. */
const MAX_DEFINITIONS = 50_000;

interface OpenDefinition {
  key: string;
  reference: string;
  place: SchemaPosition;
  subtypes: readonly string[];
}

/** To JSON Schema 2020-12, with each `$ref` a definition. What comes out compiles, and takes what servers take (docs/your-backend.md). */
export class SchemaConverter {
  readonly definitions = new Map<string, Schema>();
  private readonly open: OpenDefinition[] = [];
  private readonly compositions: Compositions;
  private readonly subtypes: Subtypes;

  constructor(private readonly options: ConverterOptions) {
    this.compositions = new Compositions(options.document);
    this.subtypes = subtypesOf(options.document);
  }

  /** The schema converted; its references lead to {@link definitions}. `partial`: no field is required. */
  convert(schema: unknown, { partial = false } = {}): Schema {
    return this.part(schema, { ...WHOLE, partial }, 0);
  }

  finish(): ReadonlyMap<string, Schema> {
    for (let next = this.open.pop(); next !== undefined; next = this.open.pop()) {
      this.definitions.set(next.key, this.definition(next));
    }
    cutCircles(this.definitions);
    return this.definitions;
  }

  private definition({ reference, place, subtypes }: OpenDefinition): Schema {
    if (subtypes.length > 0) return this.anySubtype(reference, subtypes, place);
    const target = followReferences(this.options.document, { $ref: reference });
    return isObject(target) ? this.part(target, { ...place, within: reference }, 0) : true;
  }

  private part(schema: unknown, place: SchemaPosition, depth: number): Schema {
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema) || depth > MAX_DEPTH) return true;
    if (typeof schema['$ref'] === 'string') return this.reference(schema, place, depth);
    return this.nullable(schema, this.object(schema, place, depth));
  }

  private reference(schema: JsonObject, place: SchemaPosition, depth: number): Schema {
    const reference = schema['$ref'] as string;
    const target = resolvePointer(this.options.document, reference);
    if (!isObject(target)) {
      this.options.onLost?.(reference);
      return typeof target === 'boolean' ? target : true;
    }
    const all = this.subtypes.of(reference);
    const subtypes = all.includes(place.within ?? '') ? [] : all;
    // 3.0 says that what stands beside a reference does not count; many documents mean these two all the same.
    if (this.options.dialect === '3.0') {
      const own = this.definitionOf(reference, place, subtypes);
      return this.nullable(schema, { ...textOnly(schema), ...own });
    }
    const own = this.definitionOf(reference, this.besideParts(schema, place), subtypes);
    return this.nullable(schema, { ...this.object(schema, place, depth + 1), ...own });
  }

  private definitionOf(
    reference: string,
    place: SchemaPosition,
    subtypes: readonly string[] = [],
  ): JsonObject {
    const { names, required, isClosed } = this.compositions.fields({ $ref: reference });
    const absent = [...place.absent].filter(
      (name) => required.has(name) || (names !== 'any' && names.has(name)),
    );
    const own: SchemaPosition = {
      absent: new Set(absent),
      beside: isClosed ? place.beside : NO_NAMES,
      partial: place.partial,
    };
    // An absolute URI, so that it means the same in every schema.
    const key = `def:${shortHash(reference + variantOf(own, subtypes), 16)}`;
    if (!this.definitions.has(key)) {
      if (this.definitions.size >= MAX_DEFINITIONS) return {};
      this.definitions.set(key, true);
      this.open.push({ key, reference, place: own, subtypes });
    }
    return { $ref: key };
  }

  /** A parent with a discriminator is any of its subtypes, each by the values that mean it, or itself. */
  private anySubtype(parent: string, subtypes: readonly string[], place: SchemaPosition): Schema {
    const { document } = this.options;
    const target = resolvePointer(document, parent);
    const discriminator = isObject(target) ? target['discriminator'] : undefined;
    const property = discriminatorProperty(discriminator);
    const own = property === undefined ? undefined : ownValues(document, target, property);
    const named = [...subtypes, parent].map((reference) => {
      const names = branchNames(document, discriminator, { $ref: reference }, parent);
      // Names that the parent itself rules out are not what its document means.
      const isMeant = own === undefined || names?.names.some((name) => own.has(name)) === true;
      return { reference, names: isMeant ? names : undefined };
    });
    const ofSubtypes = new Set(named.slice(0, -1).flatMap(({ names }) => names?.names ?? []));
    const branches = named.flatMap(({ reference, names }) => {
      const inner = this.definitionOf(reference, place);
      if (reference !== parent || own === undefined) return [this.tagged(inner, names, place)];
      // Of the values that the parent lists, those that mean no subtype are its own.
      const rest = [...own].filter((name) => !ofSubtypes.has(name));
      return rest.length === 0 || property === undefined
        ? []
        : [this.tagged(inner, { property, names: rest }, place)];
    });
    return { anyOf: branches };
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

  private object(schema: JsonObject, outer: SchemaPosition, depth: number): JsonObject {
    const own = absentProperties(this.options.document, schema, this.options.direction);
    const absent = own.size === 0 ? outer.absent : new Set([...outer.absent, ...own]);
    const place = { ...outer, absent };
    const { items: choices, ...typed } = typedValues(schema);
    const lists = this.lists(schema, depth);
    const items = [lists['items'], choices].filter(isObject);
    return {
      ...typed,
      ...plainKeywords(schema),
      ...lists,
      ...(items.length === 0 ? {} : { items: Object.assign({}, ...items) as JsonObject }),
      ...this.fields(schema, place, depth),
      ...this.parts(schema, place, depth),
    };
  }

  private lists(schema: JsonObject, depth: number): JsonObject {
    const converted: JsonObject = {};
    const { prefixItems } = schema;
    // A list is replaced as a whole, so that what it holds is whole even in a PATCH.
    for (const keyword of ['items', 'contains'] as const) {
      const inner = schema[keyword];
      if (isSchema(inner)) converted[keyword] = this.part(inner, WHOLE, depth + 1);
    }
    if (Array.isArray(prefixItems) && prefixItems.length > 0) {
      converted['prefixItems'] = prefixItems.map((item) => this.part(item, WHOLE, depth + 1));
    }
    const rest = schema['unevaluatedItems'];
    const isAlone = ['allOf', 'anyOf', 'oneOf', '$ref', 'if', 'contains', 'items'].every(
      (keyword) => schema[keyword] === undefined,
    );
    if (isAlone && isSchema(rest)) converted['items'] = this.part(rest, WHOLE, depth + 1);
    return converted;
  }

  private fields(schema: JsonObject, place: SchemaPosition, depth: number): JsonObject {
    const { aliases } = this.options;
    const inside: SchemaPosition = { ...WHOLE, partial: place.partial };
    const converted: JsonObject = {};
    const own = propertiesOf(schema);
    const kept = Object.entries(own)
      .filter(([name]) => !place.absent.has(name))
      .map(([name, one]) => [aliases.aliasOf(name), this.part(one, inside, depth + 1)] as const);
    const required = [...new Set(requiredOf(schema))].filter((name) => !place.absent.has(name));
    if (required.length > 0 && !place.partial)
      converted['required'] = required.map((name) => aliases.aliasOf(name));
    const others = restOf(schema);
    const known = others === true ? 'any' : this.knownFields(schema, place);
    const elsewhere = known === 'any' ? [] : [...known].filter((name) => !Object.hasOwn(own, name));
    for (const name of elsewhere.filter((one) => !place.absent.has(one)))
      kept.push([aliases.aliasOf(name), { [ELSEWHERE]: true }]);
    if (kept.length > 0 || isObject(schema['properties']))
      converted['properties'] = Object.fromEntries(kept);
    if (known !== 'any') converted['additionalProperties'] = this.part(others, inside, depth + 1);
    return converted;
  }

  /** The fields of the whole composition: what closes one part of it counts for all. */
  private knownFields(schema: JsonObject, { beside }: SchemaPosition): Names {
    return joinNames(beside, this.compositions.fields(schema).names);
  }

  /** Where all parts of a schema stand together, as those of `allOf` do. */
  private besideParts(schema: JsonObject, place: SchemaPosition): SchemaPosition {
    const { isClosed } = this.compositions.fields(schema);
    return isClosed ? { ...place, beside: this.knownFields(schema, place) } : place;
  }

  private parts(schema: JsonObject, place: SchemaPosition, depth: number): JsonObject {
    const together = this.besideParts(schema, place);
    const all: Schema[] = asList(schema['allOf']).map((part) =>
      this.part(part, together, depth + 1),
    );
    const choices = (['anyOf', 'oneOf'] as const)
      .map((keyword) => this.branches(schema, keyword, place, depth))
      .filter((branches) => branches.length > 0);
    const [first, second] = choices;
    if (second !== undefined) all.push({ anyOf: second });
    const converted: JsonObject = defined({ anyOf: first });
    if (all.length > 0) converted['allOf'] = all;
    // What refuses must not be read more widely than it is written.
    const { not, if: condition } = schema;
    if (isSchema(not) && isExact(not)) converted['not'] = this.part(not, WHOLE, depth + 1);
    if (this.options.dialect === '3.0' || !isSchema(condition) || !isExact(condition))
      return converted;
    converted['if'] = this.part(condition, WHOLE, depth + 1);
    for (const keyword of ['then', 'else'] as const) {
      const inner = schema[keyword];
      if (isSchema(inner)) converted[keyword] = this.part(inner, together, depth + 1);
    }
    return converted;
  }

  /** `oneOf` is read as `anyOf`: where several fit, servers take the best one. */
  private branches(
    schema: JsonObject,
    keyword: 'anyOf' | 'oneOf',
    place: SchemaPosition,
    depth: number,
  ): Schema[] {
    const { document } = this.options;
    const parts = asList(schema[keyword]);
    if (parts.length === 0) return [];
    const { isClosed } = this.compositions.fields(schema);
    const names = isClosed ? this.compositions.besideBranches(schema, keyword) : NO_NAMES;
    const beside = isClosed ? joinNames(place.beside, names) : place.beside;
    return parts.map((part) => {
      const inner = this.part(part, { ...place, beside }, depth + 1);
      return this.tagged(inner, branchNames(document, schema['discriminator'], part), place);
    });
  }

  /** A branch that a discriminator names takes only values that name it: then one branch fits at most. */
  private tagged(inner: Schema, named: BranchNames | undefined, place: SchemaPosition): Schema {
    if (named === undefined || place.absent.has(named.property)) return inner;
    const property = this.options.aliases.aliasOf(named.property);
    const values = named.names.flatMap((name) => [name, asType(name, ['number', 'boolean'])]);
    const properties = { [property]: { enum: values.filter((value) => value !== undefined) } };
    const required = place.partial ? undefined : [property];
    return { allOf: [inner], type: 'object', properties, ...defined({ required }) };
  }
}

/** Marks a field that a closed part takes because another part describes it. */
export const ELSEWHERE = 'x-elsewhere';

/** What is said of the fields that no part names; `true` where nothing is. */
function restOf(schema: JsonObject): Schema {
  // Which names a pattern takes is not checked here, so nothing may be refused for its name either.
  if (isObject(schema['patternProperties'])) return true;
  const { additionalProperties: others, unevaluatedProperties: unevaluated } = schema;
  const rest = isSchema(others) ? others : isSchema(unevaluated) ? unevaluated : true;
  return isObject(rest) && Object.keys(rest).length === 0 ? true : rest;
}

const WIDENED = /^(?:\$ref|allOf|anyOf|oneOf|additionalProperties|unevaluatedProperties)$/;

function isExact(schema: Schema, depth = 0): boolean {
  if (!isObject(schema)) return true;
  if (depth > 8 || Object.keys(defined(schema)).some((keyword) => WIDENED.test(keyword)))
    return false;
  return Object.values(schema).every((inner) => {
    const parts: unknown[] = Array.isArray(inner) ? inner : [inner];
    return parts.every((part) => !isObject(part) || isExact(part, depth + 1));
  });
}

/** Tells the definitions of one reference apart by where they stand; empty for one that stands alone. */
function variantOf(
  { absent, beside, partial }: SchemaPosition,
  subtypes: readonly string[],
): string {
  const isPlain = absent.size === 0 && beside !== 'any' && beside.size === 0 && !partial;
  if (isPlain && subtypes.length === 0) return '';
  const names = beside === 'any' ? beside : [...beside].sort();
  return JSON.stringify(['', [...absent].sort(), names, partial, subtypes.length > 0]);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isObject(value);
}

function textOnly({ title, description }: JsonObject): JsonObject {
  return defined({
    title: typeof title === 'string' ? title : undefined,
    description: typeof description === 'string' ? description : undefined,
  });
}

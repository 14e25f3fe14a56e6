import { PropertyAliases } from '../../foundation/argument-names.js';
import { defined } from '../../foundation/defined.js';
import { isObject, type JsonObject, asObject, asList } from '../../foundation/json.js';
import { shortened } from '../../foundation/text.js';
import { type SchemaRules, type SchemaType, keywordsOf } from './api-rules.js';
import {
  foldRoot,
  alternativesOf,
  flatten,
  hasType,
  isNull,
  typesOf,
  valuesOf,
} from './read-schema.js';

export interface RewrittenSchema {
  schema: JsonObject;
  /** Which fields go together, where the schema's root was a union; for the tool's description. */
  forms?: string;
  /** Arguments as the model wrote them, as the tool has them; absent where they are the same. */
  restore?: (input: JsonObject) => JsonObject;
  rename?: (input: JsonObject) => JsonObject;
}

/** A tool's schema without what the API refuses; what cannot be said goes into descriptions or is left out. The one given is not changed. */
export function rewriteSchema(schema: JsonObject, rules: SchemaRules): RewrittenSchema {
  return new Rewriter(schema, rules).rewrite();
}

interface Place {
  depth: number;
  refs: readonly string[];
  /** The names that lead here, `*` for items; undefined behind a union. */
  path: readonly string[] | undefined;
}

/** A schema that does not say yet that null is a value too. */
interface Node {
  schema: JsonObject;
  nullable: boolean;
  /** The empty text was one of its values, and cannot be said. */
  lacksEmpty?: boolean;
}

/** More schemas than any tool has: references may multiply them. */
const MAX_SCHEMAS = 1_000;
/** Unions within unions where no schema may stand within another. */
const MAX_UNIONS = 8;
const MAX_VALUES = 200;
const MAX_TOLD = 600;

/** Lists are left out, as each would hold items of any kind in turn. */
const ANY_ITEM = { type: ['string', 'number', 'boolean', 'object'] };

class Rewriter {
  private readonly aliases = new PropertyAliases();
  private readonly emptyTexts: (readonly string[])[] = [];
  private left = MAX_SCHEMAS;

  constructor(
    private readonly root: JsonObject,
    private readonly rules: SchemaRules,
  ) {}

  rewrite(): RewrittenSchema {
    const { schema: folded, refs, forms } = foldRoot(this.root);
    const { schema } = this.single(folded, 'object', { depth: 0, refs, path: [] });
    const isRenamed = this.aliases.entries().length > 0;
    const isSame = !isRenamed && this.emptyTexts.length === 0;
    return {
      schema: { ...schema, properties: schema['properties'] ?? {} },
      ...defined({
        forms,
        restore: isSame ? undefined : (input: JsonObject) => this.restore(input),
        rename: isRenamed
          ? (input: JsonObject) => this.aliases.redo(input) as JsonObject
          : undefined,
      }),
    };
  }

  private restore(input: JsonObject): JsonObject {
    const restored = this.aliases.undo(structuredClone(input)) as JsonObject;
    for (const path of this.emptyTexts) fillEmpty(restored, path);
    return restored;
  }

  private node(given: unknown, place: Place): Node {
    this.left -= 1;
    const { schema, refs } = flatten(given, this.root, place.refs);
    const inside = { ...place, refs };
    const { types, nullable } = typesOf(schema);
    const [type = 'string', ...more] = types;
    const choices = alternativesOf(schema);
    if (choices === undefined && more.length === 0) {
      return { ...this.single(schema, type, inside), nullable };
    }
    if (place.depth > this.rules.maxDepth + MAX_UNIONS) return this.single({}, 'string', inside);
    const { title, description, default: value, ...rest } = schema;
    const variants = choices ?? types.map((one) => ({ ...rest, type: one }));
    const texts = this.texts({ title, description, default: value }, type);
    const all = variants.map((variant) => flatten(variant, this.root, refs).schema);
    const real = variants.filter((_, at) => !isNull(all[at] ?? {}));
    const isNullable = nullable || real.length < variants.length;
    const below = { depth: place.depth + 1, refs, path: undefined };
    return this.union(this.isEnd(place) ? real.slice(0, 1) : real, texts, isNullable, below);
  }

  private isEnd({ depth }: Place): boolean {
    return depth >= this.rules.maxDepth || this.left <= 0;
  }

  private texts(schema: JsonObject, type: SchemaType): JsonObject {
    const { title, description, default: value } = keywordsOf(schema, type, this.rules).kept;
    return defined({ title, description, default: value });
  }

  private union(
    variants: readonly JsonObject[],
    texts: JsonObject,
    nullable: boolean,
    place: Place,
  ): Node {
    const nodes = variants.map((variant) => this.node(variant, place));
    const schemas = distinct(nodes.map(({ schema }) => schema));
    const isNullable = nullable || nodes.some((node) => node.nullable);
    const lacksEmpty = nodes.some((node) => node.lacksEmpty);
    const [only = { type: 'string' }, ...others] = schemas;
    if (others.length === 0)
      return { schema: { ...only, ...texts }, nullable: isNullable, lacksEmpty };
    const told = typeof texts['description'] === 'string' ? texts['description'] : '';
    const schema = this.rules.bareUnions
      ? { anyOf: schemas.map((one, at) => (at === 0 ? described(one, told, 'before') : one)) }
      : { ...texts, anyOf: schemas };
    return { schema, nullable: isNullable, lacksEmpty };
  }

  private single(schema: JsonObject, type: SchemaType, place: Place): Node {
    const { kept, told } = keywordsOf(schema, type, this.rules);
    const values = this.values(schema, type);
    const parts = [...told, ...values.told];
    const result: JsonObject = { type, ...kept, ...values.kept };
    if (type === 'array') result['items'] = this.items(schema, place);
    if (type === 'object') {
      Object.assign(result, this.properties(schema, place, parts));
      if (isObject(kept['additionalProperties'])) {
        result['additionalProperties'] = this.isEnd(place)
          ? true
          : this.within(kept['additionalProperties'], place, undefined).schema;
      }
    }
    const lacksEmpty = values.lacksEmpty;
    return { schema: described(result, parts.join(' '), 'behind'), nullable: false, lacksEmpty };
  }

  private within(given: unknown, { depth, refs, path }: Place, name: string | undefined): Node {
    const inside = path === undefined || name === undefined ? undefined : [...path, name];
    const node = this.node(given, { depth: depth + 1, refs, path: inside });
    return node.nullable ? { ...node, schema: this.orNull(node.schema) } : node;
  }

  /** `enum` as far as the API has one; the rest is told. */
  private values(schema: JsonObject, type: SchemaType) {
    const given = (valuesOf(schema) ?? []).filter((value) => hasType(value, type));
    const isOfTexts = this.rules.enums === 'texts';
    const possible = isOfTexts ? given.filter((value) => value !== '') : given;
    const lacksEmpty = possible.length < given.length;
    const told = lacksEmpty ? ['Leave it out for the empty text.'] : [];
    if (possible.length === 0) return { kept: {}, told, lacksEmpty };
    const isSayable = (type === 'string' || !isOfTexts) && possible.length <= MAX_VALUES;
    if (isSayable) return { kept: { enum: possible }, told, lacksEmpty };
    const list = possible.slice(0, MAX_VALUES).map((value) => JSON.stringify(value));
    return {
      kept: {},
      told: [...told, `One of: ${shortened(list.join(', '), MAX_TOLD)}.`],
      lacksEmpty,
    };
  }

  /** Any of a tuple's items may stand at any place. */
  private items(schema: JsonObject, place: Place): JsonObject {
    if (this.isEnd(place)) return { type: 'string' };
    const { items, prefixItems } = schema;
    const tuple = [...asList(prefixItems), ...asList(items)];
    const said = isObject(items) && Object.keys(items).length > 0 ? items : ANY_ITEM;
    const given = tuple.length > 0 ? { anyOf: isObject(items) ? [...tuple, items] : tuple } : said;
    return this.within(given, place, '*').schema;
  }

  private properties(schema: JsonObject, place: Place, told: string[]): JsonObject {
    const given = asObject(schema['properties']);
    const names = Object.keys(given).filter((name) => given[name] !== false);
    if (names.length === 0) return {};
    if (this.isEnd(place)) {
      told.push(`Fields: ${shortened(names.join(', '), MAX_TOLD)}.`);
      return {};
    }
    const wanted = new Set(asList(schema['required']));
    const entries = names.map((name) => {
      const node = this.within(given[name], place, name);
      if (node.lacksEmpty && wanted.delete(name) && place.path !== undefined)
        this.emptyTexts.push([...place.path, name]);
      return [this.aliases.aliasOf(name), node.schema] as const;
    });
    const required = names
      .filter((name) => wanted.has(name))
      .map((name) => this.aliases.aliasOf(name));
    return {
      properties: Object.fromEntries(entries),
      ...defined({ required: required.length === 0 ? undefined : required }),
    };
  }

  private orNull(schema: JsonObject): JsonObject {
    const { type, anyOf, enum: values } = schema;
    if (this.rules.nulls === 'nullable') {
      if (!Array.isArray(anyOf)) return { ...schema, nullable: true };
      return { ...schema, anyOf: anyOf.map((one: JsonObject) => ({ ...one, nullable: true })) };
    }
    if (Array.isArray(anyOf))
      return { ...schema, anyOf: [...(anyOf as unknown[]), { type: 'null' }] };
    const all = Array.isArray(values) ? [...(values as unknown[]), null] : undefined;
    return { ...schema, type: [type, 'null'], ...defined({ enum: all }) };
  }
}

/** Each schema once; unions within are spread, and lists of texts without words of their own become one. */
function distinct(schemas: readonly JsonObject[]): JsonObject[] {
  const spread = schemas.flatMap((one) =>
    Object.keys(one).length === 1 && Array.isArray(one['anyOf'])
      ? (one['anyOf'] as JsonObject[])
      : [one],
  );
  const lists = spread.filter(isPlainList);
  const rest = lists.length < 2 ? spread : spread.filter((one) => !isPlainList(one));
  const values = new Set(lists.flatMap((one) => asList(one['enum'])));
  const joined = lists.length < 2 ? rest : [{ type: 'string', enum: [...values] }, ...rest];
  return [...new Map(joined.map((one) => [JSON.stringify(one), one])).values()];
}

function isPlainList(schema: JsonObject): boolean {
  return Object.keys(schema).length === 2 && schema['type'] === 'string' && 'enum' in schema;
}

function described(schema: JsonObject, text: string, where: 'before' | 'behind'): JsonObject {
  const { description: own } = schema;
  const parts = where === 'before' ? [text, own] : [own, text];
  const description = [...new Set(parts)].filter(Boolean).join(' ');
  return description === '' ? schema : { ...schema, description };
}

/** The empty text where the model was told to leave a field out for it. */
function fillEmpty(value: unknown, [name = '', ...rest]: readonly string[]): void {
  if (name === '*' && Array.isArray(value)) for (const item of value) fillEmpty(item, rest);
  if (!isObject(value)) return;
  if (rest.length > 0) fillEmpty(Object.hasOwn(value, name) ? value[name] : undefined, rest);
  else value[name] ??= '';
}

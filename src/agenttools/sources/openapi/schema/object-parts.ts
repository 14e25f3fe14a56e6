import {
  isObject,
  type JsonObject,
  pointerKeys,
  escapePart,
  asList,
  asObject,
  propertiesOf,
  ownValue,
} from '../../../../foundation/json.js';
import {
  followReferences,
  pointerParts,
  referenceName,
  resolvePointer,
  followedObject,
} from '../document/pointer.js';
import { withDigits } from '../../../../foundation/exact-json.js';

export type Direction = 'request' | 'response';

const MAX_PARTS = 40;

/** `readOnly` ones do not exist in a request, `writeOnly` ones not in an answer; those of an `allOf` count for all of it. */
export function absentProperties(
  root: JsonObject,
  schema: JsonObject,
  direction: Direction,
): Set<string> {
  const flag = direction === 'request' ? 'readOnly' : 'writeOnly';
  const named = allParts(root, schema).flatMap((part) => Object.entries(propertiesOf(part)));
  return new Set(named.filter(([, one]) => says(root, one, flag)).map(([name]) => name));
}

export function says(root: JsonObject, schema: unknown, flag: 'readOnly' | 'writeOnly'): boolean {
  return [asObject(schema), followedObject(root, schema)].some((one) => one[flag] === true);
}

/** The schema and the parts of its `allOf`, each once, without those that refer to `except`; more cannot be walked. */
export function allParts(root: JsonObject, schema: unknown, except = ''): JsonObject[] {
  const parts = new Set<JsonObject>();
  const add = (part: unknown): void => {
    if (!isObject(part) || parts.has(part) || parts.size >= MAX_PARTS) return;
    parts.add(part);
    for (const one of asList(part['allOf']))
      if (asObject(one)['$ref'] !== except) add(followReferences(root, one));
  };
  add(schema);
  return [...parts];
}

/** The schema with those that it is made of, as far as they describe the same object. */
export function partsOf(document: JsonObject, schema: unknown): JsonObject[] {
  const open: unknown[] = [schema];
  const parts: JsonObject[] = [];
  for (const next of open) {
    if (parts.length >= MAX_PARTS) break;
    const target = followReferences(document, next);
    if (!isObject(target) || parts.includes(target)) continue;
    parts.push(target);
    // What a parent with a discriminator stands for.
    const { $ref: parent } = asObject(next);
    if (typeof parent === 'string')
      for (const reference of subtypesOf(document).of(parent)) open.push({ $ref: reference });
    for (const key of ['allOf', 'oneOf', 'anyOf']) open.push(...asList(target[key]));
  }
  return parts;
}

/** The schema of what a JSON pointer leads to; undefined where it is not told. */
export function schemaAt(document: JsonObject, schema: unknown, pointer: string): unknown {
  return pointerKeys(pointer).reduce((outer, key) => propertySchema(document, outer, key), schema);
}

/** The schema of a property, by the first part that names it; of lists, of an item. */
export function propertySchema(document: JsonObject, schema: unknown, name: string): unknown {
  for (const part of partsOf(document, schema)) {
    const properties = propertiesOf(part);
    if (Object.hasOwn(properties, name)) return properties[name];
    if (isObject(part['items']) && /^\d+$/.test(name)) return part['items'];
  }
  return undefined;
}

export interface BranchNames {
  property: string;
  names: string[];
}

/** Undefined for a branch that no name means. One that says its own values counts by them, but for those of its `parent`. */
export function branchNames(
  document: JsonObject,
  discriminator: unknown,
  branch: unknown,
  parent?: string,
): BranchNames | undefined {
  const property = discriminatorProperty(discriminator);
  if (property === undefined || !isObject(branch) || typeof branch['$ref'] !== 'string')
    return undefined;
  const reference = branch['$ref'];
  const mapped = Object.entries(mappingOf(discriminator))
    .filter(([, target]) => means(target, reference))
    .map(([name]) => name);
  const vendor = followedObject(document, branch)['x-ms-discriminator-value'];
  const name = typeof vendor === 'string' ? vendor : referenceName(reference);
  const implicit = isNamedSchema(reference) ? [name] : [];
  const names = mapped.length > 0 ? mapped : implicit;
  const own = ownValues(document, branch, property, parent);
  const valid = own === undefined ? names : names.filter((name) => own.has(name));
  return valid.length === 0 ? undefined : { property, names: valid };
}

/** The property whose value tells the branches apart; version 2.0 names it alone. */
export function discriminatorProperty(discriminator: unknown): string | undefined {
  const name = isObject(discriminator) ? discriminator['propertyName'] : discriminator;
  return typeof name === 'string' ? name : undefined;
}

function mappingOf(discriminator: unknown): JsonObject {
  return asObject(asObject(discriminator)['mapping']);
}

/** A mapping leads to a schema by a reference or by its bare name. */
function means(target: unknown, reference: string): boolean {
  return target === reference || (isNamedSchema(reference) && target === referenceName(reference));
}

/** A bundled branch such as `#/paths/~1a/post/…/oneOf/0` has no name that a value could hold. */
function isNamedSchema(reference: string): boolean {
  const [first = '', second, ...rest] = pointerParts(reference) ?? [];
  if (first === 'components') return second === 'schemas' && rest.length === 1;
  return ['definitions', '$defs'].includes(first) && second !== undefined && rest.length === 0;
}

/** The values that a schema itself says its property has, as texts; without what it has from `parent`. */
export function ownValues(
  document: JsonObject,
  schema: unknown,
  property: string,
  parent = '',
): Set<string> | undefined {
  if (asObject(schema)['$ref'] === parent) return undefined;
  const parts = allParts(document, followReferences(document, schema), parent);
  const lists = parts.map((part) => {
    const named = followedObject(document, ownValue(propertiesOf(part), property));
    return named['const'] === undefined ? asList(named['enum']) : [named['const']];
  });
  const values = lists.find((list) => list.length > 0);
  const textOf = (value: unknown) =>
    typeof value === 'string' ? value : withDigits(JSON.stringify(value));
  return values && new Set(values.map(textOf));
}

/** More subtypes than this would make every schema that names their parent unreadable. */
const MAX_SUBTYPES = 200;

/** Schemas that inherit by `allOf`: a parent with a `discriminator` stands for any of them. */
export class Subtypes {
  private readonly children = new Map<string, Set<string>>();
  private readonly known = new Map<string, readonly string[]>();

  constructor(private readonly document: JsonObject) {
    const schemas = asObject(resolvePointer(document, '#/components/schemas'));
    for (const [name, schema] of Object.entries(schemas)) {
      const reference = `#/components/schemas/${escapePart(name)}`;
      for (const parent of parents(schema)) {
        this.children.set(parent, (this.children.get(parent) ?? new Set()).add(reference));
      }
    }
  }

  /** What the parent stands for, itself not included; none without a discriminator or beside a `oneOf`. */
  of(parent: string): readonly string[] {
    const subtypes = this.known.get(parent) ?? this.read(parent);
    this.known.set(parent, subtypes);
    return subtypes;
  }

  private read(parent: string): string[] {
    const { discriminator, oneOf, anyOf } = asObject(resolvePointer(this.document, parent));
    if (discriminatorProperty(discriminator) === undefined) return [];
    if (Array.isArray(oneOf) || Array.isArray(anyOf)) return [];
    const found = new Set<string>();
    const open = [parent];
    const isFull = () => found.size >= MAX_SUBTYPES;
    for (let next = open.pop(); next !== undefined && !isFull(); next = open.pop()) {
      for (const child of this.children.get(next) ?? []) {
        if (child === parent || found.has(child)) continue;
        found.add(child);
        open.push(child);
      }
    }
    for (const target of Object.values(mappingOf(discriminator))) {
      if (typeof target === 'string' && !means(target, parent))
        found.add(target.includes('#') ? target : `#/components/schemas/${escapePart(target)}`);
    }
    return [...found].filter((one) => isObject(resolvePointer(this.document, one)));
  }
}

const known = new WeakMap<JsonObject, Subtypes>();

export function subtypesOf(document: JsonObject): Subtypes {
  const subtypes = known.get(document) ?? new Subtypes(document);
  known.set(document, subtypes);
  return subtypes;
}

function parents(schema: unknown): string[] {
  return asList(asObject(schema)['allOf']).flatMap((part) => {
    const { $ref: reference } = asObject(part);
    return typeof reference === 'string' ? [reference] : parents(part);
  });
}

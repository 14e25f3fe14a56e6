import {
  isObject,
  type JsonObject,
  asList,
  propertiesOf,
  requiredOf,
} from '../../../../foundation/json.js';
import { resolvePointer } from '../document/pointer.js';
import { discriminatorProperty } from './object-parts.js';

/** Names of fields; `any` where a part takes whatever name there is. */
export type Names = ReadonlySet<string> | 'any';

export interface Fields {
  names: Names;
  required: ReadonlySet<string>;
  isClosed: boolean;
}

export const NO_NAMES: ReadonlySet<string> = new Set();
const NOTHING: Fields = { names: NO_NAMES, required: NO_NAMES, isClosed: false };
const UNKNOWN: Fields = { names: 'any', required: NO_NAMES, isClosed: false };
const MAX_DEPTH = 60;
/** Objects of more fields are not closed: each part would have to repeat them all. */
const MAX_NAMES = 2000;

export function joinNames(...all: readonly Names[]): Names {
  const found = new Set<string>();
  for (const names of all) {
    if (names === 'any') return 'any';
    for (const name of names) found.add(name);
  }
  return found.size > MAX_NAMES ? 'any' : found;
}

/** `additionalProperties: false` beside an `allOf` would refuse nearly all: it counts for all parts together here. */
export class Compositions {
  private readonly known = new WeakMap<JsonObject, Fields>();

  constructor(private readonly document: JsonObject) {}

  fields(schema: unknown, depth = 0): Fields {
    if (!isObject(schema)) return NOTHING;
    if (depth > MAX_DEPTH) return UNKNOWN;
    const known = this.known.get(schema);
    if (known !== undefined) return known;
    // What leads back to itself adds nothing.
    this.known.set(schema, NOTHING);
    const fields = joined([ownFields(schema), ...this.parts(schema, depth)]);
    this.known.set(schema, fields);
    return fields;
  }

  /** The names that a branch shares with the schema it stands in: all but those of the other branches. */
  besideBranches(schema: JsonObject, keyword: 'anyOf' | 'oneOf'): Names {
    const { [keyword]: _branches, ...rest } = schema;
    return joined([ownFields(rest), ...this.parts(rest, 0)]).names;
  }

  private parts(schema: JsonObject, depth: number): Fields[] {
    const inner = ['if', 'then', 'else'].map((keyword) => schema[keyword]);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) inner.push(...asList(schema[keyword]));
    const { $ref: reference } = schema;
    const found = inner.map((part) => this.fields(part, depth + 1));
    if (typeof reference !== 'string') return found;
    const target = resolvePointer(this.document, reference);
    return [...found, isObject(target) ? this.fields(target, depth + 1) : UNKNOWN];
  }
}

function ownFields(schema: JsonObject): Fields {
  const { additionalProperties: others, unevaluatedProperties: unevaluated } = schema;
  const tag = discriminatorProperty(schema['discriminator']);
  const names = new Set([
    ...Object.keys(propertiesOf(schema)),
    ...(tag === undefined ? [] : [tag]),
  ]);
  const isOpen = others === true || isEmpty(others) || isObject(schema['patternProperties']);
  return {
    names: isOpen ? 'any' : names,
    required: new Set(requiredOf(schema)),
    isClosed: isRestricting(others) || isRestricting(unevaluated),
  };
}

function isEmpty(others: unknown): boolean {
  return isObject(others) && Object.keys(others).length === 0;
}

function isRestricting(others: unknown): boolean {
  return others === false || (isObject(others) && !isEmpty(others));
}

function joined(all: readonly Fields[]): Fields {
  return {
    names: joinNames(...all.map(({ names }) => names)),
    required: new Set(all.flatMap(({ required }) => [...required])),
    isClosed: all.some(({ isClosed }) => isClosed),
  };
}

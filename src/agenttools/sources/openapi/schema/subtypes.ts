import { escapePart, isObject, type JsonObject } from '../../../../foundation/json.js';
import { resolvePointer } from '../document/pointer.js';
import { discriminatorProperty, mappingOf, means } from './discriminator.js';

/** More subtypes than this would make every schema that names their parent unreadable. */
const MAX_SUBTYPES = 200;

/**
 * The schemas that inherit from others by `allOf`, as documents write class hierarchies: a parent with a
 * `discriminator` then stands for any of its subtypes.
 */
export class Subtypes {
  private readonly children = new Map<string, Set<string>>();
  private readonly known = new Map<string, readonly string[]>();

  constructor(private readonly document: JsonObject) {
    const schemas = resolvePointer(document, '#/components/schemas');
    for (const [name, schema] of Object.entries(isObject(schemas) ? schemas : {})) {
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

  /** Whether the schema inherits from the parent. */
  isOf(child: string, parent: string): boolean {
    return this.of(parent).includes(child);
  }

  private read(parent: string): string[] {
    const schema = resolvePointer(this.document, parent);
    if (!isObject(schema) || discriminatorProperty(schema['discriminator']) === undefined)
      return [];
    if (Array.isArray(schema['oneOf']) || Array.isArray(schema['anyOf'])) return [];
    const found = new Set<string>();
    const open = [parent];
    for (
      let next = open.pop();
      next !== undefined && found.size < MAX_SUBTYPES;
      next = open.pop()
    ) {
      for (const child of this.children.get(next) ?? []) {
        if (child === parent || found.has(child)) continue;
        found.add(child);
        open.push(child);
      }
    }
    for (const target of Object.values(mappingOf(schema['discriminator']))) {
      if (typeof target === 'string' && !means(target, parent))
        found.add(target.includes('#') ? target : `#/components/schemas/${escapePart(target)}`);
    }
    return [...found].filter((one) => isObject(resolvePointer(this.document, one)));
  }
}

const known = new WeakMap<JsonObject, Subtypes>();

/** Those of a document, read once. */
export function subtypesOf(document: JsonObject): Subtypes {
  const subtypes = known.get(document) ?? new Subtypes(document);
  known.set(document, subtypes);
  return subtypes;
}

/** The references of its `allOf`. */
function parents(schema: unknown): string[] {
  const parts: unknown[] =
    isObject(schema) && Array.isArray(schema['allOf']) ? schema['allOf'] : [];
  return parts.flatMap((part) =>
    isObject(part) && typeof part['$ref'] === 'string' ? [part['$ref']] : parents(part),
  );
}

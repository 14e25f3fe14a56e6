import { compile } from 'json-schema-to-typescript';

/** @typedef {Record<string, unknown>} Schema */

/**
 * The TypeScript types of the schemas of an OpenAPI document, by their names.
 * @param {Record<string, unknown>} schemas
 * @returns {Promise<string>}
 */
export async function schemaTypes(schemas) {
  const text = await compile(
    { type: 'object', additionalProperties: false, $defs: mapped(schemas) },
    ROOT,
    { bannerComment: '', unreachableDefinitions: true, additionalProperties: false },
  );
  return asAliases(text);
}

const ROOT = 'AllSchemas';

/** Keywords that say what a value may be; a schema without any of them allows anything. */
const SHAPES = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'properties'];

/**
 * A schema as the compiler of types needs it: references below `$defs` that stand alone, as what stands
 * beside them would make a type of its own, no bounds of lists but "exactly one", `null` as a type, and
 * `unknown` for what may be anything. Further fields of an object that names some are left to who knows them.
 * @param {unknown} schema
 * @returns {Schema}
 */
function forTypes(schema) {
  const {
    $ref,
    nullable,
    properties,
    items,
    additionalProperties,
    anyOf,
    minItems,
    maxItems,
    ...rest
  } = /** @type {Schema} */ (schema);
  if (typeof $ref === 'string') {
    return { $ref: $ref.replace('#/components/schemas/', '#/$defs/') };
  }
  if (nullable) {
    const { description, ...value } = /** @type {Schema} */ (schema);
    const type = forTypes({ ...value, nullable: false });
    return { ...(description ? { description } : {}), anyOf: [type, { type: 'null' }] };
  }
  /** @type {Schema} */
  const result = { ...rest };
  if (properties) result.properties = mapped(properties);
  if (items) result.items = forTypes(items);
  if (Array.isArray(anyOf)) result.anyOf = anyOf.map(forTypes);
  if (typeof additionalProperties === 'object') {
    result.additionalProperties = forTypes(additionalProperties);
  } else if (additionalProperties === false) {
    result.additionalProperties = false;
  } else if (rest.type === 'object' && !properties) {
    result.tsType = 'Record<string, unknown>';
  }
  if (minItems === 1 && maxItems === 1) Object.assign(result, { minItems, maxItems });
  if (!SHAPES.some((keyword) => keyword in result)) result.tsType = 'unknown';
  return result;
}

/** @param {unknown} properties */
function mapped(properties) {
  const entries = Object.entries(/** @type {Schema} */ (properties));
  return Object.fromEntries(entries.map(([name, schema]) => [name, forTypes(schema)]));
}

/** A note of the compiler's that says nothing here. */
const REFERENCED =
  /^(?: \*\n)? \* This interface was referenced by `AllSchemas`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/gm;

/**
 * Interfaces as aliases: an alias of an object can be passed where any JSON object is wanted.
 * @param {string} text
 */
function asAliases(text) {
  return text
    .replace(/^export interface AllSchemas \{\}\n/m, '')
    .replace(REFERENCED, '')
    .replace(/^\/\*\*\n \*\/\n/gm, '')
    .replace(/\/\*\*\n *\* ([^\n]*)\n *\*\//g, '/** $1 */')
    .replace(/^export interface (\w+) \{$/gm, 'export type $1 = {');
}

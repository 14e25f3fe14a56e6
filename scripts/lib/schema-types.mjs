import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import { format, resolveConfig } from 'prettier';

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

/** Where the generated types are. */
export const CLIENT_TYPES = 'packages/client/src/api-types.ts';

const HEADER = '// Generated from GET /openapi.json by `npm run client:types`; do not edit.\n\n';

/** @typedef {Record<string, any>} Loose */

/**
 * The TypeScript types of what the client sends and reads: all that is referred to by operations whose answers
 * the document states, and of the events of a stream.
 * @param {string} root
 * @param {Loose} document
 * @returns {Promise<string>}
 */
export async function clientTypes(root, document) {
  /** @type {Loose[]} */
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const stated = operations.filter(({ responses }) =>
    Object.values(responses).some(({ content }) => content !== undefined),
  );
  /** @type {Loose} */
  const events = stated.map(({ responses }) => eventsIn(responses)).find(Boolean) ?? {};
  const schemas = reachable(document.components.schemas, [stated, document.components.responses]);
  const text = HEADER + (await schemaTypes(schemas)) + eventTypes(events);
  const options = await resolveConfig(join(root, CLIENT_TYPES));
  return format(text, { ...options, parser: 'typescript' });
}

/** @param {Loose} responses */
function eventsIn(responses) {
  return Object.values(responses).find((response) => response['x-events'])?.['x-events'];
}

/** @param {Loose} events */
function eventTypes(events) {
  const fields = Object.entries(events).map(
    ([name, { $ref }]) => `  ${name}: ${String($ref).split('/').at(-1)};`,
  );
  return `\n/** The data of each event by its wire name. */\nexport type EventData = {\n${fields.join('\n')}\n};\n`;
}

/**
 * The schemas that are referred to from somewhere, and from these, by their names in order.
 * @param {Loose} schemas
 * @param {unknown} from
 */
function reachable(schemas, from) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {unknown} value */
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string') {
        const name = inner.split('/').at(-1) ?? '';
        if (inner.startsWith('#/components/schemas/') && !names.has(name)) {
          names.add(name);
          visit(schemas[name]);
        }
      } else visit(inner);
    }
  };
  visit(from);
  return Object.fromEntries([...names].sort().map((name) => [name, schemas[name]]));
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import { format, resolveConfig } from 'prettier';

/** @typedef {Record<string, unknown>} Schema */

const DOCUMENT = 'samples/erp/openapi.json';
/** Where the generated types are. */
export const TYPES = 'samples/erp/client/types.ts';

const HEADER = `// Generated from ${DOCUMENT} by \`npm run erp:types\`; do not edit.\n\n`;

/**
 * The TypeScript types of the ERP's schemas, and of each enumeration a list of its values.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function erpTypes(root) {
  const document = JSON.parse(await readFile(join(root, DOCUMENT), 'utf8'));
  /** @type {Record<string, unknown>} */
  const schemas = document.components.schemas;
  const text = await compile(
    { type: 'object', additionalProperties: false, $defs: mapped(schemas) },
    'ErpSchemas',
    { bannerComment: '', unreachableDefinitions: true, additionalProperties: false },
  );
  const options = await resolveConfig(join(root, TYPES));
  return format(HEADER + asAliases(text) + valuesOf(schemas), { ...options, parser: 'typescript' });
}

/**
 * Whether the checked-in types are those of the document: what is wrong, empty when nothing is.
 * @param {string} root
 */
export async function checkErpTypes(root) {
  const stored = await readFile(join(root, TYPES), 'utf8').catch(() => '');
  if (stored === (await erpTypes(root))) return '';
  return `${TYPES} is not what ${DOCUMENT} says: run \`npm run erp:types\``;
}

/** Keywords that say what a value may be; a schema without any of them allows anything. */
const SHAPES = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'properties'];

/**
 * A schema as the compiler of types needs it: references below `$defs` that stand alone, as what stands
 * beside them would make a type of its own, no bounds of lists but "exactly one", and `unknown` for what
 * may be anything.
 * @param {unknown} schema
 * @returns {Schema}
 */
function forTypes(schema) {
  const { $ref, properties, items, additionalProperties, anyOf, minItems, maxItems, ...rest } =
    /** @type {Schema} */ (schema);
  if (typeof $ref === 'string') {
    return { $ref: $ref.replace('#/components/schemas/', '#/$defs/') };
  }
  /** @type {Schema} */
  const result = { ...rest };
  if (properties) result.properties = mapped(properties);
  if (items) result.items = forTypes(items);
  if (Array.isArray(anyOf)) result.anyOf = anyOf.map(forTypes);
  if (additionalProperties !== undefined) {
    const isSchema = typeof additionalProperties === 'object';
    result.additionalProperties = isSchema ? forTypes(additionalProperties) : additionalProperties;
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
  /^(?: \*\n)? \* This interface was referenced by `ErpSchemas`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/gm;

/**
 * Interfaces as aliases: an alias of an object can be passed where any JSON object is wanted.
 * @param {string} text
 */
function asAliases(text) {
  return text
    .replace(/^export interface ErpSchemas \{\}\n/m, '')
    .replace(REFERENCED, '')
    .replace(/^\/\*\*\n \*\/\n/gm, '')
    .replace(/^export interface (\w+) \{$/gm, 'export type $1 = {');
}

/** @param {Record<string, unknown>} schemas */
function valuesOf(schemas) {
  return Object.entries(schemas)
    .map(([name, schema]) => ({ name, values: /** @type {{ enum?: unknown }} */ (schema).enum }))
    .filter(({ values }) => Array.isArray(values))
    .map(({ name, values }) => {
      const list = `${name[0]?.toLowerCase()}${name.slice(1)}Values`;
      return `\n/** Every {@link ${name}}. */\nexport const ${list} = ${JSON.stringify(values)} as const;\n`;
    })
    .join('');
}

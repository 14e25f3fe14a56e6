import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { schemaTypes } from './schema-types.mjs';

const DOCUMENT = 'samples/erp/openapi.json';
/** Where the generated types are. */
export const TYPES = 'src/platform/types.ts';

const HEADER = `// Generated from ${DOCUMENT} by \`npm run erp:types\`; do not edit.\n\n`;

/**
 * The TypeScript types of the ERP's schemas, and of each enumeration a list of its values.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function erpTypes(root) {
  const document = JSON.parse(await readFile(join(root, DOCUMENT), 'utf8'));
  // Bodies of requests and pages of lists are read where they are sent; nothing else names them.
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).filter(([name]) => !/(?:Body|Page)$/.test(name)),
  );
  const text = await schemaTypes(schemas);
  const options = await resolveConfig(join(root, TYPES));
  return format(HEADER + text + valuesOf(schemas), { ...options, parser: 'typescript' });
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

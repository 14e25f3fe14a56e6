import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { schemaTypes } from './schema-types.mjs';

const DOCUMENT = 'samples/erp/openapi.json';
/** Where the generated types are. */
export const TYPES = 'src/platform/types.ts';

const HEADER = `// Generated from ${DOCUMENT} by \`npm run erp:types\`; do not edit.\n\n`;

/**
 * The TypeScript types of the ERP's schemas, and of some enumerations a list of their values.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function erpTypes(root) {
  const document = JSON.parse(await readFile(join(root, DOCUMENT), 'utf8'));
  // Bodies of requests, pages of lists and the catalogue are read where they are sent; nothing else names them.
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).filter(
      ([name]) => !/(?:Body|Page|Catalog)$/.test(name),
    ),
  );
  const text = await schemaTypes(schemas);
  const options = await resolveConfig(join(root, TYPES));
  return format(HEADER + withValues(text, schemas), { ...options, parser: 'typescript' });
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

/** The enumerations whose values are checked or offered when the program runs, too. */
const LISTED = [
  ...['AlertSeverity', 'AlertStatus', 'ColumnType', 'ComputeOperation', 'ConditionOperator'],
  ...['EditableType', 'FilterOperator', 'FormatType', 'JoinType', 'TriggerTypeName'],
];

/**
 * The types with those of {@link LISTED} as lists of values from which the type follows.
 * @param {string} text
 * @param {Record<string, unknown>} schemas
 */
function withValues(text, schemas) {
  return LISTED.reduce((types, name) => {
    const { enum: values } = /** @type {{ enum?: unknown }} */ (schemas[name]);
    const list = `${name[0]?.toLowerCase()}${name.slice(1)}Values`;
    const type = `export type ${name} = (typeof ${list})[number];`;
    const both = `export const ${list} = ${JSON.stringify(values)} as const;\n${type}`;
    return types.replace(new RegExp(`^export type ${name} =[^;]*;`, 'm'), both);
  }, text);
}

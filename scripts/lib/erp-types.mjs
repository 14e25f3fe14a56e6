import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './hash.mjs';

const DOCUMENT = 'samples/erp/openapi.json';
/** Where the generated types are: git ignores the file. */
const TYPES = 'src/platform/types.ts';
/** What the types follow from. */
const SOURCES = [DOCUMENT, 'scripts/lib/erp-types.mjs', 'scripts/lib/schema-types.mjs'];

/**
 * Writes the TypeScript types of the ERP's schemas, and of some enumerations a list of their values, unless those that
 * are there were made from the same document.
 * @param {string} root
 */
export async function ensureErpTypes(root) {
  const header = `// Generated from ${DOCUMENT}; do not edit. ${hashOf(root, SOURCES)}\n\n`;
  const path = join(root, TYPES);
  if (existsSync(path) && readFileSync(path, 'utf8').startsWith(header)) return;
  const document = JSON.parse(readFileSync(join(root, DOCUMENT), 'utf8'));
  // Bodies of requests, pages of lists and the catalogue are read where they are sent; nothing else names them.
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).filter(
      ([name]) => !/(?:Body|Page|Catalog)$/.test(name),
    ),
  );
  const { schemaTypes } = await import('./schema-types.mjs');
  const text = header + withValues(await schemaTypes(schemas), schemas);
  // In one step, as another command may read it.
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

/** The enumerations whose values are checked or offered when the program runs, too. */
const LISTED = [
  'AlertSeverity',
  'AlertStatus',
  'ColumnType',
  'ComputeOperation',
  'ConditionOperator',
  'EditableType',
  'FilterOperator',
  'FormatType',
  'JoinType',
  'TriggerTypeName',
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

import { defined } from '../../../foundation/defined.js';
import type { UserFiles } from '../../../foundation/user-files.js';
import { ArgumentChecks } from './argument-checks.js';
import { PropertyAliases } from '../../../foundation/argument-names.js';
import type { Operation, DocumentTool } from './operation.js';
import { operationTool } from './operation-tool.js';
import { schemaToolName, type PreparedDocument } from './prepare-document.js';
import type { Schema } from './schema/schema.js';
import { SchemaReader } from './schema/schema-fields.js';
import { showSchema } from './schema/show-schema.js';
import { schemaTool } from './schema-tool.js';

/** Characters of JSON: what six operations of a form may take together is still a quick answer. */
const FORM_BUDGET = 16_000;

/** What the tools work with beside their document. */
export interface ToolOptions {
  /** Arguments that the page's context fills: argument → context key. */
  fills?: Readonly<Record<string, string>>;
  files?: UserFiles;
}

/** The tools of a prepared document: one for each operation, and one that shows folded arguments if any are. */
export function documentTools(
  source: string,
  document: PreparedDocument,
  { fills = {}, files }: ToolOptions = {},
): DocumentTool[] {
  const { operations, title } = document;
  const definitions = new Map(document.definitions);
  const parts = {
    source,
    aliases: new PropertyAliases(document.aliases),
    checks: new ArgumentChecks(document.definitions),
    schemas: new SchemaReader(definitions),
    schemaTool: schemaToolName(source),
    fills,
    ...defined({ files }),
  };
  const tools = operations.map((operation) => ({
    ...operationTool(operation, parts),
    ...(operation.folded ? { formSchema: () => formSchema(operation, definitions) } : {}),
  }));
  if (!operations.some(({ folded }) => folded)) return tools;
  const asked = operations.map((operation) => ({ ...operation, definitions }));
  return [...tools, schemaTool(source, title, asked)];
}

/** People are shown more of the arguments than a model: nobody asks the tool of folded parts for them. */
function formSchema({ argumentSchema }: Operation, definitions: ReadonlyMap<string, Schema>) {
  return showSchema(argumentSchema, { definitions, budget: FORM_BUDGET, allValues: true }).schema;
}

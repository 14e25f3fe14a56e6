import { schemaNamed } from '../../openapi/document.js';
import { type WithFindings, requireNoProblems } from '../../shared/problem.js';
import { compileSchema, schemaProblems } from '../../shared/schema-problems.js';
import { type Knowledge, type Rule, type RuleContext, contextOf } from './rule.js';
import {
  columnTypesFit,
  columnsExist,
  keysUnique,
  someColumnShown,
  tableColumnAgrees,
} from './rules/columns.js';
import { conditionalFormattingFits, filtersFit, sortsFit } from './rules/conditions.js';
import {
  datetimeHasFormat,
  formatsFit,
  orderAllOrNone,
  selectInputsHaveOptions,
  visualMatchesSelect,
} from './rules/looks.js';
import { computedFit, linksFit, lookupsExist } from './rules/references.js';
import {
  fanOutsBounded,
  relationshipsExist,
  tableNamesUnique,
  tablesExist,
} from './rules/tables.js';
import { warningRules } from './warnings.js';
import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import type { TableConfig, Validation } from '../../../../src/platform/types.js';

const rules: readonly Rule[] = [
  tablesExist,
  columnsExist,
  tableNamesUnique,
  keysUnique,
  someColumnShown,
  tableColumnAgrees,
  relationshipsExist,
  fanOutsBounded,
  filtersFit,
  sortsFit,
  visualMatchesSelect,
  columnTypesFit,
  datetimeHasFormat,
  formatsFit,
  orderAllOrNone,
  computedFit,
  lookupsExist,
  linksFit,
  conditionalFormattingFits,
  selectInputsHaveOptions,
];

let schema: object | undefined;

/** What is wrong with the shape: unknown and missing fields, wrong types, values out of range. Empty: it is a `TableConfig`. */
function structureErrors(config: unknown): ErrorDetail[] {
  // Read and compiled when first asked, so that a start need not wait for it.
  schema ??= schemaNamed('TableConfig');
  return schemaProblems(compileSchema(schema), config).map(({ path, ...problem }) => ({
    ...problem,
    path: path === '' ? 'config' : path,
  }));
}

/** Checks anything that claims to be a table config: its shape first, then, when that holds, every rule. */
export function validateTableConfig(
  config: unknown,
  knowledge: Knowledge,
): WithFindings<Validation> {
  const structure = structureErrors(config);
  if (structure.length > 0) return { valid: false, errors: structure, warnings: [] };
  const context = contextOf(config as TableConfig, knowledge);
  const errors = rules.flatMap((rule) => rule(context));
  return {
    valid: errors.length === 0,
    errors,
    warnings: warningRules.flatMap((rule) => rule(context)),
  };
}

/** The config with its names resolved, ready for SQL; rejects with `invalid_config`, one detail per broken rule. */
export function requireValidConfig(config: unknown, knowledge: Knowledge): RuleContext {
  const { errors } = validateTableConfig(config, knowledge);
  requireNoProblems('table config', errors);
  return contextOf(config as TableConfig, knowledge);
}

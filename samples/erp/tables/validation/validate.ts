import { schemaNamed } from '../../openapi/document.js';
import {
  type WithFindings,
  requireNoProblems,
  problem,
  compileSchema,
  schemaProblems,
} from '../../shared/schema-problems.js';
import { type Knowledge, type Rule, type RuleContext, contextOf } from './scope.js';
import * as columns from './rules/columns.js';
import * as looks from './rules/looks.js';
import * as tables from './rules/tables.js';
import type { TableConfig, Validation } from '../../../../src/platform/types.js';

const rules: readonly Rule[] = [
  tables.tablesExist,
  columns.columnsExist,
  tables.tableNamesUnique,
  columns.keysUnique,
  columns.someColumnShown,
  columns.tableColumnAgrees,
  tables.relationshipsExist,
  tables.fanOutsBounded,
  columns.filtersFit,
  columns.sortsFit,
  looks.visualMatchesSelect,
  columns.columnTypesFit,
  looks.datetimeHasFormat,
  looks.formatsFit,
  looks.orderAllOrNone,
  tables.computedFit,
  tables.lookupsExist,
  tables.linksFit,
  columns.conditionalFormattingFits,
  looks.selectInputsHaveOptions,
];

export function validateTableConfig(
  config: unknown,
  knowledge: Knowledge,
): WithFindings<Validation> {
  // Read and compiled when first asked, so that a start need not wait for it.
  const validate = compileSchema(schemaNamed('TableConfig'));
  const structure = schemaProblems(validate, config).map((problem) => {
    return { ...problem, path: problem.path === '' ? 'config' : problem.path };
  });
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

/** Without a sort the database may answer rows in any order. */
const sortMissing: Rule = ({ source }) =>
  (source.sort ?? []).length === 0
    ? [problem('data_source[0].sort', 'there is no sort: the rows come in the order of their ids')]
    : [];

const patternWithoutWildcard: Rule = ({ source }) =>
  (source.filters ?? []).flatMap(({ operator, value }, index) => {
    const isPattern = operator === 'like' || operator === 'ilike';
    if (!isPattern || typeof value !== 'string' || /[%_]/.test(value)) return [];
    const message = `'${value}' has no % or _: it finds only exactly this text`;
    return [problem(`data_source[0].filters[${index}].value`, message)];
  });

const rolesExist: Rule = ({ config, knowledge: { roles } }) =>
  (config.permissions?.roles ?? []).flatMap((role, index) => {
    const message = `there is no role '${role}'`;
    return roles.includes(role) ? [] : [problem(`permissions.roles[${index}]`, message, roles)];
  });

const warningRules: readonly Rule[] = [sortMissing, patternWithoutWildcard, rolesExist];

import type { TableConfig, Validation } from '../../../../src/platform/types.js';
import { requireNoProblems, type WithFindings } from '../../shared/problem.js';
import { contextOf, type Knowledge, type Rule, type RuleContext } from './rule.js';
import {
  columnTypesFit,
  columnsExist,
  keysUnique,
  someColumnShown,
  tableColumnAgrees,
} from './rules/columns.js';
import { computedFit, linksFit, lookupsExist } from './rules/references.js';
import { conditionalFormattingFits, filtersFit, sortsFit } from './rules/conditions.js';
import {
  datetimeHasFormat,
  formatsFit,
  orderAllOrNone,
  selectInputsHaveOptions,
  visualMatchesSelect,
} from './rules/looks.js';
import {
  fanOutsBounded,
  relationshipsExist,
  tableNamesUnique,
  tablesExist,
} from './rules/tables.js';
import { structureErrors } from './structure.js';
import { warningRules } from './warnings.js';

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

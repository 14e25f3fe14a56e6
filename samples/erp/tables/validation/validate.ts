import type { TableConfig } from '../../../../src/platform/types.js';
import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import { requireNoProblems } from '../../shared/problem.js';
import { contextOf, type Knowledge, type Rule, type RuleContext } from './rule.js';
import { columnTypesFit } from './rules/column-types-fit.js';
import { columnsExist } from './rules/columns-exist.js';
import { computedFit } from './rules/computed-fit.js';
import { conditionalFormattingFits } from './rules/conditional-formatting-fits.js';
import { datetimeHasFormat } from './rules/datetime-has-format.js';
import { fanOutsBounded } from './rules/fan-outs-bounded.js';
import { filtersFit } from './rules/filters-fit.js';
import { formatsFit } from './rules/formats-fit.js';
import { keysUnique } from './rules/keys-unique.js';
import { linksFit } from './rules/links-fit.js';
import { lookupsExist } from './rules/lookups-exist.js';
import { orderAllOrNone } from './rules/order-all-or-none.js';
import { relationshipsExist } from './rules/relationships-exist.js';
import { selectInputsHaveOptions } from './rules/select-inputs-have-options.js';
import { someColumnShown } from './rules/some-column-shown.js';
import { sortsFit } from './rules/sorts-fit.js';
import { tableColumnAgrees } from './rules/table-column-agrees.js';
import { tableNamesUnique } from './rules/table-names-unique.js';
import { tablesExist } from './rules/tables-exist.js';
import { visualMatchesSelect } from './rules/visual-matches-select.js';
import { structureErrors } from './structure.js';
import { warningRules } from './warnings.js';

/** What validation answers, in wire names. `errors` empty means the config can be stored and queried. */
export interface Validation {
  valid: boolean;
  errors: ErrorDetail[];
  warnings: ErrorDetail[];
}

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
export function validateTableConfig(config: unknown, knowledge: Knowledge): Validation {
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

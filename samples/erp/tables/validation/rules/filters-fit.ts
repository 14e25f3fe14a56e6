import type { Filter } from '../../../../../src/platform/types.js';
import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { valueProblem } from '../filter-value.js';
import { operatorsOf } from '../operators.js';
import { problem } from '../../../shared/problem.js';
import type { Rule, RuleContext } from '../rule.js';

/** Every filter names a column, with an operator and a value that fit its type. */
export const filtersFit: Rule = (context) =>
  (context.source.filters ?? []).flatMap((filter, index) =>
    filterErrors(context, filter, `data_source[0].filters[${index}]`),
  );

function filterErrors(context: RuleContext, filter: Filter, path: string): ErrorDetail[] {
  const { scope, knowledge } = context;
  const column = scope.resolve(filter.column);
  if (column === undefined) {
    const message = `there is no column '${filter.column}' to filter by`;
    return [problem(`${path}.column`, message, scope.references())];
  }
  const operators = operatorsOf[column.info.type];
  if (!operators.includes(filter.operator)) {
    const message = `'${filter.operator}' does not fit '${filter.column}', which is a ${column.info.type}`;
    return [problem(`${path}.operator`, message, operators)];
  }
  if (filter.dynamic === true && (filter.value === undefined || filter.value === null)) return [];
  const wrong = valueProblem(filter.operator, filter.value, column, knowledge.catalog);
  return wrong === undefined ? [] : [problem(`${path}.value`, wrong.message, wrong.allowed)];
}

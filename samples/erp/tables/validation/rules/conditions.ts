import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import type { ConditionalFormat, Filter } from '../../../../../src/platform/types.js';
import { problem } from '../../../shared/problem.js';
import { operatorsOf, valueProblem } from '../filter-value.js';
import type { Rule, RuleContext } from '../rule.js';
import type { ResolvedColumn } from '../scope.js';

/** Every filter names a column, with an operator and a value that fit its type. */
export const filtersFit: Rule = (context) =>
  (context.source.filters ?? []).flatMap((filter, index) =>
    filterErrors(context, filter, `data_source[0].filters[${index}]`),
  );

function filterErrors(context: RuleContext, filter: Filter, path: string): ErrorDetail[] {
  const { scope } = context;
  const column = scope.resolve(filter.column);
  if (column === undefined) {
    const message = `there is no column '${filter.column}' to filter by`;
    return [problem(`${path}.column`, message, scope.references())];
  }
  const isOpen = filter.dynamic === true && (filter.value === undefined || filter.value === null);
  return testErrors(context, filter, column, path, isOpen);
}

/** Whether an operator fits its column, and a value (if it is there yet) both. */
function testErrors(
  { knowledge }: RuleContext,
  { column: name, operator, value }: Pick<Filter, 'column' | 'operator' | 'value'>,
  column: ResolvedColumn,
  path: string,
  isOpen = false,
): ErrorDetail[] {
  const operators = operatorsOf[column.info.type];
  if (!operators.includes(operator)) {
    const message = `'${operator}' does not fit '${name}', which is a ${column.info.type}`;
    return [problem(`${path}.operator`, message, operators)];
  }
  const wrong = isOpen ? undefined : valueProblem(operator, value, column, knowledge.catalog);
  return wrong === undefined ? [] : [problem(`${path}.value`, wrong.message, wrong.allowed)];
}

/** Every sort names a column, and none twice. */
export const sortsFit: Rule = ({ source, scope, visual }) =>
  (source.sort ?? []).flatMap((sort, index, all) => {
    const path = `data_source[0].sort[${index}].column`;
    const isComputed = visual.get(sort.column)?.compute !== undefined;
    if (!isComputed && scope.resolve(sort.column) === undefined) {
      return [problem(path, `there is no column '${sort.column}' to sort by`, scope.references())];
    }
    const first = all.findIndex((other) => other.column === sort.column);
    return first === index ? [] : [problem(path, `'${sort.column}' is sorted by twice`)];
  });

/** Every condition of the formatting names a column by key, with an operator and a value that fit. */
export const conditionalFormattingFits: Rule = (context) =>
  (context.config.visual_settings.conditional_formatting ?? []).flatMap((format, index) =>
    formatErrors(context, format, `visual_settings.conditional_formatting[${index}]`),
  );

function formatErrors(
  context: RuleContext,
  format: ConditionalFormat,
  path: string,
): ErrorDetail[] {
  const selected = context.scope.selectedBy(format.column);
  if (selected === undefined) {
    if (context.visual.get(format.column)?.type === 'computed') return [];
    const keys = context.scope.selected.map((column) => column.key);
    return [problem(`${path}.column`, `no column has the key '${format.column}'`, keys)];
  }
  if (selected.info === undefined) return [];
  return testErrors(context, format, { table: selected.table, info: selected.info }, path);
}

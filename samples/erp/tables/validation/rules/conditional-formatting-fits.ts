import type { ConditionalFormat } from '../../../../../src/platform/types.js';
import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { valueProblem } from '../filter-value.js';
import { operatorsOf } from '../operators.js';
import { problem } from '../../../shared/problem.js';
import type { Rule, RuleContext } from '../rule.js';

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
  const operators = operatorsOf[selected.info.type];
  if (!operators.includes(format.operator)) {
    const message = `'${format.operator}' does not fit '${format.column}', which is a ${selected.info.type}`;
    return [problem(`${path}.operator`, message, operators)];
  }
  const column = { table: selected.table, info: selected.info };
  const wrong = valueProblem(format.operator, format.value, column, context.knowledge.catalog);
  return wrong === undefined ? [] : [problem(`${path}.value`, wrong.message, wrong.allowed)];
}

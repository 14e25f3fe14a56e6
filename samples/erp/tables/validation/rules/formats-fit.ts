import type { ColumnFormat, ColumnType, FormatType } from '../../../../../src/platform/types.js';
import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { patternProblem } from '../date-pattern.js';
import { problem } from '../../../shared/problem.js';
import { visualPath, type Rule } from '../rule.js';

const formatsOf: Readonly<Record<ColumnType, readonly FormatType[]>> = {
  string: [],
  number: ['number', 'currency', 'percent'],
  datetime: ['date', 'datetime'],
  boolean: ['boolean'],
  uuid: [],
  status: [],
  computed: ['number', 'currency', 'percent'],
  lookup: [],
};

/** A format fits the type of its column and says all it must. */
export const formatsFit: Rule = ({ visual }) =>
  [...visual].flatMap(([key, column]) =>
    column.format === undefined
      ? []
      : formatErrors(column.type, column.format, `${visualPath(key)}.format`),
  );

function formatErrors(type: ColumnType, format: ColumnFormat, path: string): ErrorDetail[] {
  const allowed = formatsOf[type];
  if (!allowed.includes(format.type)) {
    const message = `the format '${format.type}' does not fit a ${type} column`;
    return [problem(`${path}.type`, message, allowed)];
  }
  if (format.type === 'date' || format.type === 'datetime') return patternErrors(format, path);
  if (format.pattern !== undefined) {
    return [problem(`${path}.pattern`, `pattern is for dates; a ${format.type} takes precision`)];
  }
  return format.type === 'currency' && format.currency === undefined
    ? [problem(`${path}.currency`, 'a currency format needs the currency, such as EUR')]
    : [];
}

function patternErrors(format: ColumnFormat, path: string): ErrorDetail[] {
  if (format.pattern === undefined) {
    const message = `a ${format.type} format needs a pattern in date-fns tokens, such as yyyy-MM-dd`;
    return [problem(`${path}.pattern`, message)];
  }
  const wrong = patternProblem(format.pattern);
  return wrong === undefined ? [] : [problem(`${path}.pattern`, wrong)];
}

import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import type { ColumnFormat, ColumnType, FormatType } from '../../../../../src/platform/types.js';
import { problem } from '../../../shared/schema-problems.js';
import { type Rule, visualPath } from '../scope.js';

const TOKENS = new Set([
  'yyyy', 'yy', 'y', 'MMMM', 'MMM', 'MM', 'M', 'dd', 'd', 'do', 'EEEE', 'EEE', 'EE', 'E', 'HH', 'H', 'hh', 'h',
  'mm', 'm', 'ss', 's', 'SSS', 'a', 'aaa', 'b', 'bbb', 'QQQ', 'Q', 'ww', 'w', 'I', 'II', 'RRRR', 'xxx', 'XXX', 'X', 'P', 'PP', 'PPP', 'PPPP',
  'p', 'pp', 'Pp', 'PPp', 'PPPp', 'PPpp',
]); // prettier-ignore

function patternProblem(pattern: string): string | undefined {
  if (pattern.split("'").length % 2 === 0)
    return `'${pattern}' opens a quote and does not close it`;
  const bare = pattern.replace(/'[^']*'/g, '');
  if (/\d/.test(bare)) {
    return `'${pattern}' looks like an example date; write date-fns tokens instead, such as yyyy-MM-dd HH:mm`;
  }
  const words = bare.match(/[A-Za-z]+/g) ?? [];
  if (words.length === 0) return `'${pattern}' has no date-fns token; write for example yyyy-MM-dd`;
  const unknown = words.find((word) => !isTokens(word));
  if (unknown === undefined) return undefined;
  const hint = /^(YYYY|YY|DD|D)$/.test(unknown) ? ' (date-fns writes yyyy and dd)' : '';
  return `'${unknown}' is not a date-fns token${hint}; use for example yyyy, MM, dd, HH, mm, and put plain words in single quotes`;
}

/** Tokens may stand side by side: `yyyyMMdd`. */
function isTokens(word: string): boolean {
  if (TOKENS.has(word)) return true;
  const runs = word.match(/do|([A-Za-z])\1*/g) ?? [];
  return runs.every((run) => TOKENS.has(run));
}

/** Every selected column has its settings, every settings a column, and `name` repeats the key. */
export const visualMatchesSelect: Rule = ({ scope, visual }) => {
  const keys = new Set(scope.selected.map((column) => column.key));
  const without = [...keys]
    .filter((key) => !visual.has(key))
    .map((key) => {
      const message = `the selected column '${key}' has no settings: add header and type (and hidden: true to keep it off the page)`;
      return problem(visualPath(key), message);
    });
  const misplaced = [...visual]
    .filter(([key, column]) => !keys.has(key) && column.type !== 'computed')
    .map(([key]) => problem(visualPath(key), `no selected column has the key '${key}'`, [...keys]));
  const misnamed = [...visual]
    .filter(([key, column]) => column.name !== undefined && column.name !== key)
    .map(([key]) => problem(`${visualPath(key)}.name`, `name must repeat the key '${key}'`));
  return [...without, ...misplaced, ...misnamed];
};

/** Positions stand on all visible columns or on none, and never twice. */
export const orderAllOrNone: Rule = ({ visual }) => {
  const visible = [...visual].filter(([, column]) => column.hidden !== true);
  const placed = visible.filter(([, column]) => column.order !== undefined);
  if (placed.length === 0) return [];
  const without = visible
    .filter(([, column]) => column.order === undefined)
    .map(([key]) => {
      const message = `'${key}' has no order, but other columns have: give all visible columns one, or none`;
      return problem(`${visualPath(key)}.order`, message);
    });
  const repeated = placed.flatMap(([key, { order }], index) => {
    const first = placed.findIndex(([, other]) => other.order === order);
    const message = `order ${order} is already taken by '${placed[first]?.[0] ?? ''}'`;
    return first === index ? [] : [problem(`${visualPath(key)}.order`, message)];
  });
  return [...without, ...repeated];
};

export const datetimeHasFormat: Rule = ({ visual }) =>
  [...visual]
    .filter(([, column]) => column.type === 'datetime' && column.hidden !== true)
    .filter(([, column]) => column.format === undefined)
    .map(([key]) =>
      problem(
        `${visualPath(key)}.format`,
        `the datetime column '${key}' needs a format, such as {"type":"datetime","pattern":"yyyy-MM-dd HH:mm"}`,
      ),
    );

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

export const formatsFit: Rule = ({ visual }) =>
  [...visual].flatMap(([key, { type, format }]) => {
    if (format === undefined) return [];
    const path = `${visualPath(key)}.format`;
    const allowed = formatsOf[type];
    if (!allowed.includes(format.type)) {
      const message = `the format '${format.type}' does not fit a ${type} column`;
      return [problem(`${path}.type`, message, allowed)];
    }
    if (format.type === 'date' || format.type === 'datetime') return patternErrors(format, path);
    if (format.pattern !== undefined)
      return [problem(`${path}.pattern`, `pattern is for dates; a ${format.type} takes precision`)];
    return format.type === 'currency' && format.currency === undefined
      ? [problem(`${path}.currency`, 'a currency format needs the currency, such as EUR')]
      : [];
  });

function patternErrors(format: ColumnFormat, path: string): ErrorDetail[] {
  if (format.pattern === undefined) {
    const message = `a ${format.type} format needs a pattern in date-fns tokens, such as yyyy-MM-dd`;
    return [problem(`${path}.pattern`, message)];
  }
  const wrong = patternProblem(format.pattern);
  return wrong === undefined ? [] : [problem(`${path}.pattern`, wrong)];
}

/** An input of the type `select` has choices (an enum brings its own), and no other input has any. */
export const selectInputsHaveOptions: Rule = ({ scope, visual }) =>
  [...visual].flatMap(([key, column]) => {
    const editable = column.editable;
    if (editable === undefined) return [];
    const path = `${visualPath(key)}.editable.options`;
    const hasOptions = (editable.options ?? []).length > 0;
    const isEnum = scope.selectedBy(key)?.info?.type === 'status';
    const needed = `the select input of '${key}' needs options`;
    if (editable.type === 'select') return hasOptions || isEnum ? [] : [problem(path, needed)];
    const misplaced = `options are for 'select', not for '${editable.type}'`;
    return hasOptions ? [problem(path, misplaced)] : [];
  });

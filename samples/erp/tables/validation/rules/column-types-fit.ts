import type { ColumnType, DatabaseColumnType } from '../../../../../src/platform/types.js';
import { problem } from '../../../shared/problem.js';
import { visualPath, type Rule } from '../rule.js';

/** How a column of the database may be shown. */
const shownAs: Readonly<Record<DatabaseColumnType, readonly ColumnType[]>> = {
  string: ['string'],
  number: ['number'],
  datetime: ['datetime'],
  boolean: ['boolean'],
  uuid: ['uuid', 'lookup'],
  status: ['status', 'string'],
};

/** The type of every column fits what the database holds. */
export const columnTypesFit: Rule = ({ scope, visual }) =>
  scope.selected.flatMap((column) => {
    const type = visual.get(column.key)?.type;
    if (type === undefined || column.info === undefined) return [];
    const allowed = shownAs[column.info.type];
    if (allowed.includes(type)) return [];
    const message = `'${column.key}' is ${column.info.pg_type} in the database and cannot be shown as ${type}`;
    return [problem(`${visualPath(column.key)}.type`, message, allowed)];
  });

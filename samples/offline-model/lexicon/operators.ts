/** A comparison as the lexicon names it. */
export type Comparison =
  | 'gt'
  | 'lt'
  | 'gte'
  | 'lte'
  | 'eq'
  | 'neq'
  | 'contains'
  | 'starts'
  | 'ends'
  | 'null'
  | 'notnull'
  | 'changes'
  | 'changesto'
  | 'changesfrom'
  | 'in';

/** Comparison → operator of a rule's conditions. */
export const ruleOperators: Readonly<Record<Comparison, string>> = {
  gt: 'greater_than',
  lt: 'less_than',
  gte: 'greater_or_equal',
  lte: 'less_or_equal',
  eq: 'equals',
  neq: 'not_equals',
  contains: 'contains',
  starts: 'starts_with',
  ends: 'contains',
  null: 'is_null',
  notnull: 'is_not_null',
  changes: 'changed',
  changesto: 'changed_to',
  changesfrom: 'changed_from',
  in: 'in',
};

/** Comparison → operator of a table's filters. */
export const filterOperators: Readonly<Record<Comparison, string>> = {
  gt: 'gt',
  lt: 'lt',
  gte: 'gte',
  lte: 'lte',
  eq: 'eq',
  neq: 'neq',
  contains: 'contains',
  starts: 'starts_with',
  ends: 'ends_with',
  null: 'is_null',
  notnull: 'is_not_null',
  changes: 'is_not_null',
  changesto: 'eq',
  changesfrom: 'neq',
  in: 'in',
};

/** The opposite, for "hide those that …" and "except …". */
export const opposites: Readonly<Partial<Record<Comparison, Comparison>>> = {
  gt: 'lte',
  lt: 'gte',
  gte: 'lt',
  lte: 'gt',
  eq: 'neq',
  neq: 'eq',
  null: 'notnull',
  notnull: 'null',
};

/** How a comparison is said back. */
export const operatorWords: Readonly<Record<string, string>> = {
  greater_than: 'above',
  less_than: 'below',
  greater_or_equal: 'at least',
  less_or_equal: 'at most',
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  starts_with: 'starts with',
  is_null: 'is empty',
  is_not_null: 'is not empty',
  changed: 'changes',
  changed_to: 'changes to',
  changed_from: 'changes from',
  in: 'is one of',
  gt: 'above',
  lt: 'below',
  gte: 'at least',
  lte: 'at most',
  eq: 'is',
  neq: 'is not',
  like: 'looks like',
  ilike: 'contains',
};

import type { Rule } from './rule.js';
import { problem } from '../../shared/problem.js';

/** Without a sort the database may answer rows in any order. */
const sortMissing: Rule = ({ source }) =>
  (source.sort ?? []).length === 0
    ? [problem('data_source[0].sort', 'there is no sort: the rows come in the order of their ids')]
    : [];

/** A like pattern without a wildcard is an eq. */
const patternWithoutWildcard: Rule = ({ source }) =>
  (source.filters ?? []).flatMap((filter, index) =>
    (filter.operator === 'like' || filter.operator === 'ilike') &&
    typeof filter.value === 'string' &&
    !/[%_]/.test(filter.value)
      ? [
          problem(
            `data_source[0].filters[${index}].value`,
            `'${filter.value}' has no % or _: it finds only exactly this text`,
          ),
        ]
      : [],
  );

/** Permissions for a role that does not exist let nobody in. */
const rolesExist: Rule = ({ config, knowledge }) =>
  (config.permissions?.roles ?? []).flatMap((role, index) =>
    knowledge.roles.includes(role)
      ? []
      : [problem(`permissions.roles[${index}]`, `there is no role '${role}'`, knowledge.roles)],
  );

/** What is allowed but probably not meant. */
export const warningRules: readonly Rule[] = [sortMissing, patternWithoutWildcard, rolesExist];

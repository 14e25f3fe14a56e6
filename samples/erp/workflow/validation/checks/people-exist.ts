import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { isUuid } from '../../../../../src/foundation/ids.js';
import { isObject, type JsonObject } from '../../../../../src/foundation/json.js';
import { called, type RuleCheck } from './check.js';

type Kind = 'user' | 'role';

/** An id in a config, where it stands, and what it must belong to (either, when it says nothing). */
interface Mention {
  id: string;
  field: string;
  kind: Kind | undefined;
}

/** Ids of users and roles that actions write to belong to a user or a role. */
export const peopleExist: RuleCheck = (rule, { kindOfPerson }) =>
  rule.actions.flatMap((action, index) =>
    mentionsOf(action.config).flatMap((mention): ErrorDetail[] => {
      if (!isUuid(mention.id)) return []; // a template, a mail address, or the schema's to report
      const fault = faultOf(mention, kindOfPerson(mention.id));
      if (fault === undefined) return [];
      const path = `actions[${index}].config.${mention.field}`;
      return [{ path, message: `${called(action)}: ${fault}` }];
    }),
  );

function faultOf({ id, kind }: Mention, actual: Kind | undefined): string | undefined {
  if (actual === undefined)
    return `no ${kind ?? 'user or role'} has the id "${id}"; find ids with GET /v1/core/users?search= and GET /v1/core/roles?search=`;
  if (kind === undefined || kind === actual) return undefined;
  return `the id "${id}" belongs to a ${actual}, but a ${kind} is wanted here`;
}

const lists = ['recipients', 'cc', 'bcc', 'approvers'] as const;

function mentionsOf(config: JsonObject): Mention[] {
  const { recipients, escalation_user_id: escalation } = config;
  const grouped = isObject(recipients)
    ? [
        ...mentions(recipients.users, 'recipients.users', 'user'),
        ...mentions(recipients.roles, 'recipients.roles', 'role'),
      ]
    : [];
  const single: Mention[] =
    typeof escalation === 'string'
      ? [{ id: escalation, field: 'escalation_user_id', kind: 'user' }]
      : [];
  return [...lists.flatMap((field) => mentions(config[field], field)), ...grouped, ...single];
}

function mentions(value: unknown, field: string, kind?: Kind): Mention[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((id, i) =>
    typeof id === 'string' ? [{ id, field: `${field}[${i}]`, kind }] : [],
  );
}

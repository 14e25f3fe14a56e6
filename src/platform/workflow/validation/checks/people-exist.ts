import { isUuid } from '../../../../foundation/ids.js';
import { isObject, type JsonObject } from '../../../../foundation/json.js';
import { called, type RuleCheck } from './check.js';

/** Ids of users and roles that actions write to belong to someone. */
export const peopleExist: RuleCheck = (rule, { knowsPerson }) =>
  rule.actions.flatMap((action, index) =>
    peopleOf(action.config)
      .filter(({ id }) => isUuid(id) && !knowsPerson(id))
      .map(({ id, field }) => ({
        path: `actions[${index}].config.${field}`,
        message: `${called(action)}: no user or role has the id "${id}"; find ids with GET /v1/core/users?search= and GET /v1/core/roles?search=`,
      })),
  );

const lists = ['recipients', 'cc', 'bcc', 'approvers'] as const;

function peopleOf(config: JsonObject): { id: string; field: string }[] {
  const named = lists.flatMap((field) => strings(config[field], field));
  const { recipients, escalation_user_id: escalation } = config;
  const addressed = isObject(recipients)
    ? [
        ...strings(recipients.users, 'recipients.users'),
        ...strings(recipients.roles, 'recipients.roles'),
      ]
    : [];
  const single =
    typeof escalation === 'string' ? [{ id: escalation, field: 'escalation_user_id' }] : [];
  return [...named, ...addressed, ...single];
}

function strings(value: unknown, field: string): { id: string; field: string }[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((id, i) => (typeof id === 'string' ? [{ id, field: `${field}[${i}]` }] : []));
}

import { roleId, userId } from './people.js';

const REFERENCE = /^@(role|user):([a-z._]+)$/;

/** Data with the ids of the people that it names: `@user:maria.keller`, `@role:finance_controller`. */
export function withSampleIds<T>(data: T): T {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) => resolved(value)) as T;
}

function resolved(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const [, kind, name = ''] = REFERENCE.exec(value) ?? [];
  if (kind === undefined) return value;
  return kind === 'role' ? roleId(name) : userId(name);
}

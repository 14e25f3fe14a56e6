import { AppError } from '../foundation/errors.js';
import type { Requester } from '../http/identity/identity.js';
import { callerOf } from './caller.js';

/** Whom requests of operators have to come from. */
export interface OperatorRule {
  /** The role that a token has to name. */
  role: string;
}

/** Injection token of the server's {@link OperatorRule}. */
export const OPERATOR_RULE = Symbol('OPERATOR_RULE');

/**
 * Answers the operator's user id. Where no tokens are checked everybody on this machine is one; else the token
 * has to name the role, and anybody else is refused with `role_needed`.
 */
export function requireOperator(request: Requester, { role }: OperatorRule, what: string): string {
  const { userId, roles } = callerOf(request);
  if (request.identity === undefined || roles?.includes(role) === true) return userId;
  throw new AppError(
    'role_needed',
    `${what} is for users with the role "${role}" (OPERATOR_ROLE), which this token does not have.`,
  );
}

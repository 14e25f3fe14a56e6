import { AppError } from '../foundation/errors.js';
import type { Requester } from '../http/identity/identity.js';
import { routeSetting } from '../http/route-setting.js';
import { callerOf } from './caller.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What operators alone do by this route. */
    forOperators?: string;
  }
}

/** Whom requests of operators have to come from. */
export interface OperatorRule {
  role: string;
}

/** Injection token of the server's {@link OperatorRule}. */
export const OPERATOR_RULE = Symbol('OPERATOR_RULE');

/**
 * Answers the operator's user id. Where no tokens are checked everybody on this machine is one; else the token
 * has to name the role, and anybody else is refused with `role_needed`.
 */
export function requireOperator(request: Requester, rule: OperatorRule, what: string): string {
  if (isOperator(request, rule)) return callerOf(request).userId;
  const { role } = rule;
  throw new AppError(
    'role_needed',
    `${what} is for users with the role "${role}" (OPERATOR_ROLE), which this token does not have.`,
  );
}

export function isOperator(request: Requester, { role }: OperatorRule): boolean {
  return request.identity === undefined || callerOf(request).roles?.includes(role) === true;
}

/** Marks a route for operators, which does `what`; requests of others are refused before their body is read. */
export const ForOperators = (what: string): MethodDecorator => routeSetting({ forOperators: what });

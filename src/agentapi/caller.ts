import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller } from '../agenttools/tool.js';
import { defined } from '../foundation/defined.js';
import type { Requester } from '../http/identity/identity.js';
import { AppError } from '../foundation/errors.js';
import { routeSetting } from '../http/json-bodies.js';

export const LOCAL_USER = 'local';

/** Who calls: the verified user, else a hash of the token. The token goes to the platform, which judges it. */
export function callerOf({ headers, identity, origin }: Requester): Caller {
  const authorization = headers.authorization?.trim();
  const came = defined({ origin });
  const token =
    authorization === undefined || authorization === '' ? came : { ...came, authorization };
  if (identity !== undefined) {
    const { userId, roles, holdsToken } = identity;
    return { userId, roles, ...(holdsToken === false ? came : token) };
  }
  if (!('authorization' in token)) return { userId: LOCAL_USER, ...came };
  const digest = createHash('sha256').update(token.authorization).digest('hex');
  return { userId: `token:${digest.slice(0, 32)}`, ...token };
}

export const By = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<Requester>()),
);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What operators alone do by this route. */
    forOperators?: string;
  }
}

export interface OperatorRule {
  role: string;
}

export const OPERATOR_RULE = Symbol('OPERATOR_RULE');

/** The operator's id; `role_needed` unless no tokens are checked, or the token names the role. */
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

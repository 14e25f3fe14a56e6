import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { finalize, type Observable } from 'rxjs';
import { callerOf } from './caller.js';
import { RequestShares } from './request-shares.js';

/**
 * Around a route that works for long or asks others to, and is no run: a user has only so many of them
 * under way (docs/limits.md). The place is held until the work is done, whether or not anybody waits for it.
 */
@Injectable()
export class CostlyRequest implements NestInterceptor {
  constructor(@Inject(RequestShares) private readonly shares: RequestShares) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { userId } = callerOf(context.switchToHttp().getRequest<FastifyRequest>());
    const giveBack = this.shares.take(userId);
    return next.handle().pipe(finalize(giveBack));
  }
}

import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  applyDecorators,
  UseInterceptors,
  type INestApplication,
  type InjectionToken,
} from '@nestjs/common';
import type { FastifyRequest, FastifyInstance } from 'fastify';
import { finalize, type Observable } from 'rxjs';
import { callerOf, OPERATOR_RULE, requireOperator } from './caller.js';
import { RequestShares } from './admission.js';
import { idempotencyKey } from '../foundation/idempotency.js';
import { RunsService } from './runs/runs.service.js';
import { routeSetting } from '../http/json-bodies.js';

/** A user has only so many long requests under way (docs/limits.md); the place is held until the work is done. */
@Injectable()
class CostlyRequest implements NestInterceptor {
  constructor(@Inject(RequestShares) private readonly shares: RequestShares) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { userId } = callerOf(context.switchToHttp().getRequest<FastifyRequest>());
    const giveBack = this.shares.take(userId);
    return next.handle().pipe(finalize(giveBack));
  }
}

interface Room {
  /** Rejects where the user has no room, unless the user's `key` has started one before. */
  requireRoom(userId: string, key: string | undefined): void | Promise<void>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Under this token the route's {@link Room} is found. */
    room?: InjectionToken;
  }
}

/** Marks a route whose requests need room, found under `room`: without it they are refused before their body is read. */
export const NeedsRoom = (room: InjectionToken): MethodDecorator => routeSetting({ room });

/** Marks a route that starts a run. A decision or side task that its body may bring instead waits for room too. */
export const StartsRun = (): MethodDecorator => NeedsRoom(RunsService);

/** Marks a route that works for long and is no run; see {@link CostlyRequest}. */
export const Costly = (): MethodDecorator =>
  applyDecorators(UseInterceptors(CostlyRequest), NeedsRoom(RequestShares));

/** Before its body is read: refuses what is not for its user or has no room. To be called before routes are added. */
export function refuseEarly(app: INestApplication, fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request) => {
    const { room, forOperators } = request.routeOptions.config;
    if (request.method === 'OPTIONS') return;
    if (forOperators !== undefined)
      requireOperator(request, app.get(OPERATOR_RULE, { strict: false }), forOperators);
    if (room === undefined) return;
    const { userId } = callerOf(request);
    const key = idempotencyKey(request.headers['idempotency-key']);
    await app.get<Room>(room, { strict: false }).requireRoom(userId, key);
  });
}

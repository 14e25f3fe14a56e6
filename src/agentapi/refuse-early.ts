import { applyDecorators, UseInterceptors, type INestApplication } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { idempotencyKey } from '../foundation/idempotency.js';
import { callerOf } from './caller.js';
import { CostlyRequest, REQUEST_SHARES } from './costly-request.js';
import type { RequestShares } from './request-shares.js';
import { RunsService } from './runs.service.js';
import { routeSetting } from '../http/route-setting.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What every request of the route needs room for. */
    needs?: 'run' | 'request';
  }
}

/** Marks a route that starts a run with every request; not one whose body may bring a decision instead. */
export const StartsRun = (): MethodDecorator => routeSetting({ needs: 'run' });

/** Marks a route that works for long and is no run; see {@link CostlyRequest}. */
export const Costly = (): MethodDecorator =>
  applyDecorators(UseInterceptors(CostlyRequest), routeSetting({ needs: 'request' }));

/**
 * Refuses what there is no room for before its body is read, and after it is known whose it is. What comes again
 * with the key of an earlier run is let through: it needs no room. To be called before the routes are added.
 */
export function refuseEarly(app: INestApplication, fastify: FastifyInstance): void {
  const runs = app.get(RunsService, { strict: false });
  const shares = app.get<RequestShares>(REQUEST_SHARES, { strict: false });
  fastify.addHook('onRequest', async (request) => {
    const { needs } = request.routeOptions.config;
    if (needs === undefined || request.method === 'OPTIONS') return;
    const { userId } = callerOf(request);
    if (needs === 'request') shares.requireRoom(userId);
    else await runs.requireRoom(userId, idempotencyKey(request.headers['idempotency-key']));
  });
}

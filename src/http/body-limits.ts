import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../foundation/errors.js';
import { jsonDepth } from '../foundation/json.js';

/** How large a request body may be. */
export interface BodyLimits {
  maxBytes: number;
  /** The deepest nesting of objects and lists. */
  maxDepth: number;
}

/** The limits of a body where nothing else is configured. */
export const defaultBodyLimits: BodyLimits = { maxBytes: 1024 * 1024, maxDepth: 32 };

/** How many times the usual size a body may have that carries a whole conversation. */
const HISTORY_FACTOR = 4;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route's body carries a whole conversation. */
    carriesHistory?: boolean;
  }
}

/** Marks a route whose clients send all that was said with every message: its body may be larger. */
export const CarriesHistory = (): MethodDecorator => RouteConfig({ carriesHistory: true });

/** Gives routes with {@link CarriesHistory} their room; to be called before the routes are added. */
export function allowHistories(fastify: FastifyInstance, { maxBytes }: BodyLimits): void {
  fastify.addHook('onRoute', (route) => {
    if (route.config?.carriesHistory === true) route.bodyLimit = maxBytes * HISTORY_FACTOR;
  });
}

/**
 * Lets a `DELETE` without a body say that its body is JSON, as many clients do for every request; the
 * parser would refuse it as empty.
 */
export function allowEmptyDelete(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async ({ method, raw: { headers } }) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
    if (method === 'DELETE' && length === '0' && encoding === undefined) {
      delete headers['content-type'];
    }
  });
}

/**
 * Refuses bodies nested too deep before any validator walks them: class-transformer recurses and
 * would answer a 12,000-level body with a stack overflow.
 */
export function limitBodyDepth(fastify: FastifyInstance, { maxDepth }: BodyLimits): void {
  fastify.addHook('preValidation', async (request) => {
    if (jsonDepth(request.body, maxDepth) > maxDepth) {
      throw new AppError(
        'invalid_request',
        `The request body is nested deeper than ${maxDepth} levels; send a flatter one.`,
      );
    }
  });
}

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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many times the usual size the route's body may have. */
    bodyFactor?: number;
    /** Whether numbers of the route's body keep all their digits. */
    exactNumbers?: boolean;
  }
}

/** Marks a route whose body may have `factor` times the usual size. */
export const LargerBody = (factor: number): MethodDecorator => RouteConfig({ bodyFactor: factor });

/** Marks a route whose clients send all that was said with every message. */
export const CarriesHistory = (): MethodDecorator =>
  RouteConfig({ bodyFactor: 4, exactNumbers: true });

/** Gives routes with {@link LargerBody} their room; to be called before the routes are added. */
export function allowLargerBodies(fastify: FastifyInstance, { maxBytes }: BodyLimits): void {
  fastify.addHook('onRoute', (route) => {
    const factor = route.config?.bodyFactor;
    if (factor !== undefined) route.bodyLimit = maxBytes * factor;
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

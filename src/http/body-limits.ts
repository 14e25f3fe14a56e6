import type { FastifyInstance } from 'fastify';
import { AppError } from '../foundation/errors.js';
import { beyondLimits, type JsonLimits } from '../foundation/json-limits.js';
import { routeSetting } from './route-setting.js';

/** How large a request body may be. */
export interface BodyLimits extends Pick<JsonLimits, 'maxDepth'> {
  maxBytes: number;
}

/** The limits of a body where nothing else is configured. */
export const defaultBodyLimits: BodyLimits = { maxBytes: 1024 * 1024, maxDepth: 32 };

/** What a body may hold beside: more is work of more than a tenth of a second for the thread that serves everybody. */
const PARSED = { maxKeys: 12_000, maxValues: 40_000 };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many times the usual size the route's body may have. */
    bodyFactor?: number;
    /** Whether numbers of the route's body keep all their digits. */
    exactNumbers?: boolean;
  }
}

/** Marks a route whose body may have `factor` times the usual size. */
export const LargerBody = (factor: number): MethodDecorator => routeSetting({ bodyFactor: factor });

/** Marks a route whose clients send all that was said with every message. */
export const CarriesHistory = (): MethodDecorator =>
  routeSetting({ bodyFactor: 4, exactNumbers: true });

/** Gives routes with {@link LargerBody} their room; to be called before the routes are added. */
export function allowLargerBodies(fastify: FastifyInstance, { maxBytes }: BodyLimits): void {
  fastify.addHook('onRoute', (route) => {
    const factor = route.config?.bodyFactor;
    if (factor !== undefined) route.bodyLimit = maxBytes * factor;
  });
}

/** Rejects the text of a body that holds more than its limits. */
export function requireWithin(json: string, { maxDepth }: BodyLimits): void {
  const beyond = beyondLimits(json, { maxDepth, ...PARSED });
  if (beyond === undefined) return;
  throw new AppError('invalid_request', `The request body ${beyond}; send less.`);
}

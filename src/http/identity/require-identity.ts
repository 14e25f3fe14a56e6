import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyPluginOptions,
  FastifyRequest,
} from 'fastify';
import { AppError, toErrorBody } from '../../foundation/errors.js';
import { defaultBodyLimits } from '../body-limits.js';
import { toAppError } from '../error.filter.js';
import { statusOf } from '../error-status.js';
import { bearerToken } from './bearer-token.js';
import { endWithToken } from './end-with-token.js';
import type { Identity, VerifyToken } from './identity.js';
import { routeSetting } from '../route-setting.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every request that `requireIdentity` let through, except on open routes. */
    identity?: Identity | undefined;
  }
  interface FastifyContextConfig {
    /** Whether the route answers without a token. */
    open?: boolean;
  }
}

/** The `config` of a Fastify route that answers without a token. */
export const OPEN = { open: true } as const;

/** Marks a controller's method as a route that answers without a token; every other one asks for it. */
export const OpenRoute = (): MethodDecorator => routeSetting(OPEN);

/**
 * Lets only requests with a valid token reach a route, before anything of their body is read. The
 * route that was found decides, not the path as text, so that no spelling of a path gets by. To be
 * called before the routes are added.
 */
export function requireIdentity(fastify: FastifyInstance, verify: VerifyToken): void {
  fastify.decorateRequest('identity', undefined);
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.open === true || isPreflight(request)) return;
    try {
      request.identity = await verify(bearerToken(request.raw.rawHeaders), request.headers);
      const { expiresAt } = request.identity;
      if (expiresAt !== undefined) endWithToken(reply.raw, expiresAt);
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthorized') {
        reply.header('www-authenticate', challenge(request));
      }
      throw error;
    }
  });
}

/** A browser's question before a request to another origin: it carries no token, and reaches no route. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** RFC 6750, section 3: the error is named only to who sent something. */
function challenge({ headers }: FastifyRequest): string {
  const realm = 'Bearer realm="sextant"';
  return headers.authorization === undefined ? realm : `${realm}, error="invalid_token"`;
}

/**
 * The plugin with all its routes open, such as the one that serves the page's files. Its errors, which
 * Nest does not see, are answered in the common shape.
 */
export function openRoutes<Options extends FastifyPluginOptions>(
  plugin: FastifyPluginAsync<Options>,
): FastifyPluginAsync<Options> {
  const open: FastifyPluginAsync<Options> = async (scope, options) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...OPEN };
    });
    scope.setErrorHandler(async (error, _request, reply) => {
      const refused = toAppError(error, defaultBodyLimits);
      await reply
        .status(refused === undefined ? 500 : statusOf(refused.code))
        .send(toErrorBody(refused ?? error));
    });
    await scope.register(plugin, options);
  };
  // Fastify looks for the name of a plugin without one among all modules that are loaded.
  return Object.assign(open, { [Symbol.for('fastify.display-name')]: 'open-routes' });
}

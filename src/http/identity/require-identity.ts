import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyPluginOptions,
  FastifyReply,
} from 'fastify';
import { AppError, toErrorBody, unauthorized } from '../../foundation/errors.js';
import { defaultBodyLimits, routeSetting } from '../json-bodies.js';
import { toAppError, statusOf } from '../error.filter.js';
import type { Identity, VerifyToken } from './identity.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every request that `requireIdentity` let through, except on open routes. */
    identity?: Identity | undefined;
  }
  interface FastifyContextConfig {
    open?: boolean;
  }
}

export const OPEN = { open: true } as const;

/** Marks a controller's method as a route that answers without a token; every other one asks for it. */
export const OpenRoute = (): MethodDecorator => routeSetting(OPEN);

/** Only valid tokens reach routes, told by the route found, not the path. To be called before routes are added. */
export function requireIdentity(fastify: FastifyInstance, verify: VerifyToken): void {
  fastify.decorateRequest('identity', undefined);
  fastify.addHook('onRequest', async (request, reply) => {
    const { method, headers, routeOptions } = request;
    const asks = headers['access-control-request-method'] !== undefined;
    if (routeOptions.config.open === true || (method === 'OPTIONS' && asks)) return;
    try {
      request.identity = await verify(bearerToken(request.raw.rawHeaders), request.headers);
      const { expiresAt } = request.identity;
      if (expiresAt !== undefined) endWithToken(reply, expiresAt);
    } catch (error) {
      // RFC 6750, section 3: the error is named only to who sent something.
      const named = headers.authorization === undefined ? '' : ', error="invalid_token"';
      if (error instanceof AppError && error.code === 'unauthorized')
        reply.header('www-authenticate', `Bearer realm="sextant"${named}`);
      throw error;
    }
  });
}

/** The plugin with its routes open, as the page's files; its errors in the common shape, which Nest does not see. */
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

/** Timers hold no more than 24 days. */
const LONGEST_WAIT_MS = 3_600_000;

/** How often an answer that had not begun when its token expired is looked at again. */
const BEGUN_CHECK_MS = 1_000;

const EVENTS = 'text/event-stream';

/** Cuts off an event stream when its token expires: the rest is read with a new one. Other answers go on. */
function endWithToken(reply: FastifyReply, expiresAt: Date): void {
  const { raw: response } = reply;
  let timer: NodeJS.Timeout;
  const check = (): void => {
    const left = expiresAt.getTime() - Date.now();
    // Whoever takes a reply over streams: its headers are known to nobody else.
    const isTakenOver = reply.sent && !response.writableEnded;
    const type = isTakenOver ? EVENTS : String(reply.getHeader('content-type'));
    if (left <= 0 && response.headersSent && type.startsWith(EVENTS)) {
      response.destroy();
      return;
    }
    timer = setTimeout(check, left > 0 ? Math.min(left, LONGEST_WAIT_MS) : BEGUN_CHECK_MS);
    timer.unref();
  };
  response.once('close', () => clearTimeout(timer));
  check();
}

/** RFC 6750: the scheme in any case, one token of these characters. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

const HOW = 'send the header "Authorization: Bearer <token>"';

/** The token of Node's `rawHeaders`, where what came twice is seen twice; `unauthorized` unless it is one. */
export function bearerToken(rawHeaders: readonly string[]): string {
  const [header, ...more] = rawHeaders
    .filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'authorization')
    .map((value) => value.trim());
  if (header === undefined || header === '')
    throw unauthorized(`This server serves known users only: ${HOW}.`);
  // Proxies and servers pick different ones, and would take the sender for different people.
  if (more.length > 0)
    throw unauthorized('The request has more than one Authorization header; send one.');
  const token = BEARER.exec(header)?.[1];
  if (token !== undefined) return token;
  throw unauthorized(`The Authorization header cannot be read: ${HOW}, and nothing else in it.`);
}

import type { FastifyInstance } from 'fastify';
import { toErrorBody, errorCodes, type ErrorCode } from '../../foundation/errors.js';
import { bearerToken } from '../../http/identity/bearer-token.js';
import { OPEN } from '../../http/identity/require-identity.js';
import { digestOf, verifyStatic } from '../../http/identity/static-tokens.js';
import type { Metrics } from './metrics.js';
import { isObject } from '../../foundation/json.js';

/** Who may read the metrics. */
interface MetricsAccess {
  /** Asked for as a bearer token when it is set. */
  token: string | undefined;
  /** Whether the server checks who calls; then there are no metrics without a token of their own. */
  identityChecked: boolean;
}

/**
 * `GET /metrics` for Prometheus. The token is its own, as a scraper is no user. Without one, on a server
 * that checks who calls, there is no such route: the answer is that of any unknown one.
 */
export function serveMetrics(
  fastify: FastifyInstance,
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { token, identityChecked }: MetricsAccess,
): void {
  if (token === undefined && identityChecked) return;
  const verify =
    token === undefined ? undefined : verifyStatic([{ user: 'metrics', digest: digestOf(token) }]);
  fastify.get('/metrics', { config: OPEN }, async (request, reply) => {
    try {
      await verify?.(bearerToken(request.raw.rawHeaders));
    } catch (error) {
      // Answered here: what handles the errors of the other routes does not know this one.
      reply.status(401).header('www-authenticate', 'Bearer realm="sextant metrics"');
      return toErrorBody(error);
    }
    reply.header('cache-control', 'no-store').type(metrics.contentType);
    return metrics.text();
  });
}

/** Where a refused request went: to the agent's routes, or anywhere else (platform, page). */
type RefusedApi = 'agent' | 'other';

/**
 * Calls `refused` for every answer in the common error shape, from any layer. Read off the answer,
 * because refusals come from routes, hooks and Fastify itself, and only the answer is common to them.
 */
export function countRefusals(
  fastify: FastifyInstance,
  refused: (api: RefusedApi, code: ErrorCode) => void,
): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400) return payload;
    const api = request.url.startsWith('/v1/agent/') ? 'agent' : 'other';
    refused(api, codeIn(payload));
    return payload;
  });
}

function codeIn(payload: unknown): ErrorCode {
  const body = typeof payload === 'string' ? parsed(payload) : undefined;
  const error = isObject(body) ? body['error'] : undefined;
  const code = isObject(error) ? error['code'] : undefined;
  return errorCodes.find((known) => known === code) ?? 'internal';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { FastifyInstance } from 'fastify';
import { asList, asObject, isObject } from '../../../foundation/json.js';

/** The routes whose errors clients of OpenAI's API read. */
const ROUTES: ReadonlySet<string> = new Set([
  '/v1/chat/completions',
  '/v1/models',
  '/v1/models/:id',
]);

export function errorType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

/** Adds OpenAI's fields to every error of these routes, wherever it was refused. */
export function shapeOpenAiErrors(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', async (request, reply, payload: unknown) => {
    if (!ROUTES.has(request.routeOptions.url ?? '')) return payload;
    if (!isObject(payload) || !isObject(payload['error'])) return payload;
    const { error } = payload;
    const { path } = asObject(asList(error['details'])[0]);
    const param = typeof path === 'string' ? path : null;
    return { error: { ...error, type: errorType(reply.statusCode), param } };
  });
}

import type { FastifyInstance } from 'fastify';
import { errorCodes, type ErrorCode } from '../../foundation/errors.js';
import { isObject } from '../../foundation/json.js';

/** Where a refused request went: to the agent's routes, or anywhere else (platform, page). */
export type RefusedApi = 'agent' | 'other';

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

import type { FastifyInstance } from 'fastify';
import { AppError } from '../foundation/errors.js';
import { jsonDepth } from '../foundation/json.js';

/** The largest request body in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** The deepest nesting of a request body. */
export const MAX_BODY_DEPTH = 32;

/**
 * Refuses bodies nested too deep before any validator walks them: class-transformer recurses and
 * would answer a 12,000-level body with a stack overflow.
 */
export function limitBodyDepth(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', async (request) => {
    if (jsonDepth(request.body, MAX_BODY_DEPTH) > MAX_BODY_DEPTH) {
      throw new AppError(
        'invalid_request',
        `The request body is nested deeper than ${MAX_BODY_DEPTH} levels; send a flatter one.`,
      );
    }
  });
}

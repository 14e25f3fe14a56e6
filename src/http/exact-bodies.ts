import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { carryNumbers, EXACT, fromCarriers, writeJson } from '../foundation/exact-json.js';
import { ExactNumber, hasDouble } from '../foundation/exact-number.js';

/** Marks a route whose body is passed on: its numbers keep the digits that were sent, as an `ExactNumber`. */
export const ExactNumbers = (): MethodDecorator => RouteConfig({ exactNumbers: true });

/**
 * Reads and writes the JSON of all routes without rounding. Where a route does not ask for digits, a number whose
 * value a double has is a plain one: `10.0` is 10.
 */
export function exactBodies(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser('application/json');
  fastify.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      const read = request.routeOptions.config.exactNumbers === true ? exact : exactWhereRounded;
      const plain = carryNumbers(text, EXACT);
      void parse(request, plain, (error, body) => {
        if (error !== null) done(error);
        else done(null, plain === text ? body : fromCarriers(body, EXACT, read));
      });
    },
  );
  fastify.setReplySerializer((payload) => writeJson(payload));
}

function exact(digits: string): ExactNumber {
  return new ExactNumber(digits);
}

function exactWhereRounded(digits: string): ExactNumber | number {
  return hasDouble(digits) ? Number(digits) : new ExactNumber(digits);
}

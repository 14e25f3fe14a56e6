import type { FastifyInstance } from 'fastify';
import { carryNumbers, EXACT, fromCarriers, writeJson } from '../foundation/exact-json.js';
import { ExactNumber, hasDouble } from '../foundation/exact-number.js';
import { requireWithin, type BodyLimits } from './body-limits.js';
import { routeSetting } from './route-setting.js';

/** Marks a route whose body is passed on: its numbers keep the digits that were sent, as an `ExactNumber`. */
export const ExactNumbers = (): MethodDecorator => routeSetting({ exactNumbers: true });

/** So many long numbers of one body are looked at closely, and further ones read as doubles: 20,000 took 160 ms. */
const MAX_CLOSE = 2_000;

/** The text of a body, which is parsed once a route reads it: what is refused before, or takes none, costs no parsing. */
class UnreadBody {
  constructor(readonly read: () => unknown) {}
}

/** A request's body as the route reads it; rejects what is no JSON or holds too much. */
export function readBody(body: unknown): unknown {
  return body instanceof UnreadBody ? body.read() : body;
}

/**
 * Takes JSON, and of all content types only JSON: a form of another site can post text or fields without asking,
 * JSON it cannot. What holds too much is refused before anything is made of it, whatever route it is for. Numbers
 * of all routes are read and written without rounding. Where a route does not ask for digits, a number whose
 * value a double has is a plain one: `10.0` is 10.
 */
export function parseJsonBodies(fastify: FastifyInstance, limits: BodyLimits): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      const read = request.routeOptions.config.exactNumbers === true ? exact : exactWhereRounded;
      const parsed = (): unknown => {
        requireWithin(text, limits);
        const plain = carryNumbers(text, EXACT, MAX_CLOSE);
        let body: unknown;
        void parse(request, plain, (error, value) => {
          if (error !== null) throw error;
          body = value;
        });
        return plain === text ? body : fromCarriers(body, EXACT, read);
      };
      done(null, new UnreadBody(parsed));
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

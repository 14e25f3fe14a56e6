import type { FastifyInstance, FastifyContextConfig } from 'fastify';
import { RouteConfig } from '@nestjs/platform-fastify';
import { carryNumbers, EXACT, fromCarriers, writeJson } from '../foundation/exact-json.js';
import { ExactNumber, hasDouble } from '../foundation/exact-number.js';
import { invalidRequest } from '../foundation/errors.js';
import { beyondLimits, type JsonLimits } from '../foundation/json-limits.js';

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

/** Of all content types only JSON, which no form of another site can send. Its numbers are not rounded; 10.0 is 10 where no digits are asked for. */
export function parseJsonBodies(fastify: FastifyInstance, limits: BodyLimits): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      const { exactNumbers = false } = request.routeOptions.config;
      const read = (digits: string) =>
        !exactNumbers && hasDouble(digits) ? Number(digits) : new ExactNumber(digits);
      const parsed = (): unknown => {
        const beyond = beyondLimits(text, { maxDepth: limits.maxDepth, ...PARSED });
        if (beyond !== undefined) throw invalidRequest(`The request body ${beyond}; send less.`);
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

export interface BodyLimits extends Pick<JsonLimits, 'maxDepth'> {
  maxBytes: number;
}

export const defaultBodyLimits: BodyLimits = { maxBytes: 1024 * 1024, maxDepth: 32 };

/** What a body may hold beside: more is work of more than a tenth of a second for the thread that serves everybody. */
const PARSED = { maxKeys: 12_000, maxValues: 40_000 };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many times the usual size the route's body may have. */
    bodyFactor?: number;
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

const open = new WeakSet<object>();

/** Marks a body of other programs' clients: unknown fields are passed over, for their next version sends more. */
export function OpenBody(): ClassDecorator {
  return (target) => void open.add(target);
}

export function isOpenBody(target: object | undefined): boolean {
  return target !== undefined && open.has(target);
}

const settings = new WeakMap<object, Partial<FastifyContextConfig>>();

/** Sets fields of a route's `config`, beside those of other decorators: Nest's own keeps the last one's only. */
export function routeSetting(setting: Partial<FastifyContextConfig>): MethodDecorator {
  return (target, key, descriptor) => {
    const method = descriptor.value as object;
    const all = { ...settings.get(method), ...setting };
    settings.set(method, all);
    RouteConfig(all)(target, key, descriptor);
  };
}

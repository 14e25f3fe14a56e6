import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { traceHeadersOf, type TraceHeaders } from '../foundation/trace-headers.js';

/** What a run's request brought beside the message. */
export interface RequestOrigin {
  /** How long the request has been worked on so far, in ms. */
  elapsedMs: number;
  /** The caller's place in a trace, when it has one. */
  trace: TraceHeaders;
}

const origins = new AsyncLocalStorage<{ since: () => number; trace: TraceHeaders }>();

/** Keeps each request's origin for the work it asks for. */
export function keepOrigins(fastify: FastifyInstance): void {
  // Not before the body is read: what its stream calls does not run inside the request's context.
  fastify.addHook('preHandler', (request, reply, done) => {
    const trace = traceHeadersOf(request.headers);
    origins.run({ since: () => reply.elapsedTime, trace }, done);
  });
}

/** The origin of the request that is being worked on; outside of one, of something that begins now. */
export function currentOrigin(): RequestOrigin {
  const origin = origins.getStore();
  return { elapsedMs: origin?.since() ?? 0, trace: origin?.trace ?? {} };
}

import type { ServerResponse } from 'node:http';
import fastifyCors from '@fastify/cors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkAddress, checkSource, type EdgePolicy } from './edge-policy.js';
import { securityHeaders } from './security-headers.js';

/** What pages of allowed origins may send and read beside the headers every page may. */
const REQUEST_HEADERS = ['Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID'];
const ANSWER_HEADERS = ['Retry-After'];

/** How long a browser may keep the answer to its question for permission, in seconds. */
const PREFLIGHT_S = 600;

/**
 * Puts the server's edge before all routes: security headers, the check of where a request comes from,
 * and CORS for the origins that are allowed. Comes first, so that what later hooks refuse can still be
 * read by an allowed page.
 */
export async function protectEdge(app: NestFastifyApplication, policy: EdgePolicy): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    setSecurityHeaders(reply.raw);
    checkAddress(request.raw);
    checkSource(request, policy);
  });
  if (policy.corsOrigins.length === 0) return;
  await app.register(fastifyCors, {
    origin: [...policy.corsOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: ANSWER_HEADERS,
    maxAge: PREFLIGHT_S,
  });
  // Streams are written to the raw response, which knows nothing of the reply's headers.
  fastify.addHook('preHandler', async (_request: FastifyRequest, reply: FastifyReply) => {
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
  });
}

/** Sets them on the raw response, where they also reach streams; a route's own headers win. */
export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
}

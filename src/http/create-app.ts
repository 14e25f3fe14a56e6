import type { DynamicModule, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toErrorBody } from '../foundation/errors.js';
import type { Logger } from '../foundation/logger.js';
import {
  allowLargerBodies,
  defaultBodyLimits,
  type BodyLimits,
  parseJsonBodies,
} from './json-bodies.js';
import {
  closeAfterUpgrade,
  refuseBroken,
  refuseExpectations,
  statusOf,
  ErrorFilter,
  FaultLog,
  toAppError,
} from './error.filter.js';
import {
  closedEdge,
  type EdgePolicy,
  checkAddress,
  checkSource,
  securityHeaders,
} from './edge-policy.js';
import { createValidationPipe } from './validation.pipe.js';
import fastifyCors from '@fastify/cors';

/** A Nest application with the server's edge: one error shape, validation, body limits, other origins kept out. */
export async function createApp(
  module: DynamicModule,
  logger: Logger,
  edge: EdgePolicy = closedEdge,
  limits: BodyLimits = defaultBodyLimits,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: limits.maxBytes,
    forceCloseConnections: true,
    // Fastify's 100 are less than the longest name (255 characters, which may be 4 bytes each).
    routerOptions: { maxParamLength: MAX_PARAM },
    clientErrorHandler: refuseBroken,
    // Node would answer a request without a host by itself, with nothing in the answer.
    http: { requireHostHeader: false },
    frameworkErrors: (error: Error, _request: unknown, reply: FastifyReply) =>
      refuseUrl(error, reply, limits),
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: nestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
  app.useGlobalFilters(new ErrorFilter(new FaultLog(logger), limits));
  app.useGlobalPipes(createValidationPipe());
  await protectEdge(app, edge);
  const fastify = app.getHttpAdapter().getInstance();
  parseJsonBodies(fastify, limits);
  allowLargerBodies(fastify, limits);
  refuseExpectations(app.getHttpServer());
  closeAfterUpgrade(app.getHttpServer());
  return app;
}

/** What Nest reports by itself: hooks that failed. A creation that fails rejects, and is told by who asked for it. */
function nestLogger(logger: Logger): LoggerService {
  const tell = (message: unknown, ...context: unknown[]): void => {
    if (context.at(-1) === 'ExceptionHandler') return;
    logger.error({ err: message, context }, 'Nest reported an error');
  };
  return { log: () => {}, warn: () => {}, error: tell, fatal: tell };
}

/** The longest part of a path, in characters after decoding. */
const MAX_PARAM = 1024;

/** Answers a URL that no route can be looked up for, in the common error shape. */
function refuseUrl(error: Error, reply: FastifyReply, limits: BodyLimits): void {
  // No hook runs for such a request.
  void reply.headers(securityHeaders);
  const refused = toAppError(error, limits);
  void reply.status(statusOf(refused?.code ?? 'internal')).send(toErrorBody(refused ?? error));
}

/** What pages of allowed origins may send and read beside the headers every page may. */
const REQUEST_HEADERS = ['Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID'];
const ANSWER_HEADERS = ['Retry-After'];

const PREFLIGHT_S = 600;

/** The edge before all routes, first of all, so that allowed pages can read what later hooks refuse. */
async function protectEdge(app: NestFastifyApplication, policy: EdgePolicy): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    // A route's own headers win.
    void reply.headers(securityHeaders);
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
}

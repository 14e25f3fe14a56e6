import type { DynamicModule, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { toErrorBody } from '../foundation/errors.js';
import type { Logger } from '../foundation/logger.js';
import { allowLargerBodies, defaultBodyLimits, type BodyLimits } from './body-limits.js';
import { closeAfterUpgrade, refuseBroken, refuseExpectations } from './client-errors.js';
import { parseJsonBodies } from './json-bodies.js';
import { closedEdge, type EdgePolicy } from './edge-policy.js';
import { statusOf } from './error-status.js';
import { ErrorFilter, toAppError } from './error.filter.js';
import { protectEdge, setSecurityHeaders } from './protect-edge.js';
import { createValidationPipe } from './validation.pipe.js';

/**
 * A Nest application on Fastify with the server's edge: one error shape, validation, body limits, and
 * pages of other origins kept out unless `edge` lets them in.
 */
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
  app.useGlobalFilters(new ErrorFilter(logger, limits));
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
  setSecurityHeaders(reply.raw);
  const refused = toAppError(error, limits);
  void reply.status(statusOf(refused?.code ?? 'internal')).send(toErrorBody(refused ?? error));
}

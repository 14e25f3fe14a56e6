import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from '../foundation/logger.js';
import { limitBodyDepth, MAX_BODY_BYTES } from './body-limits.js';
import { ErrorFilter } from './error.filter.js';
import { createValidationPipe } from './validation.pipe.js';

/** A Nest application on Fastify with the server's edge: one error shape, validation, body limits. */
export async function createApp(
  module: DynamicModule,
  logger: Logger,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: ['error', 'fatal'],
    abortOnError: false,
  });
  app.useGlobalFilters(new ErrorFilter(logger));
  app.useGlobalPipes(createValidationPipe());
  const fastify = app.getHttpAdapter().getInstance();
  // JSON only: a form of another site can post text without asking, JSON it cannot.
  fastify.removeContentTypeParser('text/plain');
  limitBodyDepth(fastify);
  return app;
}

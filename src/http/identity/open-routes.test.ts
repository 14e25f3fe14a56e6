import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppError } from '../../foundation/errors.js';
import { silentLogger } from '../../foundation/logger.js';
import { createApp } from '../create-app.js';
import { openRoutes } from './require-identity.js';

@Module({})
class EmptyModule {}

let app: NestFastifyApplication;
beforeAll(async () => {
  app = await createApp({ module: EmptyModule }, silentLogger);
  const plugin = openRoutes(async (scope) => {
    scope.get('/missing', async () => {
      throw new AppError('not_found', 'There is no such file: build it.');
    });
    scope.get('/broken', async () => {
      throw new Error('a secret reason');
    });
  });
  await app.register(plugin);
  await app.listen(0, '127.0.0.1');
});
afterAll(() => app.close());

test.each([
  ['missing', 404, 'not_found', /build it/],
  ['broken', 500, 'internal', /^(?!.*secret)/],
])('an error of an open route has the common shape: %s', async (path, status, code, message) => {
  const answer = await fetch(`${await app.getUrl()}/${path}`);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({
    error: { code, message: expect.stringMatching(message), details: [] },
  });
});

import { afterEach, expect, test } from '@jest/globals';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { silentLogger } from '../foundation/logger.js';
import { createApp } from '../http/create-app.js';
import {
  HealthController,
  READINESS,
  type PartCondition,
  type PartState,
  type ReadinessProbe,
} from './health.controller.js';

@Module({})
class HealthOnly {}

let app: NestFastifyApplication | undefined;
afterEach(() => app?.close());

async function get(route: string, probe: ReadinessProbe) {
  app = await createApp(
    {
      module: HealthOnly,
      controllers: [HealthController],
      providers: [{ provide: READINESS, useValue: probe }],
    },
    silentLogger,
  );
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app.inject({ method: 'GET', url: `/health/${route}` });
}

const part = (state: PartCondition, required = false): PartState => ({
  state,
  required,
  detail: `it is ${state}`,
});

test('GET /health/live is 200 whatever the parts do', async () => {
  const answer = await get('live', () => Promise.reject(new Error('down')));
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ status: 'ok' });
});

test.each([
  [{ database: part('ok', true), explorer: part('off') }, 200, 'ok'],
  [{ database: part('ok', true), embedder: part('down') }, 200, 'degraded'],
  [{ database: part('down', true), embedder: part('ok') }, 503, 'unavailable'],
])('GET /health/ready: %j is %i, %s', async (parts, code, status) => {
  const answer = await get('ready', async () => parts);
  expect(answer.statusCode).toBe(code);
  expect(answer.json()).toEqual({ status, parts });
  expect(answer.headers['cache-control']).toBe('no-store');
});

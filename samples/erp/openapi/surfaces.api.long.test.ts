import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  openPlatformApp,
  type Method,
  type PlatformApp,
} from '../../../test/support/platform-app.js';
import { limits } from '../tables/table-config.model.js';
import { surfaces } from './openapi.controller.js';

let app: PlatformApp;
beforeAll(async () => {
  app = await openPlatformApp();
});
afterAll(() => app.close());

const UNKNOWN = '11111111-1111-4111-8111-111111111111';

test('the limits it names are those of table configs', () => {
  const text = JSON.stringify(surfaces);
  const { joins, columns, rows } = limits;
  expect(text).toContain(`At most ${joins} joins, ${columns} columns and ${rows} rows per page`);
});

test('catalog200', async () => {
  const { status, body } = await app.call('GET', '/v1/agent/catalog');
  expect([status, body]).toEqual([200, { surfaces }]);
});

const endpoints = surfaces.flatMap((surface) => surface.endpoints);
test.each(endpoints.map(({ method, path }): [Method, string] => [method, path]))(
  '%s %s is a route',
  async (method, path) => {
    const url = path.replace(/:\w+/g, UNKNOWN);
    const { status, body } = await app.call(method, url, method === 'GET' ? undefined : {});
    // A path that is no route is answered by the framework: "Cannot GET /…".
    expect(body?.error?.message ?? body?.message ?? '').not.toMatch(/^Cannot /);
    expect(status).toBeLessThan(500);
  },
);

test('a path that is no route is found out', async () => {
  const { body } = await app.call('GET', '/v1/data/nothing');
  expect(body?.error?.message ?? body?.message).toMatch(/^Cannot /);
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPlatformApp, type PlatformApp } from '../../../test/support/platform-app.js';

let app: PlatformApp;
beforeAll(async () => {
  app = await openPlatformApp();
});
afterAll(() => app.close());

test('users200', async () => {
  const { status, body } = await app.call('GET', '/v1/core/users?rows=500');
  expect(status).toBe(200);
  expect(body.total).toBe(25);
  const maria = body.items.find((user: { username: string }) => user.username === 'maria.keller');
  expect(maria).toMatchObject({
    first_name: 'Maria',
    last_name: 'Keller',
    title: 'Operations Manager',
    roles: ['operations_manager'],
  });
});

describe('users200 by search', () => {
  const cases: [string, string[]][] = [
    ['Maria Keller', ['maria.keller']],
    ['KELLER', ['maria.keller']],
    ['pieter.de.vries', ['pieter.de.vries']],
    ['operations manager', ['maria.keller', 'karin.vogel']],
    ['administrator', ['oliver.grant', 'aisha.rahman']],
    ['100%', []],
  ];
  test.each(cases)('%s', async (search, usernames) => {
    const { body } = await app.call('GET', `/v1/core/users?search=${encodeURIComponent(search)}`);
    expect(body.items.map((user: { username: string }) => user.username)).toEqual(usernames);
    expect(body.total).toBe(usernames.length);
  });
});

test('users200 pages without a gap', async () => {
  const pages = await Promise.all(
    [1, 2, 3].map((page) => app.call('GET', `/v1/core/users?rows=10&page=${page}`)),
  );
  const ids = pages.flatMap(({ body }) => body.items.map((user: { id: string }) => user.id));
  expect(new Set(ids).size).toBe(25);
});

test('roles200', async () => {
  const all = await app.call('GET', '/v1/core/roles');
  expect(all.body.total).toBe(6);
  const { body } = await app.call('GET', '/v1/core/roles?search=warehouse%20manager');
  expect(body.items).toMatchObject([{ name: 'warehouse_manager' }]);
});

describe('400', () => {
  test.each(['users?rows=501', 'roles?page=0', 'users?colour=red'])('%s', async (path) => {
    const { status, body } = await app.call('GET', `/v1/core/${path}`);
    expect(status).toBe(400);
    expect(body.error.code).toBe('invalid_request');
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPlatformApp, type PlatformApp } from '../../../test/support/platform-app.js';
import { namedId } from '../shared/named-id.js';
import { ruleId, seedAlerts } from '../workflow/seed/seed-workflow.js';
import type { Alert } from '../../../src/platform/types.js';

let app: PlatformApp;
beforeAll(async () => {
  app = await openPlatformApp();
});
afterAll(() => app.close());

const NOBODY = '11111111-1111-4111-8111-111111111111';

async function mine(query = '', token?: string): Promise<Alert[]> {
  const { status, body } = await app.call(
    'GET',
    `/v1/workflow/alerts/mine?rows=500${query}`,
    undefined,
    token,
  );
  expect(status).toBe(200);
  expect(body.total).toBe(body.items.length);
  return body.items;
}

const titles = (alerts: readonly { title: string }[]): string[] =>
  alerts.map((a) => a.title).sort();

describe('mine200', () => {
  const cases: [string, string | undefined, string, string[]][] = [
    ['the operations manager without a token', undefined, 'maria.keller', ['operations_manager']],
    ['the operations manager with any other token', 'abc', 'maria.keller', ['operations_manager']],
    [
      'the operations manager for an unknown name',
      'sample-nobody',
      'maria.keller',
      ['operations_manager'],
    ],
    [
      'a user by name',
      'sample-anna.lindqvist',
      'anna.lindqvist',
      ['purchasing_agent', 'finance_controller'],
    ],
    ['a user without roles', 'sample-nina.kovac', 'nina.kovac', []],
  ];
  test.each(cases)('%s', async (_name, token, username, roles) => {
    const expected = seedAlerts.filter(
      (alert) => alert.users.includes(username) || alert.roles.some((role) => roles.includes(role)),
    );
    const alerts = await mine('', token);
    expect(titles(alerts)).toEqual(titles(expected));
    const times = alerts.map((alert) => alert.created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('by status and severity', async () => {
    const alerts = await mine('&status=active&severity=high');
    expect(alerts.length).toBeGreaterThan(0);
    expect(new Set(alerts.map((a) => `${a.status} ${a.severity}`))).toEqual(
      new Set(['active high']),
    );
  });
});

describe('400', () => {
  test.each(['status=open', 'severity=urgent', 'rows=501'])('%s', async (query) => {
    const { status, body } = await app.call('GET', `/v1/workflow/alerts/mine?${query}`);
    expect(status).toBe(400);
    expect(body.error.details[0].path).toBe(query.split('=')[0]);
  });
});

test('get200 names rule and people', async () => {
  const [first] = await mine('&severity=critical&status=active');
  const { status, body } = await app.call('GET', `/v1/workflow/alerts/${first?.id}`);
  expect(status).toBe(200);
  expect(body).toEqual(first);
  expect(body).toMatchObject({
    rule_id: ruleId('Low Stock Alert'),
    rule_name: 'Low Stock Alert',
    recipients: {
      users: [{ id: namedId('user', 'maria.keller'), name: 'Maria Keller' }],
      roles: [{ id: namedId('role', 'purchasing_agent'), name: 'purchasing_agent' }],
    },
    acknowledged_at: null,
    acknowledged_by: null,
  });
});

test('ofRule200', async () => {
  const { body } = await app.call(
    'GET',
    `/v1/workflow/rules/${ruleId('Order Approval')}/alerts?status=active`,
  );
  expect(body.items).toMatchObject([{ rule_name: 'Order Approval', status: 'active' }]);
});

describe('404', () => {
  test.each([
    ['GET', `alerts/${NOBODY}`],
    ['GET', 'alerts/none'],
    ['GET', `rules/${NOBODY}/alerts`],
  ] as const)('%s %s', async (method, path) => {
    const { status, body } = await app.call(method, `/v1/workflow/${path}`);
    expect(status).toBe(404);
    expect(body.error.code).toBe('not_found');
  });
});

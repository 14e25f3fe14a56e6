import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPlatformApp, type PlatformApp } from '../../../test/support/platform-app.js';
import { roleId, userId } from '../company/people.js';
import { seedAlerts } from '../workflow/seed/sample-alerts.js';
import { ruleId } from '../workflow/seed/seed-workflow.js';
import { alertEvents, alertStatuses, alertTransitions } from './alert-states.js';
import type { Alert } from './alerts.model.js';

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
      users: [{ id: userId('maria.keller'), name: 'Maria Keller' }],
      roles: [{ id: roleId('purchasing_agent'), name: 'purchasing_agent' }],
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
    ['POST', `alerts/${NOBODY}/acknowledge`],
    ['POST', `alerts/${NOBODY}/dismiss`],
    ['GET', `rules/${NOBODY}/alerts`],
  ] as const)('%s %s', async (method, path) => {
    const { status, body } = await app.call(method, `/v1/workflow/${path}`);
    expect(status).toBe(404);
    expect(body.error.code).toBe('not_found');
  });
});

describe('every status and event', () => {
  const cases = alertStatuses.flatMap((status) =>
    alertEvents.map((event) => [status, event] as const),
  );
  test.each(cases)('%s, %s', async (status, event) => {
    const [{ id } = { id: '' }] = await app.db.query<{ id: string }>(
      "insert into platform.alerts (id, rule_name, alert_type, severity, status, title, message, context) values (gen_random_uuid(), 'r', 't', 'low', $1, 'T', 'M', '{}') returning id",
      [status],
    );
    const next = alertTransitions[status][event];
    const answer = await app.call('POST', `/v1/workflow/alerts/${id}/${event}`);
    const stored = (await app.call('GET', `/v1/workflow/alerts/${id}`)).body;
    expect(answer.status).toBe(next === 'refused' ? 409 : 200);
    expect(stored.status).toBe(next === 'refused' ? status : next);
    if (next !== 'refused') expect(answer.body).toEqual(stored);
  });
});

test('acknowledge200 notes who and when once, and dismiss200 keeps it', async () => {
  const [alert] = await mine('&status=active');
  const path = `/v1/workflow/alerts/${alert?.id}`;
  const first = await app.call('POST', `${path}/acknowledge`, undefined, 'sample-anna.lindqvist');
  expect(first.body).toMatchObject({
    status: 'acknowledged',
    acknowledged_by: { id: userId('anna.lindqvist'), name: 'Anna Lindqvist' },
  });
  const again = await app.call('POST', `${path}/acknowledge`, undefined, 'sample-maria.keller');
  expect(again).toEqual(first);
  const dismissed = await app.call('POST', `${path}/dismiss`);
  expect(dismissed.body).toEqual({ ...first.body, status: 'dismissed' });
});

test('acknowledge200 and dismiss200 at once end dismissed', async () => {
  const [alert] = await mine('&status=active');
  const path = `/v1/workflow/alerts/${alert?.id}`;
  const answers = await Promise.all(
    ['dismiss', 'acknowledge', 'dismiss'].map((event) => app.call('POST', `${path}/${event}`)),
  );
  for (const answer of answers) expect([200, 409]).toContain(answer.status);
  expect((await app.call('GET', path)).body.status).toBe('dismissed');
});

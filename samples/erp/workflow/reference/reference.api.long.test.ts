import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPlatformApp, type PlatformApp } from '../../../../test/support/platform-app.js';
import { actionTypes } from '../action-types.js';
import { seedTemplates } from '../seed/seed-workflow.js';

let app: PlatformApp;
beforeAll(async () => {
  app = await openPlatformApp();
});
afterAll(() => app.close());

test('actionTypes200', async () => {
  const { status, body } = await app.call('GET', '/v1/workflow/action-types');
  expect(status).toBe(200);
  expect(body.total).toBe(17);
  const check = body.items.find((item: { type: string }) => item.type === 'evaluate_condition');
  expect(check).toMatchObject({ ports: ['true', 'false'], required: ['conditions'] });
});

describe('actionTypeSchema200', () => {
  test.each(actionTypes.map(({ type }) => type))('%s', async (type) => {
    const { status, body } = await app.call('GET', `/v1/workflow/action-types/${type}/schema`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      type,
      config_schema: { type: 'object', additionalProperties: false },
    });
    expect(body.ports.map((port: { is_default: boolean }) => port.is_default).indexOf(true)).toBe(
      0,
    );
  });
});

test('actionTypeSchema404 names the types', async () => {
  const { status, body } = await app.call('GET', '/v1/workflow/action-types/send_fax/schema');
  expect(status).toBe(404);
  expect(body.error.details[0].allowed).toContain('send_email');
});

describe('lists200', () => {
  const cases: [string, number, object][] = [
    ['trigger-types', 4, { name: 'on_create' }],
    ['templates', seedTemplates.length, { tags: expect.any(Array), config: expect.any(Object) }],
  ];
  test.each(cases)('%s', async (path, total, first) => {
    const { status, body } = await app.call('GET', `/v1/workflow/${path}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total, page: 1, rows: 50 });
    expect(body.items[0]).toMatchObject(first);
  });
});

test('entities200 are the tables of the business', async () => {
  const { body } = await app.call('GET', '/v1/workflow/entities');
  const names = body.items.map((entity: { name: string }) => entity.name);
  expect(names).toEqual(expect.arrayContaining(['inventory.inventory_items', 'sales.orders']));
  expect(names.filter((name: string) => /^(platform|sextant|pg_)/.test(name))).toEqual([]);
  expect(body.items[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: names[0],
    schema: names[0].split('.')[0],
    table: names[0].split('.')[1],
  });
});

test('an entity and a trigger type found here can be used in a rule', async () => {
  const [entities, triggers] = await Promise.all(
    ['entities?rows=500', 'trigger-types'].map((path) => app.call('GET', `/v1/workflow/${path}`)),
  );
  for (const entity of entities?.body.items ?? []) {
    const { body } = await app.call('POST', '/v1/workflow/rules/full?dry_run=true', {
      name: 'By Name',
      entity: entity.name,
      trigger_type: triggers?.body.items[0].name,
      actions: [{ name: 'Wait', action_type: 'delay', config: { duration: '1h' } }],
      edges: [{ target_action_id: 'temp:0', edge_type: 'start' }],
    });
    expect(body).toMatchObject({ valid: true, errors: [] });
  }
});

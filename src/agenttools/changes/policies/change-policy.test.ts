import type { JsonObject } from '../../../foundation/json.js';
import { decide, type PolicyRule, requestSubject } from './change-policy.js';

const pathTemplate = '/projects/{project}/flags/{id}.json';
const flag = { id: 'deleteFlag', toolName: 'shop_deleteFlag', tags: ['Flags'] };
const operations = [{ ...flag, method: 'DELETE', pathTemplate }];
const request = (parts: JsonObject = {}): JsonObject => ({
  method: 'DELETE',
  path_template: pathTemplate,
  path: '/projects/prod%2Feu/flags/7.json',
  query: 'force=true&env=a&env=b',
  body: { targets: [{ env: 'live' }, { env: 'test' }], count: 3 },
  ...parts,
});
const refuse: PolicyRule = { when: {}, decision: { policy: 'refuse' } };
const policyOf = (rule: Partial<PolicyRule>, roles: string[] = [], parts: JsonObject = {}) =>
  decide(
    { rules: [{ ...refuse, ...rule }], limits: {} },
    requestSubject(request(parts), operations),
    { roles, origins: [{ origin: 'user' }, { origin: 'read' }] },
  ).policy;

test.each([
  ['DELETE **', 'refuse'],
  ['DELETE /projects/*/flags/**', 'refuse'],
  ['tag:Flags', 'refuse'],
  ['deleteFlag', 'refuse'],
  ['shop_delete*', 'refuse'],
  ['* /projects/**', 'refuse'],
  ['POST **', 'preview'],
  ['tag:Projects', 'preview'],
])('%s means the operation: %s', (pattern, policy) => {
  expect(policyOf({ patterns: [pattern] })).toBe(policy);
});

describe('values', () => {
  test.each<[string, string | number | boolean, string]>([
    ['path.project', 'prod*', 'refuse'],
    ['path.project', 'prod', 'preview'],
    ['path.id', 7, 'refuse'],
    ['query.force', true, 'refuse'],
    ['query.env', 'b', 'refuse'],
    ['body.count', 3, 'refuse'],
    ['body.targets.env', 'live', 'refuse'],
    ['body.targets.env', 'else', 'preview'],
    ['body.targets', '*', 'preview'],
    ['body.constructor', '*', 'preview'],
    ['body', '*', 'preview'],
  ])('%s = %s: %s', (place, value, policy) => {
    expect(policyOf({ when: { [place]: [value] } })).toBe(policy);
  });

  test('a form is read as its fields', () => {
    const form = { body: 'env=live&x=1', content_type: 'application/x-www-form-urlencoded' };
    expect(policyOf({ when: { 'body.env': ['live'] } }, [], form)).toBe('refuse');
  });

  test('all places of a rule have to fit', () =>
    expect(policyOf({ when: { 'path.id': [7], 'query.force': [false] } })).toBe('preview'));
});

test.each([
  ['read', 'refuse'],
  ['none', 'preview'],
])('a rule may ask where values come from: %s', (origin, policy) => {
  expect(policyOf({ when: { origin: [origin] } })).toBe(policy);
});

test('roles narrow a rule, and the first rule that fits decides', () => {
  expect(policyOf({ roles: ['intern'] }, ['intern', 'reader'])).toBe('refuse');
  expect(policyOf({ roles: ['intern'] }, ['admin'])).toBe('preview');
  const rules: PolicyRule[] = [
    { when: {}, roles: ['admin'], decision: { policy: 'preview' } },
    { when: {}, decision: { policy: 'approver', role: 'lead' } },
  ];
  const subject = requestSubject(request(), operations);
  const of = (roles: string[]) => decide({ rules, limits: {} }, subject, { roles, origins: [] });
  const lead = { policy: 'approver', role: 'lead' };
  expect([of(['admin']), of([])]).toEqual([{ policy: 'preview' }, lead]);
});

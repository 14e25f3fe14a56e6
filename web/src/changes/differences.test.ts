import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ChangeData } from './change.js';
import { differencesIn, requestOf } from './differences.js';

const change = (fields: object): ChangeData => ({
  preview_id: 'p',
  description: '',
  expires_at: '',
  ...fields,
});

test('states before and after give every field that differs', () => {
  const before = { name: 'a', lines: [{ qty: 1 }] };
  const after = { name: 'a', lines: [{ qty: 2 }] };
  expect(differencesIn(change({ before, after }))).toEqual([
    { path: 'lines[0].qty', before: 1, after: 2 },
  ]);
});

test('operations are read with what stood there', () => {
  const before = { 'a/b': 1, lines: [{ qty: 1 }], old: true };
  const diff = [
    { op: 'replace', path: '/a~1b', value: 2 },
    { op: 'replace', path: '/lines/0/qty', value: 3 },
    { op: 'add', path: '/new', value: 'x' },
    { op: 'remove', path: '/old' },
  ];
  expect(differencesIn(change({ before, diff }))).toEqual([
    { path: 'a/b', before: 1, after: 2 },
    { path: 'lines.0.qty', before: 1, after: 3 },
    { path: 'new', before: undefined, after: 'x' },
    { path: 'old', before: true, after: undefined },
  ]);
});

test('a field of which nobody knows what is there now is not shown as new', () => {
  const before = { name: 'a' };
  const diff = [
    { op: 'replace', path: '/name', before: 'a', value: 'b' },
    { op: 'replace', path: '/pin', value: '••••••' },
  ];
  const after = { name: 'b', pin: '••••••' };
  expect(differencesIn(change({ before, after, diff }))).toEqual([
    { path: 'name', before: 'a', after: 'b' },
    { path: 'pin', before: undefined, after: '••••••', isUnknown: true },
  ]);
});

test('requests and calls are one line and their parts', () => {
  const request = {
    method: 'PUT',
    path: '/orders/17',
    path_template: '/orders/{id}',
    query: {},
    body: { status: 'shipped' },
  };
  expect(requestOf(change({ request }))).toEqual({
    line: 'PUT /orders/17',
    parts: [{ name: 'Body', value: { status: 'shipped' } }],
  });
  expect(requestOf(change({ call: { tool: 'create_issue', arguments: { title: 't' } } }))).toEqual({
    line: 'create_issue',
    parts: [{ name: 'Arguments', value: { title: 't' } }],
  });
  expect(requestOf(change({}))).toBeUndefined();
});

test('nothing that a server may send breaks either', () => {
  const any = fc.record({
    before: fc.jsonValue(),
    after: fc.jsonValue(),
    request: fc.jsonValue(),
    call: fc.jsonValue(),
    diff: fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())),
  });
  fc.assert(
    fc.property(any, (fields) => {
      differencesIn(change(fields));
      requestOf(change(fields));
    }),
    { seed: 13 },
  );
});

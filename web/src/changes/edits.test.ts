import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { editsIn, splitGuards, parseObject, differencesIn, requestOf } from './edits.js';
import type { ChangeData } from './change.js';

test.each<[string, unknown, unknown, string, unknown, unknown]>([
  ['a value', { a: { b: 1 } }, { a: { b: 2 } }, 'a.b', 1, 2],
  ['a key more', {}, { a: null }, 'a', undefined, null],
  ['a key less', { a: 0, b: 1 }, { b: 1 }, 'a', 0, undefined],
  ['another kind', { a: [1] }, { a: { 0: 1 } }, 'a', [1], { 0: 1 }],
  ['an item in the middle', { l: ['a', 'c'] }, { l: ['a', 'b', 'c'] }, 'l[1]', undefined, 'b'],
  ['an item less', ['a', 'b', 'c'], ['b', 'c'], '[0]', 'a', undefined],
  ['inside an item', { l: [{ x: 1, y: 1 }, 2] }, { l: [{ x: 1, y: 3 }, 2] }, 'l[0].y', 1, 3],
])('%s', (_what, one, other, path, before, after) =>
  expect(editsIn(one, other)).toEqual([{ path, before, after }]),
);

test('equal values have no edits, and different ones have some', () =>
  holds([fc.jsonValue(), fc.jsonValue()], { seed: -812305820 }, (one, other) => {
    expect(editsIn(one, structuredClone(one))).toEqual([]);
    const differ = JSON.stringify(sorted(one)) !== JSON.stringify(sorted(other));
    expect(editsIn(one, other).length > 0).toBe(differ);
  }));

/** The same value with its keys in order; objects and lists stay apart, also empty ones. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value === 0 ? 0 : value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { entries: entries.map(([key, item]) => [key, sorted(item)]) };
}

test('what guards a payload is not shown, and nothing else is lost', () => {
  const payload = { name: 'a', if_version: 3, config: { if_version: 1 } };
  expect(splitGuards(payload, ['if_version', 'etag'])).toEqual({
    shown: { name: 'a', config: { if_version: 1 } },
    guards: { if_version: 3 },
  });
  expect(splitGuards(payload)).toEqual({ shown: payload, guards: {} });
});

test('takes one JSON object and says why anything else is none', () => {
  expect(parseObject('{"a": [1]}')).toEqual({ value: { a: [1] } });
  expect(parseObject('[1]').problem).toContain('one JSON object');
  expect(parseObject('{"a": }').problem).toContain('such as {"name"');
});

const blank = { preview_id: 'p', description: '', expires_at: '' };
const change = (fields: object): ChangeData => ({ ...blank, ...fields });

test('states before and after give every field that differs', () => {
  const [before, after] = [1, 2].map((qty) => ({ name: 'a', lines: [{ qty }] }));
  const differ = { path: 'lines[0].qty', before: 1, after: 2 };
  expect(differencesIn(change({ before, after }))).toEqual([differ]);
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
  expect(differencesIn(change({ before, after: { name: 'b', pin: '••••••' }, diff }))).toEqual([
    { path: 'name', before: 'a', after: 'b' },
    { path: 'pin', before: undefined, after: '••••••', isUnknown: true },
  ]);
});

test('requests and calls are one line and their parts', () => {
  const body = { status: 'shipped' };
  const route = { method: 'PUT', path: '/orders/17', path_template: '/orders/{id}' };
  const parts = [{ name: 'Body', value: body }];
  const sent = requestOf(change({ request: { ...route, query: {}, body } }));
  expect(sent).toEqual({ line: 'PUT /orders/17', parts });
  const call = { tool: 'create_issue', arguments: { title: 't' } };
  const called = [{ name: 'Arguments', value: call.arguments }];
  expect(requestOf(change({ call }))).toEqual({ line: 'create_issue', parts: called });
  expect(requestOf(change({}))).toBeUndefined();
});

test('nothing that a server may send breaks either', async () => {
  const any = fc.record({
    before: fc.jsonValue(),
    after: fc.jsonValue(),
    request: fc.jsonValue(),
    call: fc.jsonValue(),
    diff: fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())),
  });
  await holds([any], { seed: 13 }, (fields) => {
    differencesIn(change(fields));
    requestOf(change(fields));
  });
});

import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import type { JsonObject } from '../../../foundation/json.js';
import { patchedValue, reversedPatch } from './json-patch.js';

const list = ['x', 'y'];
const before = { a: 1, list, deep: { 'b/c': null } };

test.each<[JsonObject[], unknown]>([
  [[{ op: 'add', path: '/new', value: [1] }], { ...before, new: [1] }],
  [[{ op: 'add', path: '/list/1', value: 'z' }], { ...before, list: ['x', 'z', 'y'] }],
  [[{ op: 'add', path: '/list/-', value: 'z' }], { ...before, list: ['x', 'y', 'z'] }],
  [[{ op: 'replace', path: '/deep/b~1c', value: 2 }], { ...before, deep: { 'b/c': 2 } }],
  [[{ op: 'remove', path: '/list/0' }], { ...before, list: ['y'] }],
  [[{ op: 'move', from: '/a', path: '/deep/a' }], { list, deep: { 'b/c': null, a: 1 } }],
  [[{ op: 'copy', from: '/a', path: '/list/0' }], { ...before, list: [1, 'x', 'y'] }],
  [[{ op: 'test', path: '/a', value: 1 }], before],
  [[{ op: 'replace', path: '', value: 7 }], 7],
])('%j', (patch, after) => {
  expect(patchedValue(before, patch)?.value).toEqual(after);
  expect(before).toEqual({ a: 1, list: ['x', 'y'], deep: { 'b/c': null } });
});

test.each<[unknown]>([
  [[{ op: 'test', path: '/a', value: 2 }]],
  [[{ op: 'replace', path: '/missing', value: 1 }]],
  [[{ op: 'remove', path: '/list/2' }]],
  [[{ op: 'add', path: '/list/4', value: 1 }]],
  [[{ op: 'add', path: '/list/01', value: 1 }]],
  [[{ op: 'add', path: '/nothing/there', value: 1 }]],
  [[{ op: 'add', path: '/__proto__', value: { x: 1 } }]],
  [[{ op: 'move', from: '/deep', path: '/deep/inner' }]],
  [[{ op: 'grow', path: '/a' }]],
  [[{ op: 'add', path: 'a', value: 1 }]],
  [['add']],
  [{ a: 1 }],
])('%j cannot be applied', (patch) => {
  expect(patchedValue(before, patch)).toBeUndefined();
  expect(reversedPatch(before, patch)).toBeUndefined();
});

test('each step is of what the one before it made, and a test is none', () => {
  const patch = [
    { op: 'test', path: '/a', value: 1 },
    { op: 'remove', path: '/list/0' },
    { op: 'remove', path: '/list/0' },
    { op: 'move', from: '/a', path: '/b' },
    { op: 'add', path: '/b', value: {} },
    { op: 'add', path: '/b/c', value: 2 },
  ];
  expect(patchedValue(before, patch)?.steps).toEqual([
    { op: 'remove', path: '/list/0', before: 'x' },
    { op: 'remove', path: '/list/0', before: 'y' },
    { op: 'remove', path: '/a', before: 1 },
    { op: 'add', path: '/b', value: 1 },
    { op: 'replace', path: '/b', before: 1, value: {} },
    { op: 'add', path: '/b/c', value: 2 },
  ]);
});

test('property: the reversed patch leads back', async () => {
  const value = fc.jsonValue({ maxDepth: 2 });
  const operation = fc.record({
    op: fc.constantFrom('add', 'replace', 'remove', 'move', 'copy'),
    path: fc.constantFrom('/a', '/list/0', '/list/-', '/deep', '/deep/b~1c', '/new', '/new/x'),
    from: fc.constantFrom('/a', '/list/1', '/deep', '/new'),
    value,
  });
  let reversed = 0;
  await holds([fc.array(operation, { maxLength: 6 })], { numRuns: 2000, seed: 6902 }, (patch) => {
    const after = patchedValue(before, patch);
    const back = reversedPatch(before, patch);
    if (after === undefined || back === undefined) return;
    reversed += 1;
    expect(patchedValue(after.value, back)?.value).toEqual(before);
  });
  expect(reversed).toBeGreaterThan(100);
});

test('copies of copies that double without end are not made', () => {
  const doubling = Array.from({ length: 400 }, (_, at) => ({
    op: 'copy',
    from: '',
    path: `/k${at}`,
  }));
  expect(patchedValue({ a: 'x' }, doubling)).toBeUndefined();
});

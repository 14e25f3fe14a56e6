import { applyOverlay } from './apply-overlay.js';
import { defaultDocumentLimits as limits } from './parse-text.js';

const shared = { a: 1 };
const paths = { '/a/{id}': { get: { tags: ['x'] }, put: {} }, '/b': { get: {} } };
const document = { paths, shared, again: shared };

const apply = (...actions: unknown[]) =>
  applyOverlay(document, JSON.stringify({ overlay: '1.0.0', actions }), limits);

test('objects are merged, lists continued, all else replaced, in the order of the actions', () => {
  const { document: whole, findings } = apply(
    { target: "$.paths['/a/{id}'].get", update: { tags: ['y'], summary: 'A' } },
    { target: '$.paths["/a/{id}"].get.tags', update: 'z' },
    { target: '$.paths.*.get', update: { deprecated: true } },
    { target: "$['paths']['/a/{id}'].put", remove: true },
    { target: "$.paths['/a/{id}'].get.tags[0]", update: 'first' },
    { target: '$.shared', update: { a: 2 } },
  );
  expect(findings).toEqual([]);
  const get = { tags: ['first', 'y', 'z'], summary: 'A', deprecated: true };
  expect(whole).toEqual({
    paths: { '/a/{id}': { get }, '/b': { get: { deprecated: true } } },
    shared: { a: 2 },
    again: { a: 1 },
  });
  expect(document.paths['/a/{id}'].get.tags).toEqual(['x']);
});

test('what selects nothing is told, and a name of JavaScript is a name', () => {
  const { document: whole, findings } = apply(
    { target: '$.paths.constructor', update: { a: 1 } },
    { target: '$', update: JSON.parse('{"__proto__": {"polluted": true}}') },
  );
  const message = 'Action 1 of the overlay ($.paths.constructor) selects nothing.';
  expect(findings).toEqual([{ level: 'warning', message }]);
  expect(Object.keys(whole)).toContain('__proto__');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test.each([
  { target: '$.paths[?(@.get)]', remove: true },
  { target: '$..get', remove: true },
  { target: 'paths', remove: true },
  { target: '$.paths' },
])('refuses what it does not understand: %j', (action) => {
  expect(() => apply(action)).toThrow(/Action 1 .*paths.*not understood.*no filters|get/);
  expect(() => applyOverlay(document, '{"actions": []}', limits)).toThrow(/needs overlay: 1\.0/);
});

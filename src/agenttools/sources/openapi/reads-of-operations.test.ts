import { atOnce } from '../../../foundation/turns.js';
import type { Operation } from './operation.js';
import { operationsOfTarget, readsOfOperations } from './reads-of-operations.js';

type Declared = Pick<Operation, 'method' | 'pathTemplate' | 'reads' | 'rules'>;
const readsOf = (operations: Parameters<typeof operationsOfTarget<Declared>>[0]) =>
  readsOfOperations(atOnce(operationsOfTarget(operations)));

const isRead = readsOf([
  { method: 'POST', pathTemplate: '/flags/{id}', reads: false },
  { method: 'POST', pathTemplate: '/flags/search', reads: true },
  { method: 'POST', pathTemplate: '/reports/{name}.json/', reads: true },
  { method: 'POST', pathTemplate: '/{a}/query', reads: true },
  { method: 'POST', pathTemplate: '/jobs/{b}', reads: false },
  { method: 'PUT', pathTemplate: '/same/{a}', reads: true },
  { method: 'PUT', pathTemplate: '/same/{b}', reads: false },
]);
const read = (method: string, path: string) =>
  isRead({ method, segments: path.slice(1).split('/'), query: new URLSearchParams() });

describe('a request to the operations of a document', () => {
  test.each([
    ['GET', '/anything', true],
    ['HEAD', '/anything', true],
    ['POST', '/flags/search', true],
    ['POST', '/flags/7', false],
    ['POST', '/reports/day.json/', true],
    ['POST', '/reports/day.json', false],
    ['POST', '/reports/day.xml/', false],
    ['POST', '/logs/query', true],
    ['PUT', '/flags/search', false],
    ['DELETE', '/flags/search', false],
    ['POST', '/unknown', false],
  ])('%s %s reads: %s', (method, path, expected) => expect(read(method, path)).toBe(expected));

  test('is no read where templates that fit alike say different things', () =>
    expect([read('POST', '/jobs/query'), read('PUT', '/same/1')]).toEqual([false, false]));
});

test('a query in the key of a path tells its operation from that of the path alone', () => {
  const isRead = readsOf([
    { method: 'POST', pathTemplate: '/pages/{id}', reads: false },
    { method: 'POST', pathTemplate: '/pages/{id}?mode=look#x', reads: true },
    { method: 'POST', pathTemplate: '/{a}/{b}?mode=find&deep=1', reads: true },
    { method: 'QUERY', pathTemplate: '/pages', reads: false },
  ]);
  const reads = (query: string, method = 'POST') =>
    isRead({ method, segments: ['pages', '1'], query: new URLSearchParams(query) });
  expect(reads('mode=look&x=1')).toBe(true);
  for (const query of ['', 'mode=edit', 'mode=look&mode=edit', 'mode=find&deep=1'])
    expect([query, reads(query)]).toEqual([query, false]);
  expect(reads('', 'QUERY')).toBe(true);
});

test('a dry run reads where the parameter is named, once and with the value that makes it one', () => {
  const dryRun = { parameter: 'dryRun', value: 'All' };
  const other = { action: 'create' as const, secrets: [] };
  const rules = { ...other, dryRun: { ...dryRun, declared: true as const } };
  const isRead = readsOf([
    { method: 'POST', pathTemplate: '/pods', reads: false, rules },
    { method: 'POST', pathTemplate: '/nodes', reads: false },
    { method: 'POST', pathTemplate: '/jobs', reads: false, rules: { ...other, dryRun } },
  ]);
  const reads = (path: string, query: string) =>
    isRead({ method: 'POST', segments: [path], query: new URLSearchParams(query) });
  expect([reads('pods', 'dryRun=All'), reads('pods', 'x=1&dryRun=All')]).toEqual([true, true]);
  for (const query of ['', 'dryRun=', 'dryRun=all', 'DryRun=All', 'dryRun=All&dryRun=None'])
    expect([query, reads('pods', query)]).toEqual([query, false]);
  expect(reads('nodes', 'dryRun=All')).toBe(false);
  // By the operator's word alone it is sent with an accepted change only.
  expect(reads('jobs', 'dryRun=All')).toBe(false);
});

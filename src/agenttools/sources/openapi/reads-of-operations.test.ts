import { describe, expect, test } from '@jest/globals';
import { readsOfOperations } from './reads-of-operations.js';

const isRead = readsOfOperations([
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
  ])('%s %s reads: %s', (method, path, expected) => {
    expect(read(method, path)).toBe(expected);
  });

  test('is no read where templates that fit alike say different things', () => {
    expect(read('POST', '/jobs/query')).toBe(false);
    expect(read('PUT', '/same/1')).toBe(false);
  });
});

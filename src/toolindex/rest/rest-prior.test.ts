import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IndexedDocument } from '../document.js';
import { restFacts } from './rest-facts.js';
import { RestPrior, restRequest } from './rest-prior.js';

const operation = (method: string, path: string): IndexedDocument => {
  const rest = restFacts({ method, path });
  return { name: `${method} ${path}`, text: '', ...(rest && { rest }) };
};
const plain: IndexedDocument = { name: 'clock', text: '' };

/** The names by rank for a message, all scored alike unless said. */
const ranked = (
  documents: readonly IndexedDocument[],
  message: string,
  { before = [], given = 0, scores }: { before?: string[]; given?: number; scores?: number[] } = {},
): string[] => {
  const ranks = RestPrior.of(documents)!.ranks(
    scores ?? documents.map(() => 0.5),
    restRequest(message, before, given),
  );
  return documents
    .map(({ name }, row) => ({ name, rank: ranks[row]! }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ name }) => name);
};

describe('restFacts', () => {
  it('reads action, resource and identifiers', () => {
    expect(restFacts({ method: 'put', path: '/repos/{owner}/{repo}/labels/' })).toEqual({
      action: 'change',
      resource: 'repos/labels',
      ids: 2,
    });
  });

  it('knows nothing of other methods or without a path', () => {
    expect(restFacts({ method: 'TRACE', path: '/' })).toBeUndefined();
    expect(restFacts({ method: 'GET' })).toBeUndefined();
  });
});

describe('RestPrior', () => {
  const one = ['GET', 'POST', 'PATCH', 'DELETE'].map((method) => operation(method, '/labels'));

  it.each([
    ['who uses these labels?', 'GET'],
    ['adding a label', 'POST'],
    ['rename the label', 'PATCH'],
    ['kill this label', 'DELETE'],
    ['Lösche das Label', 'DELETE'],
    ['¿Cuáles son las etiquetas?', 'GET'],
    ['supprime cette étiquette', 'DELETE'],
  ])('%j asks for %s', (message, method) => {
    expect(ranked(one, message)[0]).toBe(`${method} /labels`);
  });

  it('never outweighs a clearly better score', () => {
    const scores = [0.6, 0.5, 0.5, 0.5];
    expect(ranked(one, 'delete the label', { scores })[0]).toBe('GET /labels');
  });

  it('puts operations back whose identifiers nobody names', () => {
    const both = [operation('GET', '/orgs/{org}/teams/{team}/members'), operation('GET', '/teams')];
    expect(ranked(both, 'see members')[0]).toBe('GET /teams');
    const scores = [0.52, 0.5];
    const first = (options: object) => ranked(both, 'see members', { scores, ...options })[0];
    expect(first({})).toBe('GET /teams');
    expect(first({ before: ['I speak of team-12'] })).toBe(both[0]!.name);
    expect(first({ given: 1 })).toBe(both[0]!.name);
  });

  it('prefers operations in good company', () => {
    const documents = [operation('GET', '/a'), operation('GET', '/b'), operation('POST', '/b')];
    expect(ranked(documents, '', { scores: [0.505, 0.5, 0.6] })).toEqual([
      'POST /b',
      'GET /b',
      'GET /a',
    ]);
  });

  it('leaves tools alone that are no operations, and is absent where there is none', () => {
    const ranks = RestPrior.of([plain, ...one])!.ranks(
      [0.3, 0.4, 0.4, 0.4, 0.4],
      restRequest('delete it', [], 0),
    );
    expect(ranks[0]).toBe(0.3);
    expect(RestPrior.of([plain])).toBeUndefined();
  });

  it('moves no rank by more than its parts together, and keeps no state', () => {
    const paths = fc.constantFrom('/a', '/a/{x}', '/b/{x}/{y}', '/b');
    const methods = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE');
    const rows = fc.array(fc.tuple(methods, paths, fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(rows, fc.string(), (all, message) => {
        const prior = RestPrior.of(all.map(([method, path]) => operation(method, path)))!;
        const scores = all.map(([, , score]) => score);
        const request = restRequest(message, [], 0);
        const ranks = prior.ranks(scores, request);
        expect(prior.ranks(scores, request)).toEqual(ranks);
        ranks.forEach((rank, row) => {
          expect(Math.abs(rank - scores[row]!)).toBeLessThanOrEqual(0.2 + 0.04 + 1e-9);
        });
      }),
      { seed: 7 },
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IndexedDocument } from '../document.js';
import { earlierRows } from '../earlier-rows.js';
import { restFacts } from './rest-facts.js';
import { RestPrior, restRequest } from './rest-prior.js';

const operation = (method: string, path: string): IndexedDocument => {
  const rest = restFacts({ method, path });
  return { name: `${method} ${path}`, text: '', ...(rest && { rest }) };
};
const plain: IndexedDocument = { name: 'clock', text: '' };

const request = (message: string, before: readonly string[] = [], given = 0) =>
  restRequest(
    [...before.map((text) => ({ text, weight: 0.5 })), { text: message, weight: 1 }],
    given,
  );

/** The names by rank for a message, all scored alike unless said. */
const ranked = async (
  documents: readonly IndexedDocument[],
  message: string,
  { before = [], given = 0, scores }: { before?: string[]; given?: number; scores?: number[] } = {},
): Promise<string[]> => {
  const prior = await RestPrior.of(documents);
  const ranks = prior!.ranks(scores ?? documents.map(() => 0.5), request(message, before, given));
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
  ])('%j asks for %s', async (message, method) => {
    expect((await ranked(one, message))[0]).toBe(`${method} /labels`);
  });

  it('never outweighs a clearly better score', async () => {
    const scores = [0.6, 0.5, 0.5, 0.5];
    expect((await ranked(one, 'delete the label', { scores }))[0]).toBe('GET /labels');
  });

  it('puts operations back whose identifiers nobody names', async () => {
    const both = [operation('GET', '/orgs/{org}/teams/{team}/members'), operation('GET', '/teams')];
    expect((await ranked(both, 'see members'))[0]).toBe('GET /teams');
    const scores = [0.52, 0.5];
    const first = async (options: object) =>
      (await ranked(both, 'see members', { scores, ...options }))[0];
    expect(await first({})).toBe('GET /teams');
    expect(await first({ before: ['I speak of team-12'] })).toBe(both[0]!.name);
    expect(await first({ given: 1 })).toBe(both[0]!.name);
  });

  it('prefers operations in good company', async () => {
    const documents = [operation('GET', '/a'), operation('GET', '/b'), operation('POST', '/b')];
    expect(await ranked(documents, '', { scores: [0.505, 0.5, 0.6] })).toEqual([
      'POST /b',
      'GET /b',
      'GET /a',
    ]);
  });

  it('leaves tools alone that are no operations, and is absent where there is none', async () => {
    const prior = await RestPrior.of([plain, ...one]);
    const ranks = prior!.ranks([0.3, 0.4, 0.4, 0.4, 0.4], request('delete it'));
    expect(ranks[0]).toBe(0.3);
    expect(await RestPrior.of([plain])).toBeUndefined();
  });

  it('prefers what says the very words, function words too, among all tools', async () => {
    const who = { ...operation('GET', '/user'), text: 'get_user — The profile | who am i' };
    const users = { ...operation('GET', '/users'), text: 'list_users — All profiles' };
    const clock = { ...plain, text: 'clock — what time it is' };
    const documents = [users, who, clock];
    expect((await ranked(documents, 'who am I?'))[0]).toBe(who.name);
    expect((await ranked(documents, 'what time is it?'))[0]).toBe('clock');
    const renamed = { ...who, text: 'get_user — Nothing of that kind' };
    const from = await RestPrior.of(documents);
    const texts = request('who am I?');
    const changed = [clock, renamed, users];
    const rows = await earlierRows(documents, changed);
    const later = await RestPrior.of(changed, { earlier: from && { from, rows } });
    const fresh = await RestPrior.of(changed);
    expect(later!.ranks([0, 0, 0], texts)).toEqual(fresh!.ranks([0, 0, 0], texts));
  });

  it('moves no rank by more than its parts together, and keeps no state', async () => {
    const paths = fc.constantFrom('/a', '/a/{x}', '/b/{x}/{y}', '/b');
    const methods = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE');
    const rows = fc.array(fc.tuple(methods, paths, fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(rows, fc.string(), async (all, message) => {
        const prior = (await RestPrior.of(all.map(([method, path]) => operation(method, path))))!;
        const scores = all.map(([, , score]) => score);
        const asked = request(message);
        const ranks = prior.ranks(scores, asked);
        expect(prior.ranks(scores, asked)).toEqual(ranks);
        ranks.forEach((rank, row) => {
          expect(Math.abs(rank - scores[row]!)).toBeLessThanOrEqual(0.2 + 0.2 + 0.04 + 1e-9);
        });
      }),
      { seed: 7 },
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toolDocument } from './document.js';
import { earlierRows } from './earlier-rows.js';
import { Prerequisites } from './prerequisites.js';

interface Described {
  description?: string;
  required?: Record<string, string>;
}

/** `get_reviews` that requires `movie_id`, and what stands around it. */
const documentOf = (name: string, { description = '', required = {} }: Described = {}) =>
  toolDocument({
    name,
    description,
    examples: [],
    inputSchema: {
      properties: Object.fromEntries(
        Object.entries(required).map(([input, text]) => [input, { description: text }]),
      ),
      required: Object.keys(required),
    },
  });

const reviews = documentOf('get_reviews', { required: { movie_id: '' } });

const NO_SCORES: Readonly<Record<string, number | undefined>> = {};

/** The names of what must come before the first document; all score 0 unless said. */
const before = async (
  documents: ReturnType<typeof documentOf>[],
  { identified = false, scores = NO_SCORES } = {},
) => {
  const prerequisites = await Prerequisites.of(documents);
  const scoreOf = (row: number) => {
    const name = documents[row]!.name;
    return name in scores ? scores[name] : 0;
  };
  return prerequisites.of(0, identified, scoreOf).map((row) => documents[row]!.name);
};

describe('Prerequisites', () => {
  it('finds the tool that is named after the thing an input identifies', async () => {
    const others = [documentOf('searchMovies'), documentOf('search_people')];
    expect(await before([reviews, ...others])).toEqual(['searchMovies']);
  });

  it('takes one whose description speaks of it only where none is named so', async () => {
    const general = documentOf('search', { description: 'Searches movies, people and shows.' });
    expect(await before([reviews, general])).toEqual(['search']);
    const both = [reviews, general, documentOf('find_movie')];
    expect(await before(both, { scores: { search: 1 } })).toEqual(['find_movie']);
  });

  it('lifts nothing general where a tool lists the thing, and a named finder all the same', async () => {
    const general = documentOf('search', { description: 'Searches movies, people and shows.' });
    const list = documentOf('list_movies');
    expect(await before([reviews, general, list])).toEqual([]);
    expect(await before([reviews, general, list, documentOf('find_movie')])).toEqual([
      'find_movie',
    ]);
    const ofHall = documentOf('list_movies_of_hall', { required: { hall_id: '' } });
    expect(await before([reviews, general, ofHall])).toEqual(['search']);
  });

  it('takes the one that fits the message best among equals', async () => {
    const both = [reviews, documentOf('find_movie'), documentOf('search_movies')];
    expect(await before(both, { scores: { find_movie: 0.1 } })).toEqual(['find_movie']);
    expect(await before(both, { scores: { search_movies: 0.1 } })).toEqual(['search_movies']);
  });

  it.each([
    ['one that needs the same input', documentOf('find_movie', { required: { movie_id: '' } })],
    ['one that changes the thing', documentOf('delete_movie')],
    ['one for another thing', documentOf('find_person')],
  ])('passes over %s', async (_, other) => {
    expect(await before([reviews, other])).toEqual([]);
  });

  it('passes over tools that are not allowed', async () => {
    const scores = { find_movie: undefined };
    expect(await before([reviews, documentOf('find_movie')], { scores })).toEqual([]);
  });

  it('asks for nothing that the message names itself, but for a token always', async () => {
    const required = { movie_id: '', token: '' };
    const documents = [
      documentOf('rate_movie', { required }),
      documentOf('find_movie'),
      documentOf('GetUserToken'),
    ];
    expect(await before(documents)).toEqual(['find_movie', 'GetUserToken']);
    expect(await before(documents, { identified: true })).toEqual(['GetUserToken']);
  });

  it('reads what a bare id identifies from its description and the name', async () => {
    const required = { id: 'The identifier of the album.' };
    const documents = [
      documentOf('get_album_tracks', { required }),
      documentOf('search_tracks'),
      documentOf('search_albums'),
    ];
    expect(await before(documents)).toEqual(['search_albums']);
  });

  it('needs nothing where no identifier is required', async () => {
    const required = { city: 'The name of the city', idea: '' };
    const documents = [documentOf('get_weather', { required }), documentOf('find_city')];
    expect(await before(documents)).toEqual([]);
  });

  it('never names the tool itself and never one without a score', async () => {
    const words = fc.constantFrom('find', 'get', 'movie', 'user', 'token', 'search', 'id');
    const name = fc.array(words, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('_'));
    const tool = fc.record({ name, inputs: fc.uniqueArray(name, { maxLength: 3 }) });
    const tools = fc.uniqueArray(tool, { selector: (one) => one.name, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(tools, fc.boolean(), async (all, identified) => {
        const prerequisites = await Prerequisites.of(
          all.map(({ name: of, inputs }) =>
            documentOf(of, { required: Object.fromEntries(inputs.map((input) => [input, ''])) }),
          ),
        );
        all.forEach((_, row) => {
          const scored = (other: number) => (other % 2 === 0 ? other : undefined);
          for (const giver of prerequisites.of(row, identified, scored)) {
            expect(giver).not.toBe(row);
            expect(giver % 2).toBe(0);
          }
        });
      }),
    );
  });

  it('are the same when what earlier ones know is taken over', async () => {
    const changed = documentOf('search_movies', { description: 'now about books' });
    const films = documentOf('find_film', { description: 'Looks for a movie' });
    const search = documentOf('search_movies');
    const catalogues = [
      [reviews, search],
      [films, reviews, search],
      [films, changed, reviews],
    ];
    let from = await Prerequisites.of([]);
    for (const [i, documents] of catalogues.entries()) {
      const rows = await earlierRows(catalogues[i - 1] ?? [], documents);
      const earlier = await Prerequisites.of(documents, { earlier: { from, rows } });
      from = earlier;
      const fresh = await Prerequisites.of(documents);
      const row = documents.indexOf(reviews);
      expect(earlier.of(row, false, () => 0)).toEqual(fresh.of(row, false, () => 0));
      expect(fresh.of(row, false, () => 0)).toHaveLength(1);
    }
  });
});

import { isObject, type JsonObject, asObject, asList } from '../../../foundation/json.js';
import {
  askService,
  numberOf,
  objectsIn,
  textOf,
  webAddressOf,
  type OutsideService,
  type OutsideSource,
} from './outside-service.js';

interface WorkQuestion {
  query: string;
  fromYear?: number;
  limit: number;
}

const FIELDS =
  'id,doi,display_name,publication_year,cited_by_count,authorships,primary_location,abstract_inverted_index';
const ABSTRACT_CHARS = 1_000;
const MAX_AUTHORS = 5;
const MAX_WORDS = 5_000;

/** OpenAlex (https://docs.openalex.org/api-entities/works/search-works): abstracts are words with their places. */
export function createOpenAlex({ baseUrl, apiKey }: OutsideService): OutsideSource<WorkQuestion> {
  return async ({ query, fromYear, limit }, signal) => {
    const answer = await askService({
      service: 'OpenAlex',
      url: `${baseUrl}/works`,
      query: {
        search: query,
        'per-page': limit,
        select: FIELDS,
        api_key: apiKey,
        filter: fromYear === undefined ? undefined : `from_publication_date:${fromYear}-01-01`,
      },
      key: apiKey,
      signal,
    });
    const { meta } = answer;
    return {
      total: numberOf(isObject(meta) ? meta['count'] : undefined),
      items: objectsIn(answer['results']).slice(0, limit).map(toWork),
    };
  };
}

function toWork(work: JsonObject): JsonObject {
  const place = asObject(work['primary_location']);
  const journal = isObject(place['source']) ? place['source']['display_name'] : undefined;
  const authors = objectsIn(work['authorships'])
    .map(({ author }) => (isObject(author) ? textOf(author['display_name'], 80) : undefined))
    .filter((name) => name !== undefined);
  return {
    title: textOf(work['display_name']),
    authors: authors.slice(0, MAX_AUTHORS),
    more_authors: authors.length > MAX_AUTHORS ? authors.length - MAX_AUTHORS : undefined,
    year: numberOf(work['publication_year']),
    published_in: textOf(journal, 120),
    cited_by: numberOf(work['cited_by_count']),
    abstract: textOf(abstractOf(work['abstract_inverted_index']), ABSTRACT_CHARS),
    url:
      webAddressOf(work['doi']) ??
      webAddressOf(place['landing_page_url']) ??
      webAddressOf(work['id']),
  };
}

/** The text of `{word: [places]}`; undefined where there is none. Places that cannot be are left out. */
export function abstractOf(index: unknown): string | undefined {
  if (!isObject(index)) return undefined;
  const words: string[] = [];
  for (const [word, places] of Object.entries(index)) {
    for (const place of asList(places)) {
      if (Number.isInteger(place) && (place as number) >= 0 && (place as number) < MAX_WORDS) {
        words[place as number] = word;
      }
    }
  }
  const text = words.filter((word) => word !== undefined).join(' ');
  return text === '' ? undefined : text;
}

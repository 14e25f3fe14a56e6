import type { JsonObject } from '../../../foundation/json.js';
import {
  askService,
  objectsIn,
  textOf,
  numberOf,
  webAddressOf,
  type OutsideService,
  type OutsideSource,
} from './outside-service.js';

/** What is asked of the publications of the United States. */
interface PublicationQuestion {
  query: string;
  /** GovInfo's code of a collection, e.g. `USCODE`. */
  collection?: string;
  /** Where an earlier part ended; absent: the first part. */
  mark?: string;
  limit: number;
}

const SITE = 'https://www.govinfo.gov/app/details/';

/**
 * GovInfo's search (https://www.govinfo.gov/features/search-service-overview): `POST /search` with `{query,
 * pageSize, offsetMark, sorts}`, key in `X-Api-Key`, answers `{count, offsetMark, results}`. The first part
 * is asked for with the mark `*`, the next one with the mark of the answer.
 */
export function createGovInfo({
  baseUrl,
  apiKey,
}: OutsideService): OutsideSource<PublicationQuestion> {
  return async ({ query, collection, mark = '*', limit }, signal) => {
    const answer = await askService({
      service: 'GovInfo',
      url: `${baseUrl}/search`,
      ...(apiKey === undefined ? {} : { headers: { 'x-api-key': apiKey }, secrets: [apiKey] }),
      body: {
        query: collection === undefined ? query : `${query} collection:(${collection})`,
        pageSize: String(limit),
        offsetMark: mark,
        sorts: [{ field: 'score', sortOrder: 'DESC' }],
      },
      signal,
    });
    const items = objectsIn(answer['results']).slice(0, limit).map(toPublication);
    const next = answer['offsetMark'];
    const isMore = typeof next === 'string' && next !== mark && items.length === limit;
    return {
      total: numberOf(answer['count']),
      items,
      nextMark: isMore ? next : undefined,
    };
  };
}

function toPublication(result: JsonObject): JsonObject {
  const authors = result['governmentAuthor'];
  const ids = [result['packageId'], result['granuleId']].filter((id) => typeof id === 'string');
  return {
    title: textOf(result['title']),
    collection: textOf(result['collectionCode'], 20),
    date_issued: textOf(result['dateIssued'], 20),
    authors: Array.isArray(authors)
      ? (authors as unknown[]).map((one) => textOf(one, 80)).filter((one) => one !== undefined)
      : undefined,
    package_id: textOf(result['packageId'], 120),
    granule_id: textOf(result['granuleId'], 120),
    url: ids.length === 0 ? undefined : webAddressOf(ids.map(encodeURIComponent).join('/'), SITE),
  };
}

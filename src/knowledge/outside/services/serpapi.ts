import { isObject, type JsonObject } from '../../../foundation/json.js';
import {
  askService,
  serviceFailed,
  type ServiceCall,
  objectsIn,
  textOf,
  numberOf,
  webAddressOf,
  type OutsideService,
  type OutsideSource,
} from './outside-service.js';

interface WebQuestion {
  query: string;
  limit: number;
}

/**
 * SerpApi's Google search (https://serpapi.com/search-api): `GET /search.json?engine=google&q&api_key` answers
 * `{search_metadata: {status}, organic_results}`. When nothing is found the status is `Success` all the same,
 * and a top-level `error` says so.
 */
export function createSerpApi({ baseUrl, apiKey }: OutsideService): OutsideSource<WebQuestion> {
  return async ({ query, limit }, signal) => {
    const call: ServiceCall = {
      service: 'SerpAPI',
      url: `${baseUrl}/search.json`,
      query: { engine: 'google', q: query, api_key: apiKey },
      secrets: apiKey === undefined ? undefined : [apiKey],
      signal,
    };
    const answer = await askService(call);
    const { search_metadata: metadata, error: reason } = answer;
    if (isObject(metadata) && metadata['status'] === 'Success') return found(answer, limit);
    throw serviceFailed(call, typeof reason === 'string' ? reason : 'its search did not succeed');
  };
}

function found({ search_information: information, ...answer }: JsonObject, limit: number) {
  const items = objectsIn(answer['organic_results']).slice(0, limit).map(toPage);
  const total = isObject(information) ? information['total_results'] : undefined;
  return { total: numberOf(items.length === 0 ? 0 : total), items };
}

function toPage(result: JsonObject): JsonObject {
  return {
    title: textOf(result['title'], 200),
    url: webAddressOf(result['link']),
    snippet: textOf(result['snippet']),
    date: textOf(result['date'], 40),
    source: textOf(result['source'], 80),
  };
}

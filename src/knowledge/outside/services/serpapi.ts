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

/** SerpApi (https://serpapi.com/search-api): nothing found is `Success` with a top-level `error` that says so. */
export function createSerpApi({ baseUrl, apiKey }: OutsideService): OutsideSource<WebQuestion> {
  return async ({ query, limit }, signal) => {
    const call: ServiceCall = {
      service: 'SerpAPI',
      url: `${baseUrl}/search.json`,
      query: { engine: 'google', q: query, api_key: apiKey },
      key: apiKey,
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

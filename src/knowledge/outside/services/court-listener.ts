import type { JsonObject } from '../../../foundation/json.js';
import {
  askService,
  numberOf,
  objectsIn,
  textOf,
  webAddressOf,
  type OutsideService,
  type OutsideSource,
} from './outside-service.js';

/** What is asked of court opinions; dates as `2024-01-31`. */
interface OpinionQuestion {
  query: string;
  /** CourtListener's id of a court, e.g. `scotus`. */
  court?: string;
  filedAfter?: string;
  filedBefore?: string;
  limit: number;
}

const SITE = 'https://www.courtlistener.com';

/**
 * CourtListener's search of opinions (https://www.courtlistener.com/help/api/rest/v4/search/):
 * `GET /api/rest/v4/search/?type=o&q=` with `Authorization: Token …` answers `{count, next, previous,
 * results}`, 20 at a time. Works without a key too, a few times a minute.
 */
export function createCourtListener({
  baseUrl,
  apiKey,
}: OutsideService): OutsideSource<OpinionQuestion> {
  return async ({ query, court, filedAfter, filedBefore, limit }, signal) => {
    const answer = await askService({
      service: 'CourtListener',
      url: `${baseUrl}/api/rest/v4/search/`,
      query: {
        type: 'o',
        q: query,
        order_by: 'score desc',
        court,
        filed_after: filedAfter,
        filed_before: filedBefore,
      },
      ...(apiKey === undefined
        ? {}
        : { headers: { authorization: `Token ${apiKey}` }, secrets: [apiKey] }),
      signal,
    });
    const items = objectsIn(answer['results']).slice(0, limit).map(toOpinion);
    return { total: numberOf(answer['count']), items };
  };
}

function toOpinion(result: JsonObject): JsonObject {
  const citations = Array.isArray(result['citation']) ? (result['citation'] as unknown[]) : [];
  const [opinion] = objectsIn(result['opinions']);
  return {
    case_name: textOf(result['caseName']),
    court: textOf(result['court']),
    date_filed: textOf(result['dateFiled']),
    docket_number: textOf(result['docketNumber']),
    citations: citations.map((one) => textOf(one, 80)).filter((one) => one !== undefined),
    cited_by: numberOf(result['citeCount']),
    judge: textOf(result['judge'], 120),
    snippet: textOf(opinion?.['snippet'] ?? result['snippet']),
    cluster_id: numberOf(result['cluster_id']),
    url: webAddressOf(result['absolute_url'], SITE),
  };
}

import { defined } from '../../../foundation/defined.js';
import { type JsonObject, isObject, asList } from '../../../foundation/json.js';
import {
  askService,
  numberOf,
  objectsIn,
  textOf,
  webAddressOf,
  type OutsideService,
  type OutsideSource,
  serviceFailed,
  type ServiceCall,
} from './outside-service.js';

interface OpinionQuestion {
  query: string;
  /** CourtListener's id of a court, e.g. `scotus`. */
  court?: string;
  filedAfter?: string;
  filedBefore?: string;
  limit: number;
}

const SITE = 'https://www.courtlistener.com';

/** CourtListener's opinions (https://www.courtlistener.com/help/api/rest/v4/search/); without a key a few times a minute. */
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
      headers: defined({ authorization: apiKey && `Token ${apiKey}` }),
      key: apiKey,
      signal,
    });
    const items = objectsIn(answer['results']).slice(0, limit).map(toOpinion);
    return { total: numberOf(answer['count']), items };
  };
}

function toOpinion(result: JsonObject): JsonObject {
  const [opinion] = objectsIn(result['opinions']);
  return {
    case_name: textOf(result['caseName']),
    court: textOf(result['court']),
    date_filed: textOf(result['dateFiled']),
    docket_number: textOf(result['docketNumber']),
    citations: asList(result['citation'])
      .map((one) => textOf(one, 80))
      .filter((one) => one !== undefined),
    cited_by: numberOf(result['citeCount']),
    judge: textOf(result['judge'], 120),
    snippet: textOf(opinion?.['snippet'] ?? result['snippet']),
    cluster_id: numberOf(result['cluster_id']),
    url: webAddressOf(result['absolute_url'], SITE),
  };
}

interface PublicationQuestion {
  query: string;
  /** GovInfo's code of a collection, e.g. `USCODE`. */
  collection?: string;
  mark?: string;
  limit: number;
}

const GOVINFO_SITE = 'https://www.govinfo.gov/app/details/';

/** GovInfo (https://www.govinfo.gov/features/search-service-overview): an answer's mark asks for the next part. */
export function createGovInfo({
  baseUrl,
  apiKey,
}: OutsideService): OutsideSource<PublicationQuestion> {
  return async ({ query, collection, mark = '*', limit }, signal) => {
    const answer = await askService({
      service: 'GovInfo',
      url: `${baseUrl}/search`,
      headers: defined({ 'x-api-key': apiKey }),
      key: apiKey,
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
    return { total: numberOf(answer['count']), items, nextMark: isMore ? next : undefined };
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
    url:
      ids.length === 0
        ? undefined
        : webAddressOf(ids.map(encodeURIComponent).join('/'), GOVINFO_SITE),
  };
}

interface BillQuestion {
  query: string;
  /** Two capital letters, `US` for the Congress, `ALL` for all. */
  state: string;
  year?: number;
  limit: number;
}

/** LegiScan (https://legiscan.com/gaits/documentation/legiscan): results are an object's; refusals have status 200. */
export function createLegiScan({ baseUrl, apiKey }: OutsideService): OutsideSource<BillQuestion> {
  return async ({ query, state, year, limit }, signal) => {
    const call: ServiceCall = {
      service: 'LegiScan',
      url: `${baseUrl}/`,
      query: { key: apiKey, op: 'getSearch', state, query, year },
      key: apiKey,
      signal,
    };
    const { status, searchresult: result, alert } = await askService(call);
    if (status === 'OK' && isObject(result)) return found(result, limit);
    const reason = isObject(alert) ? alert['message'] : undefined;
    throw serviceFailed(call, `it answered: ${typeof reason === 'string' ? reason : 'no result'}`);
  };
}

function found({ summary, ...numbered }: JsonObject, limit: number) {
  // The keys are numbers, so that they come in their order; anything else beside them is no bill.
  const bills = Object.values(numbered).filter(isObject).slice(0, limit);
  return {
    total: numberOf(isObject(summary) ? summary['count'] : undefined),
    items: bills.map(toBill),
  };
}

function toBill(bill: JsonObject): JsonObject {
  return {
    state: textOf(bill['state'], 10),
    bill_number: textOf(bill['bill_number'], 40),
    title: textOf(bill['title']),
    last_action: textOf(bill['last_action'], 200),
    last_action_date: textOf(bill['last_action_date'], 20),
    relevance: numberOf(bill['relevance']),
    bill_id: numberOf(bill['bill_id']),
    url: webAddressOf(bill['url']),
    text_url: webAddressOf(bill['text_url']),
  };
}

import { isObject, type JsonObject } from '../../../foundation/json.js';
import {
  askService,
  serviceFailed,
  type ServiceCall,
  numberOf,
  textOf,
  webAddressOf,
  type OutsideService,
  type OutsideSource,
} from './outside-service.js';

/** What is asked of the bills and acts of a state. */
interface BillQuestion {
  query: string;
  /** Two capital letters, `US` for the Congress, `ALL` for all. */
  state: string;
  /** Of the session; absent: the current ones. */
  year?: number;
  limit: number;
}

/**
 * LegiScan's full text search (https://legiscan.com/gaits/documentation/legiscan): `GET
 * /?key&op=getSearch&state&query` answers `{status: "OK", searchresult: {summary, "0": {…}, "1": {…}}}`, an
 * object and no list; a refusal is `{status: "ERROR", alert: {message}}` with HTTP status 200.
 */
export function createLegiScan({ baseUrl, apiKey }: OutsideService): OutsideSource<BillQuestion> {
  return async ({ query, state, year, limit }, signal) => {
    const call: ServiceCall = {
      service: 'LegiScan',
      url: `${baseUrl}/`,
      query: { key: apiKey, op: 'getSearch', state, query, year },
      secrets: apiKey === undefined ? undefined : [apiKey],
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

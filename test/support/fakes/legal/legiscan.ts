import { FAKE_KEY, json } from '../fake-api.js';
import { legalFake, othersIn, parametersOf, type LegalFake } from './legal-fake.js';

const PARAMETERS = ['key', 'op', 'state', 'query', 'year', 'page'];

/** LegiScan's full text search: an object of numbered bills, and refusals with HTTP status 200. */
export function legiscan(bills: readonly object[]): LegalFake {
  const errorBody = (_status: number, message: string) => ({ status: 'ERROR', alert: { message } });
  const refuse = (message: string) => json(200, errorBody(200, message));
  return legalFake({
    name: 'legiScan',
    method: 'GET',
    path: /^\/$/,
    errorBody,
    answer: (request) => {
      const parameters = parametersOf(request);
      const { key, op, state = '', query, year = '2' } = parameters;
      if (key !== FAKE_KEY) return refuse(`Invalid API key ${key}`);
      if (op !== 'getSearch') return refuse('Unknown operation');
      const others = othersIn(parameters, PARAMETERS);
      if (others !== '') return refuse(`unknown parameter ${others}`);
      if (!/^([A-Z]{2}|ALL)$/.test(state)) return refuse('Invalid state');
      if (!query || !/^\d+$/.test(year)) return refuse('Invalid search');
      const summary = {
        page: '1 of 1',
        range: `1 - ${bills.length}`,
        relevancy: '100% - 43%',
        count: bills.length,
        page_current: 1,
        page_total: 1,
      };
      return json(200, { status: 'OK', searchresult: { summary, ...Object.assign({}, bills) } });
    },
  });
}

/** A bill as the search gives it. */
export const bill = (more: object = {}) => ({
  relevance: 100,
  state: 'VA',
  bill_number: 'HB1042',
  bill_id: 1_700_123,
  change_hash: '5f1c',
  url: 'https://legiscan.com/VA/bill/HB1042/2026',
  text_url: 'https://legiscan.com/VA/text/HB1042/2026',
  research_url: 'https://legiscan.com/VA/research/HB1042/2026',
  last_action_date: '2026-03-02',
  last_action: 'Approved by Governor',
  title: 'District courts; jurisdiction.',
  ...more,
});

import { FAKE_KEY, json } from '../fake-api.js';
import { legalFake, othersIn, parametersOf, type LegalFake } from './legal-fake.js';

const PARAMETERS = ['engine', 'q', 'api_key', 'hl', 'gl', 'start'];
const EMPTY = "Google hasn't returned any results for this query.";

/** SerpApi's Google search: what finds nothing is a success with an `error` beside it. */
export function serpapi(pages: readonly object[]): LegalFake {
  const errorBody = (_status: number, error: string) => ({ error });
  const refuse = (status: number, error: string) => json(status, errorBody(status, error));
  return legalFake({
    name: 'serpApi',
    method: 'GET',
    path: /^\/search\.json$/,
    errorBody,
    answer: (request) => {
      const parameters = parametersOf(request);
      const { engine, q, api_key: key } = parameters;
      if (key !== FAKE_KEY) {
        return refuse(401, `Invalid API key ${key}. See https://serpapi.com/manage-api-key`);
      }
      const others = othersIn(parameters, PARAMETERS);
      if (others !== '') return refuse(400, `Unsupported parameter ${others}.`);
      if (engine !== 'google' || !q) return refuse(400, 'Missing query `q` parameter.');
      const search_metadata = { id: '6540ac26b68f8b2910019dd5', status: 'Success' };
      if (pages.length === 0) {
        const search_information = { organic_results_state: 'Fully empty' };
        return json(200, { search_metadata, search_information, error: EMPTY });
      }
      const search_information = { organic_results_state: 'Results', total_results: 12_300 };
      return json(200, { search_metadata, search_information, organic_results: pages });
    },
  });
}

/** A page as the search gives it. */
export const page = (more: object = {}) => ({
  position: 1,
  title: 'Harbor expansion approved',
  link: 'https://news.example.com/harbor',
  displayed_link: 'https://news.example.com › harbor',
  snippet: 'The council approved the expansion on Monday.',
  date: '2 days ago',
  source: 'Harbor News',
  ...more,
});

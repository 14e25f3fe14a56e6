import { FAKE_KEY, json } from '../fake-api.js';
import { legalFake, othersIn, parametersOf, type LegalFake } from './legal-fake.js';

const PARAMETERS = ['type', 'q', 'order_by', 'court', 'filed_after', 'filed_before', 'cursor'];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** CourtListener's search: 20 opinions a page, the key as `Token …`, errors as Django words them. */
export function courtListener(opinions: readonly object[], count = opinions.length): LegalFake {
  const errorBody = (_status: number, detail: string) => ({ detail });
  const refuse = (status: number, detail: string) => json(status, errorBody(status, detail));
  return legalFake({
    name: 'courtListener',
    method: 'GET',
    path: /^\/api\/rest\/v4\/search\/$/,
    errorBody,
    answer: (request) => {
      const { authorization } = request.headers;
      if (authorization !== undefined && authorization !== `Token ${FAKE_KEY}`) {
        return refuse(401, 'Invalid token.');
      }
      const parameters = parametersOf(request);
      const others = othersIn(parameters, PARAMETERS);
      if (others !== '') return refuse(400, `unknown parameter ${others}`);
      const {
        type,
        q,
        filed_after: after = '2000-01-01',
        filed_before: before = after,
      } = parameters;
      if (type !== 'o' || !q) return refuse(400, 'type must be o, and q is needed');
      if (!DAY.test(after) || !DAY.test(before)) return refuse(400, 'Enter a valid date.');
      const next = count > 20 ? 'https://www.courtlistener.com/api/rest/v4/search/?cursor=x' : null;
      return json(200, { count, next, previous: null, results: opinions.slice(0, 20) });
    },
  });
}

/** An opinion as the search gives it, with the fields that a client could want. */
export const opinion = (more: object = {}) => ({
  absolute_url: '/opinion/1021/harbor-board-v-larsen/',
  attorney: '',
  caseName: 'Harbor Board v. Larsen',
  caseNameFull: '',
  citation: ['12 F.4th 34', '2021 WL 55'],
  citeCount: 7,
  cluster_id: 1021,
  court: 'Court of Appeals for the Fourth Circuit',
  court_id: 'ca4',
  dateFiled: '2021-05-04',
  docketNumber: '20-1234',
  judge: 'Okoye',
  opinions: [{ id: 1, snippet: 'A <mark>berth</mark> fee\n  needs a berth.', type: 'lead' }],
  status: 'Published',
  ...more,
});

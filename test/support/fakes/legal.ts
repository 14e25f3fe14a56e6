import { isObject } from '../../../src/foundation/json.js';
import {
  FAKE_KEY,
  type Body,
  type FakeApi,
  type FakeReply,
  json,
  type FakeRequest,
} from './fake-api.js';

/** A service of legal research that can be faked. */
export interface LegalFake extends FakeApi {
  /** Answered instead, one a request, before anything else is looked at. */
  readonly instead: FakeReply[];
}

type Rule = readonly [isBroken: boolean, status: number, message: string];

/** What one service does; its name also begins its variables, in capital letters. */
interface LegalFakeSpec extends Pick<FakeApi, 'name' | 'errorBody'> {
  method?: 'GET' | 'POST';
  path: RegExp;
  /** The parameters that it has: a real service would ignore others, and a client mean something by them. */
  known: string;
  rules(parameters: Body, headers: FakeRequest['headers']): readonly Rule[];
  answer(parameters: Body): unknown;
}

/** A fake of one route, as strict as its rules. */
function legalFake({ name, method = 'GET', path, errorBody, ...spec }: LegalFakeSpec): LegalFake {
  const instead: FakeReply[] = [];
  const prefix = name.toUpperCase();
  const answer = (request: FakeRequest) => {
    const parameters = method === 'GET' ? parametersOf(request) : request.body;
    const others = Object.keys(parameters).filter((one) => !spec.known.split(' ').includes(one));
    const rules: readonly Rule[] = [
      ...spec.rules(parameters, request.headers),
      [others.length > 0, 400, `unknown parameter ${others.join()}`],
    ];
    const [, status, message = ''] = rules.find(([isBroken]) => isBroken) ?? [];
    if (status === undefined) return json(200, spec.answer(parameters));
    return json(status, errorBody(status, message));
  };
  return {
    name,
    errorBody,
    instead,
    env: (url) => ({ [`${prefix}_BASE_URL`]: url, [`${prefix}_API_KEY`]: FAKE_KEY }),
    routes: [{ method, path, answer: (request) => instead.shift() ?? answer(request) }],
  };
}

/** The parameters of a request. */
export function parametersOf({ path }: FakeRequest): Record<string, string> {
  return Object.fromEntries(new URL(path, 'http://fake').searchParams);
}

const COURT_KEY = `Token ${FAKE_KEY}`;

/** CourtListener's search: 20 opinions a page, the key as `Token …`, errors as Django words them. */
export function courtListener(opinions: readonly object[], count = opinions.length): LegalFake {
  const next = count > 20 ? 'https://www.courtlistener.com/api/rest/v4/search/?cursor=x' : null;
  return legalFake({
    name: 'courtListener',
    path: /^\/api\/rest\/v4\/search\/$/,
    errorBody: (_status, detail) => ({ detail }),
    known: 'type q order_by court filed_after filed_before cursor',
    rules: ({ type, q, filed_after: after, filed_before: before }, { authorization }) => [
      [(authorization ?? COURT_KEY) !== COURT_KEY, 401, 'Invalid token.'],
      [type !== 'o' || !q, 400, 'type must be o, and q is needed'],
      [![after, before].every(isDay), 400, 'Enter a valid date.'],
    ],
    answer: () => ({ count, next, previous: null, results: opinions.slice(0, 20) }),
  });
}

const isDay = (day = '2000-01-01') => /^\d{4}-\d{2}-\d{2}$/.test(day);

/** An opinion as the search gives it. */
export const opinion = (more: object = {}) => ({
  absolute_url: '/opinion/1021/harbor-board-v-larsen/',
  caseName: 'Harbor Board v. Larsen',
  citation: ['12 F.4th 34', '2021 WL 55'],
  citeCount: 7,
  cluster_id: 1021,
  court: 'Court of Appeals for the Fourth Circuit',
  dateFiled: '2021-05-04',
  docketNumber: '20-1234',
  judge: 'Okoye',
  opinions: [{ id: 1, snippet: 'A <mark>berth</mark> fee\n  needs a berth.', type: 'lead' }],
  status: 'Published',
  ...more,
});

/** GovInfo's search: a body in JSON, the key of api.data.gov, and marks instead of pages. */
export function govinfo(publications: readonly object[]): LegalFake {
  const startOf = (mark: unknown) =>
    mark === '*' ? 0 : Number(/^AoE(\d+)$/.exec(String(mark))?.[1]);
  return legalFake({
    name: 'govInfo',
    method: 'POST',
    path: /^\/search$/,
    errorBody: (status, message) => {
      const code = status === 403 ? 'API_KEY_INVALID' : 'BAD_REQUEST';
      return { error: { code, message } };
    },
    known: 'query pageSize offsetMark sorts historical resultLevel',
    rules: ({ query, pageSize, offsetMark, sorts }, headers) => [
      [headers['x-api-key'] !== FAKE_KEY, 403, 'An invalid api_key was supplied.'],
      [!headers['content-type']?.startsWith('application/json'), 415, 'Send JSON'],
      [typeof query !== 'string', 400, 'Bad request'],
      [!(Number(pageSize) >= 1 && Number(pageSize) <= 1000), 400, 'Bad request'],
      [!Array.isArray(sorts) || !sorts.every(isSort), 400, 'Bad sorts'],
      [Number.isNaN(startOf(offsetMark)), 400, 'Invalid offsetMark'],
    ],
    answer: ({ pageSize, offsetMark }) => {
      const from = startOf(offsetMark);
      const results = publications.slice(from, from + Number(pageSize));
      const mark = `AoE${from + results.length}`;
      return { count: publications.length, offsetMark: mark, results };
    },
  });
}

function isSort(sort: unknown): boolean {
  return isObject(sort) && typeof sort['field'] === 'string' && sort['sortOrder'] === 'DESC';
}

/** A publication as the search gives it. */
export const publication = (more: object = {}) => ({
  title: '33 CFR 160.201 - Notice of arrival',
  packageId: 'CFR-2024-title33-vol2',
  granuleId: 'CFR-2024-title33-vol2-sec160-201',
  governmentAuthor: ['National Archives and Records Administration'],
  dateIssued: '2024-07-01',
  collectionCode: 'CFR',
  ...more,
});

/** LegiScan's full text search: an object of numbered bills, and refusals with HTTP status 200. */
export function legiscan(bills: readonly object[]): LegalFake {
  const { length: count } = bills;
  return legalFake({
    name: 'legiScan',
    path: /^\/$/,
    errorBody: (_status, message) => ({ status: 'ERROR', alert: { message } }),
    known: 'key op state query year page',
    rules: ({ key, op, state = '', query, year = '2' }) => [
      [key !== FAKE_KEY, 200, `Invalid API key ${key}`],
      [op !== 'getSearch', 200, 'Unknown operation'],
      [!/^([A-Z]{2}|ALL)$/.test(state), 200, 'Invalid state'],
      [!query || !/^\d+$/.test(year), 200, 'Invalid search'],
    ],
    answer: () => {
      const summary = { page: '1 of 1', range: `1 - ${count}`, count, page_total: 1 };
      return { status: 'OK', searchresult: { summary, ...Object.assign({}, bills) } };
    },
  });
}

/** A bill as the search gives it. */
export const bill = (more: object = {}) => ({
  relevance: 100,
  state: 'VA',
  bill_number: 'HB1042',
  bill_id: 1_700_123,
  url: 'https://legiscan.com/VA/bill/HB1042/2026',
  text_url: 'https://legiscan.com/VA/text/HB1042/2026',
  last_action_date: '2026-03-02',
  last_action: 'Approved by Governor',
  title: 'District courts; jurisdiction.',
  ...more,
});

const OPENALEX_FIELDS = [
  ...['id', 'doi', 'display_name', 'publication_year', 'cited_by_count', 'authorships'],
  ...['primary_location', 'abstract_inverted_index'],
];

/** OpenAlex's search of works: only the selected fields, abstracts as an index of their words. */
export function openalex(works: readonly Record<string, unknown>[]): LegalFake {
  const fieldsOf = ({ select = '' }: Body): string[] => select.split(',');
  const sizeOf = (parameters: Body) => Number(parameters['per-page'] ?? 25);
  return legalFake({
    name: 'openAlex',
    path: /^\/works$/,
    errorBody: (status, message) => {
      const error = status === 401 ? 'API key invalid' : 'Invalid query parameters error.';
      return { error, message };
    },
    known: 'search per-page select filter api_key',
    rules: ({ search, filter = FROM, api_key: key = FAKE_KEY, ...rest }) => [
      [key !== FAKE_KEY, 401, `API key ${key} not found.`],
      [!search || !(sizeOf(rest) >= 1 && sizeOf(rest) <= 200), 400, 'search or per-page is wrong.'],
      [!fieldsOf(rest).every((one) => OPENALEX_FIELDS.includes(one)), 403, 'No such select field.'],
      [!/^from_publication_date:\d{4}-\d\d-\d\d$/.test(filter), 400, 'No such filter.'],
    ],
    answer: (parameters) => {
      const [fields, size] = [fieldsOf(parameters), sizeOf(parameters)];
      const shown = works.slice(0, size);
      const results = shown.map((work) =>
        Object.fromEntries(fields.map((field) => [field, work[field] ?? null])),
      );
      return { meta: { count: works.length, page: 1, per_page: size }, results };
    },
  });
}
const FROM = 'from_publication_date:2000-01-01';

/** A work as the search gives it. */
export const work = (more: object = {}): Record<string, unknown> => ({
  id: 'https://openalex.org/W2741809807',
  doi: 'https://doi.org/10.7717/peerj.4375',
  display_name: 'Who owns the <i>quay</i>?',
  publication_year: 2019,
  cited_by_count: 42,
  authorships: [{ author: { display_name: 'Ines Varga' } }, { author: { display_name: 'K. Ito' } }],
  primary_location: {
    landing_page_url: 'https://example.org/quay',
    source: { display_name: 'Harbor Law Review' },
  },
  abstract_inverted_index: { The: [0, 3], quay: [1], is: [2], question: [4] },
  ...more,
});

const NO_RESULTS = "Google hasn't returned any results for this query.";

/** SerpApi's Google search: what finds nothing is a success with an `error` beside it. */
export function serpapi(pages: readonly object[]): LegalFake {
  const search_metadata = { id: '6540ac26b68f8b2910019dd5', status: 'Success' };
  return legalFake({
    name: 'serpApi',
    path: /^\/search\.json$/,
    errorBody: (_status, error) => ({ error }),
    known: 'engine q api_key hl gl start',
    rules: ({ engine, q, api_key: key }) => [
      [key !== FAKE_KEY, 401, `Invalid API key ${key}. See https://serpapi.com/manage-api-key`],
      [engine !== 'google' || !q, 400, 'Missing query `q` parameter.'],
    ],
    answer: () => ({
      search_metadata,
      ...(pages.length === 0
        ? { search_information: { organic_results_state: 'Fully empty' }, error: NO_RESULTS }
        : { search_information: { total_results: 12_300 }, organic_results: pages }),
    }),
  });
}

/** A page as the search gives it. */
export const page = (more: object = {}) => ({
  position: 1,
  title: 'Harbor expansion approved',
  link: 'https://news.example.com/harbor',
  snippet: 'The council approved the expansion on Monday.',
  date: '2 days ago',
  source: 'Harbor News',
  ...more,
});

import { isObject } from '../../../src/foundation/json.js';
import { FAKE_KEY, type FakeApi, type FakeReply, type FakeRequest, json } from './fake-api.js';

/** A service of legal research that can be faked. */
export interface LegalFake extends FakeApi {
  /** Answered instead, one a request, before anything else is looked at. */
  readonly instead: FakeReply[];
}

/** What one service does; its name also begins its variables, in capital letters. */
interface LegalFakeSpec extends Pick<FakeApi, 'name' | 'errorBody'> {
  method: 'GET' | 'POST';
  path: RegExp;
  answer: (
    request: FakeRequest,
    refuse: (status: number, message: string) => FakeReply,
  ) => FakeReply;
}

/** A fake of one route, as strict as its `answer`. */
function legalFake({ name, method, path, errorBody, answer }: LegalFakeSpec): LegalFake {
  const instead: FakeReply[] = [];
  const prefix = name.toUpperCase();
  const refuse = (status: number, message: string) => json(status, errorBody(status, message));
  return {
    name,
    errorBody,
    instead,
    env: (url) => ({ [`${prefix}_BASE_URL`]: url, [`${prefix}_API_KEY`]: FAKE_KEY }),
    routes: [{ method, path, answer: (request) => instead.shift() ?? answer(request, refuse) }],
  };
}

/** The parameters of a request. */
export function parametersOf({ path }: FakeRequest): Record<string, string> {
  return Object.fromEntries(new URL(path, 'http://fake').searchParams);
}

/** The parameters that are not among these: a real service would ignore them, and a client mean something by them. */
const othersIn = (parameters: object, known: string) =>
  Object.keys(parameters)
    .filter((name) => !known.split(' ').includes(name))
    .join();

const COURT_PARAMETERS = 'type q order_by court filed_after filed_before cursor';
const COURT_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** CourtListener's search: 20 opinions a page, the key as `Token …`, errors as Django words them. */
export function courtListener(opinions: readonly object[], count = opinions.length): LegalFake {
  return legalFake({
    name: 'courtListener',
    method: 'GET',
    path: /^\/api\/rest\/v4\/search\/$/,
    errorBody: (_status, detail) => ({ detail }),
    answer: (request, refuse) => {
      const { authorization = `Token ${FAKE_KEY}` } = request.headers;
      if (authorization !== `Token ${FAKE_KEY}`) return refuse(401, 'Invalid token.');
      const parameters = parametersOf(request);
      const others = othersIn(parameters, COURT_PARAMETERS);
      if (others !== '') return refuse(400, `unknown parameter ${others}`);
      const {
        type,
        q,
        filed_after: after = '2000-01-01',
        filed_before: before = after,
      } = parameters;
      if (type !== 'o' || !q) return refuse(400, 'type must be o, and q is needed');
      if (!COURT_DAY.test(after) || !COURT_DAY.test(before))
        return refuse(400, 'Enter a valid date.');
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

const GOVINFO_FIELDS = 'query pageSize offsetMark sorts historical resultLevel';

/** GovInfo's search: a body in JSON, the key of api.data.gov, and marks instead of pages. */
export function govinfo(publications: readonly object[]): LegalFake {
  return legalFake({
    name: 'govInfo',
    method: 'POST',
    path: /^\/search$/,
    errorBody: (status, message) => {
      const code = status === 403 ? 'API_KEY_INVALID' : 'BAD_REQUEST';
      return { error: { code, message } };
    },
    answer: ({ headers, body }, refuse) => {
      if (headers['x-api-key'] !== FAKE_KEY) return refuse(403, 'An invalid api_key was supplied.');
      if (!headers['content-type']?.startsWith('application/json')) return refuse(415, 'Send JSON');
      const others = othersIn(body as object, GOVINFO_FIELDS);
      if (others !== '') return refuse(400, `Unrecognized field "${others}"`);
      const { query, pageSize, offsetMark, sorts } = body as Record<string, unknown>;
      const size = Number(pageSize);
      if (typeof query !== 'string' || !(size >= 1 && size <= 1000))
        return refuse(400, 'Bad request');
      if (!Array.isArray(sorts) || !sorts.every(isSort)) return refuse(400, 'Bad sorts');
      const from = offsetMark === '*' ? 0 : Number(/^AoE(\d+)$/.exec(String(offsetMark))?.[1]);
      if (Number.isNaN(from)) return refuse(400, 'Invalid offsetMark');
      const results = publications.slice(from, from + size);
      const mark = `AoE${from + results.length}`;
      return json(200, { count: publications.length, offsetMark: mark, results });
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
  lastModified: '2024-11-02T00:00:00Z',
  governmentAuthor: ['National Archives and Records Administration'],
  dateIssued: '2024-07-01',
  collectionCode: 'CFR',
  resultLink: 'https://api.govinfo.gov/packages/CFR-2024-title33-vol2/summary',
  download: { pdfLink: 'https://api.govinfo.gov/packages/CFR-2024-title33-vol2/pdf' },
  ...more,
});

const LEGISCAN_PARAMETERS = 'key op state query year page';

/** LegiScan's full text search: an object of numbered bills, and refusals with HTTP status 200. */
export function legiscan(bills: readonly object[]): LegalFake {
  return legalFake({
    name: 'legiScan',
    method: 'GET',
    path: /^\/$/,
    errorBody: (_status, message) => ({ status: 'ERROR', alert: { message } }),
    answer: (request, refuse) => {
      const parameters = parametersOf(request);
      const { key, op, state = '', query, year = '2' } = parameters;
      if (key !== FAKE_KEY) return refuse(200, `Invalid API key ${key}`);
      if (op !== 'getSearch') return refuse(200, 'Unknown operation');
      const others = othersIn(parameters, LEGISCAN_PARAMETERS);
      if (others !== '') return refuse(200, `unknown parameter ${others}`);
      if (!/^([A-Z]{2}|ALL)$/.test(state)) return refuse(200, 'Invalid state');
      if (!query || !/^\d+$/.test(year)) return refuse(200, 'Invalid search');
      const { length: count } = bills;
      const texts = { page: '1 of 1', range: `1 - ${count}`, relevancy: '100% - 43%' };
      const summary = { ...texts, count, page_current: 1, page_total: 1 };
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

const OPENALEX_PARAMETERS = 'search per-page select filter api_key';
const OPENALEX_FIELDS = [
  ...['id', 'doi', 'display_name', 'publication_year', 'cited_by_count', 'authorships'],
  ...['primary_location', 'abstract_inverted_index'],
];

/** OpenAlex's search of works: only the selected fields, abstracts as an index of their words. */
export function openalex(works: readonly Record<string, unknown>[]): LegalFake {
  return legalFake({
    name: 'openAlex',
    method: 'GET',
    path: /^\/works$/,
    errorBody: (_status, message) => ({ error: 'Invalid query parameters error.', message }),
    answer: (request, refuse) => {
      const parameters = parametersOf(request);
      const { search, select = '', filter, api_key: key = FAKE_KEY } = parameters;
      if (key !== FAKE_KEY)
        return json(401, { error: 'API key invalid', message: `API key ${key} not found.` });
      const others = othersIn(parameters, OPENALEX_PARAMETERS);
      if (others !== '') return refuse(400, `${others} is not a valid parameter.`);
      const size = Number(parameters['per-page'] ?? 25);
      if (!search || !(size >= 1 && size <= 200))
        return refuse(400, 'search or per-page is wrong.');
      const fields = select.split(',');
      const wrong = fields.find((field) => !OPENALEX_FIELDS.includes(field));
      if (wrong !== undefined) return refuse(403, `${wrong} is not a valid select field.`);
      if (filter !== undefined && !/^from_publication_date:\d{4}-\d\d-\d\d$/.test(filter))
        return refuse(400, `${filter} is not a valid filter.`);
      const results = works
        .slice(0, size)
        .map((work) => Object.fromEntries(fields.map((field) => [field, work[field] ?? null])));
      return json(200, { meta: { count: works.length, page: 1, per_page: size }, results });
    },
  });
}

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

const SERPAPI_PARAMETERS = 'engine q api_key hl gl start';
const NO_RESULTS = "Google hasn't returned any results for this query.";

/** SerpApi's Google search: what finds nothing is a success with an `error` beside it. */
export function serpapi(pages: readonly object[]): LegalFake {
  return legalFake({
    name: 'serpApi',
    method: 'GET',
    path: /^\/search\.json$/,
    errorBody: (_status, error) => ({ error }),
    answer: (request, refuse) => {
      const parameters = parametersOf(request);
      const { engine, q, api_key: key } = parameters;
      if (key !== FAKE_KEY)
        return refuse(401, `Invalid API key ${key}. See https://serpapi.com/manage-api-key`);
      const others = othersIn(parameters, SERPAPI_PARAMETERS);
      if (others !== '') return refuse(400, `Unsupported parameter ${others}.`);
      if (engine !== 'google' || !q) return refuse(400, 'Missing query `q` parameter.');
      const search_metadata = { id: '6540ac26b68f8b2910019dd5', status: 'Success' };
      const of = (information: object, found: object) =>
        json(200, { search_metadata, search_information: information, ...found });
      return pages.length === 0
        ? of({ organic_results_state: 'Fully empty' }, { error: NO_RESULTS })
        : of(
            { organic_results_state: 'Results', total_results: 12_300 },
            { organic_results: pages },
          );
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

import { FAKE_KEY, json } from '../fake-api.js';
import { legalFake, othersIn, parametersOf, type LegalFake } from './legal-fake.js';

const PARAMETERS = ['search', 'per-page', 'select', 'filter', 'api_key'];
const FIELDS = [
  ...['id', 'doi', 'display_name', 'publication_year', 'cited_by_count', 'authorships'],
  ...['primary_location', 'abstract_inverted_index'],
];

/** OpenAlex's search of works: only the selected fields, abstracts as an index of their words. */
export function openalex(works: readonly Record<string, unknown>[]): LegalFake {
  const errorBody = (_status: number, message: string) => ({
    error: 'Invalid query parameters error.',
    message,
  });
  const refuse = (status: number, message: string) => json(status, errorBody(status, message));
  return legalFake({
    name: 'openAlex',
    method: 'GET',
    path: /^\/works$/,
    errorBody,
    answer: (request) => {
      const parameters = parametersOf(request);
      const { search, select = '', filter, api_key: key } = parameters;
      if (key !== undefined && key !== FAKE_KEY) {
        return json(401, { error: 'API key invalid', message: `API key ${key} not found.` });
      }
      const others = othersIn(parameters, PARAMETERS);
      if (others !== '') return refuse(400, `${others} is not a valid parameter.`);
      const size = Number(parameters['per-page'] ?? 25);
      if (!search || !(size >= 1 && size <= 200))
        return refuse(400, 'search or per-page is wrong.');
      const fields = select.split(',');
      const wrong = fields.find((field) => !FIELDS.includes(field));
      if (wrong !== undefined) return refuse(403, `${wrong} is not a valid select field.`);
      if (filter !== undefined && !/^from_publication_date:\d{4}-\d\d-\d\d$/.test(filter)) {
        return refuse(400, `${filter} is not a valid filter.`);
      }
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

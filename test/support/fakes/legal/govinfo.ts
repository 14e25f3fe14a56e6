import { isObject } from '../../../../src/foundation/json.js';
import { FAKE_KEY, json } from '../fake-api.js';
import { legalFake, othersIn, type LegalFake } from './legal-fake.js';

const FIELDS = ['query', 'pageSize', 'offsetMark', 'sorts', 'historical', 'resultLevel'];

/** GovInfo's search: a body in JSON, the key of api.data.gov, and marks instead of pages. */
export function govinfo(publications: readonly object[]): LegalFake {
  const errorBody = (status: number, message: string) => ({
    error: { code: status === 403 ? 'API_KEY_INVALID' : 'BAD_REQUEST', message },
  });
  const refuse = (status: number, message: string) => json(status, errorBody(status, message));
  return legalFake({
    name: 'govInfo',
    method: 'POST',
    path: /^\/search$/,
    errorBody,
    answer: ({ headers, body }) => {
      if (headers['x-api-key'] !== FAKE_KEY) return refuse(403, 'An invalid api_key was supplied.');
      if (!headers['content-type']?.startsWith('application/json')) return refuse(415, 'Send JSON');
      const others = othersIn(body as object, FIELDS);
      if (others !== '') return refuse(400, `Unrecognized field "${others}"`);
      const { query, pageSize, offsetMark, sorts } = body as Record<string, unknown>;
      const size = Number(pageSize);
      if (typeof query !== 'string' || !(size >= 1 && size <= 1000))
        return refuse(400, 'Bad request');
      if (!Array.isArray(sorts) || !sorts.every(isSort)) return refuse(400, 'Bad sorts');
      const from = offsetMark === '*' ? 0 : Number(/^AoE(\d+)$/.exec(String(offsetMark))?.[1]);
      if (Number.isNaN(from)) return refuse(400, 'Invalid offsetMark');
      const to = Math.min(from + size, publications.length);
      const results = publications.slice(from, to);
      return json(200, { count: publications.length, offsetMark: `AoE${to}`, results });
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

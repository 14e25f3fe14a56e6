import { FAKE_KEY, json } from '../../../../test/support/fakes/fake-api.js';
import { FakeServer } from '../../../../test/support/fakes/fake-server.js';
import * as law from '../../../../test/support/fakes/legal.js';
import { bare, offering, toolCall } from '../../../../test/support/loop.js';
import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';
import { silentLogger } from '../../../foundation/logger.js';
import { readLawSettings } from '../plugin.js';
import { SettingsReader } from '../../../foundation/settings-reader.js';
import { executeCall } from '../../../agenttools/executor.js';
import { legalResearchTools } from './search-tools.js';
import { createOutsideSources } from '../../../knowledge/outside/services/outside-sources.js';
import type { LawServices } from '../tools/law-tools.js';

const { courtListener, govinfo, legiscan, openalex, parametersOf, serpapi } = law;
const open: FakeServer[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((fake) => fake.close()))));

/** The tools of a server that is configured for this fake, with other settings perhaps. */
async function serverWith(api: law.LegalFake, env: Record<string, string> = {}) {
  const fake = await FakeServer.start(api);
  open.push(fake);
  const { services } = readLawSettings(new SettingsReader({ ...fake.env, ...env }));
  const offered = offering(bare(legalResearchTools(services)));
  const context = () => toolCall<LawServices>({ legal: createOutsideSources(services) });
  const call = async (name: string, input: JsonObject) =>
    executeCall({ id: 'c', name, arguments: input }, offered, context, silentLogger);
  return { fake, call };
}

async function resultOf(api: law.LegalFake, name: string, input: JsonObject) {
  const { fake, call } = await serverWith(api);
  const { isError, result, content } = await call(name, input);
  expect([name, isError, content]).toEqual([name, false, content]);
  return { result: result as JsonObject, fake };
}

describe('search_opinions', () => {
  test('asks CourtListener, and shows opinions without marks and line breaks', async () => {
    const input = { query: 'berth fee', court: 'ca4', filed_after: '2020-01-01', limit: 2 };
    const bad = law.opinion({ absolute_url: 'javascript:x', citation: null });
    const opinions = [law.opinion(), bad, law.opinion()];
    const { result, fake } = await resultOf(courtListener(opinions, 311), 'search_opinions', input);
    const numbers = { cluster_id: 1021, docket_number: '20-1234', cited_by: 7 };
    const filed = { date_filed: '2021-05-04', judge: 'Okoye', case_name: 'Harbor Board v. Larsen' };
    const first = {
      ...numbers,
      ...filed,
      court: 'Court of Appeals for the Fourth Circuit',
      citations: ['12 F.4th 34', '2021 WL 55'],
      snippet: 'A berth fee needs a berth.',
      url: 'https://www.courtlistener.com/opinion/1021/harbor-board-v-larsen/',
    };
    const { url: _url, ...second } = { ...first, citations: [] };
    expect(result).toEqual({ query: 'berth fee', total: 311, results: [first, second] });
    const { query: q, court, filed_after } = input;
    const order = { type: 'o', order_by: 'score desc' };
    expect(parametersOf(fake.last)).toEqual({ ...order, q, court, filed_after });
  });

  test('needs no key', async () => {
    const api = courtListener([law.opinion()]);
    const { fake, call } = await serverWith(api, { COURTLISTENER_API_KEY: '' });
    expect((await call('search_opinions', { query: 'berth' })).isError).toBe(false);
    expect(fake.last.headers.authorization).toBeUndefined();
  });
});

describe('search_statutes', () => {
  test('asks LegiScan for a state, and reads its numbered answer in order', async () => {
    const numbers = Array.from({ length: 12 }, (_, at) => ({ bill_number: `HB${at}` }));
    const query = 'court jurisdiction';
    const input = { query, state: 'va', year: 2026, limit: 11 };
    const api = legiscan(numbers.map((number) => law.bill(number)));
    const { result, fake } = await resultOf(api, 'search_statutes', input);
    const approved = { state: 'VA', relevance: 100, last_action: 'Approved by Governor' };
    const [number, ...others] = numbers.slice(0, 11);
    const first = { ...number, ...approved, url: 'https://legiscan.com/VA/bill/HB1042/2026' };
    expect(result).toMatchObject({ total: 12, results: [first, ...others] });
    const { key: _key, ...asked } = parametersOf(fake.last);
    expect(asked).toEqual({ op: 'getSearch', state: 'VA', query, year: '2026' });
  });

  test('finds nothing where there is nothing', async () => {
    const input = { query: 'x y', state: 'US' };
    const { result } = await resultOf(legiscan([]), 'search_statutes', input);
    expect(result).toMatchObject({ total: 0, results: [], note: expect.any(String) });
  });

  test('is not asked without a state', async () => {
    const { fake, call } = await serverWith(legiscan([]));
    const error = { code: 'invalid_arguments', message: expect.stringContaining('state') };
    for (const input of [{ query: 'court' }, { query: 'court', state: 'Virginia' }])
      expect((await call('search_statutes', input)).result).toMatchObject({ error });
    expect(fake.requests).toEqual([]);
  });
});

describe('search_govinfo', () => {
  const publications = Array.from({ length: 5 }, (_, at) =>
    law.publication({ title: `Part ${at}` }),
  );

  test('posts to GovInfo, and continues by its marks to the end', async () => {
    const { fake, call } = await serverWith(govinfo(publications));
    const input = { query: 'notice of arrival', collection: 'CFR', limit: 2 };
    const parts: JsonObject[] = [];
    do {
      const { next_mark: mark } = parts.at(-1) ?? {};
      const { result } = await call('search_govinfo', { ...input, ...defined({ mark }) });
      parts.push(result as JsonObject);
    } while (parts.length < 4 && parts.at(-1)?.['next_mark'] !== undefined);
    const titled = [[0, 1], [2, 3], [4]].map((at) => at.map((one) => ({ title: `Part ${one}` })));
    expect(parts).toMatchObject(titled.map((results) => ({ total: 5, results })));
    const asked = { query: 'notice of arrival collection:(CFR)', pageSize: '2', offsetMark: '*' };
    expect(fake.requests[0]?.body).toMatchObject(asked);
    expect(fake.last.path).toBe('/search');
  });

  test('shows where to read each', async () => {
    const whole = law.publication({ granuleId: undefined });
    const input = { query: 'arrival' };
    const { result } = await resultOf(govinfo([law.publication(), whole]), 'search_govinfo', input);
    const base = 'https://www.govinfo.gov/app/details/CFR-2024-title33-vol2';
    const authors = ['National Archives and Records Administration'];
    const url = `${base}/CFR-2024-title33-vol2-sec160-201`;
    const part = { collection: 'CFR', date_issued: '2024-07-01', authors, url };
    expect(result).toMatchObject({ results: [part, { url: base }] });
  });
});

describe('search_openalex', () => {
  test('asks OpenAlex, and puts abstracts together', async () => {
    const query = 'public trust';
    const bare = law.work({ doi: null, abstract_inverted_index: null, primary_location: null });
    const input = { query, from_year: 2010, limit: 3 };
    const { result, fake } = await resultOf(openalex([law.work(), bare]), 'search_openalex', input);
    const authors = ['Ines Varga', 'K. Ito'];
    const both = { title: 'Who owns the quay?', authors, year: 2019, cited_by: 42 };
    const more = { published_in: 'Harbor Law Review', abstract: 'The quay is The question' };
    const first = { ...both, ...more, url: 'https://doi.org/10.7717/peerj.4375' };
    const results = [first, { ...both, url: 'https://openalex.org/W2741809807' }];
    expect(result).toEqual({ query, total: 2, results });
    const filter = 'from_publication_date:2010-01-01';
    expect(parametersOf(fake.last)).toMatchObject({ search: query, 'per-page': '3', filter });
  });

  test('is not led astray by places that cannot be', async () => {
    const index = { end: [2], far: [1e12], begin: [0], bad: ['x', -1, 0.5], none: null };
    const api = openalex([law.work({ abstract_inverted_index: index })]);
    const { result } = await resultOf(api, 'search_openalex', { query: 'x y' });
    expect(result['results']).toMatchObject([{ abstract: 'begin end' }]);
  });
});

describe('search_web', () => {
  test('asks SerpAPI, and shows pages', async () => {
    const query = 'harbor expansion';
    const api = serpapi([law.page(), law.page()]);
    const { result } = await resultOf(api, 'search_web', { query, limit: 1 });
    const of = { source: 'Harbor News', date: '2 days ago', title: 'Harbor expansion approved' };
    const snippet = 'The council approved the expansion on Monday.';
    const first = { ...of, url: 'https://news.example.com/harbor', snippet };
    expect(result).toEqual({ query, total: 12_300, results: [first] });
  });

  test('takes the error beside an empty success for an empty result', async () => {
    const { result } = await resultOf(serpapi([]), 'search_web', { query: 'asdfqwer' });
    expect(result).toMatchObject({ total: 0, results: [], note: expect.any(String) });
  });
});

const BERTH = { query: 'berth' };
const VIRGINIA = { ...BERTH, state: 'VA' };
const alert = (message: string) => ({ status: 'ERROR', alert: { message } });
const failed = (error: string) => ({ search_metadata: { status: 'Error' }, error });
test.each<[string, law.LegalFake, (said: string) => object]>([
  ['search_statutes', legiscan([]), alert],
  ['search_web', serpapi([]), failed],
])('%s: a long refusal that is cut within the key shows none of it', async (name, api, refusal) => {
  const { call } = await serverWith(api);
  // Wherever the text is cut.
  for (const words of [48, 57, 58, 60, 61]) {
    api.instead.push(json(200, refusal('No. '.repeat(words) + FAKE_KEY)));
    const { isError, content } = await call(name, name === 'search_web' ? BERTH : VIRGINIA);
    expect([isError, content]).toEqual([true, expect.stringContaining('No. No. ')]);
    expect(content).not.toContain(FAKE_KEY.slice(0, 5));
  }
});

const services: [string, law.LegalFake, JsonObject][] = [
  ['search_opinions', courtListener([]), BERTH],
  ['search_statutes', legiscan([]), VIRGINIA],
  ['search_govinfo', govinfo([]), BERTH],
  ['search_openalex', openalex([]), BERTH],
  ['search_web', serpapi([]), BERTH],
];

describe.each(services)('%s', (name, api, input) => {
  test('is there only when its service is configured', async () => {
    const { services: none } = readLawSettings(new SettingsReader({}));
    expect(legalResearchTools(none)).toEqual([]);
    const { services } = readLawSettings(new SettingsReader(api.env('http://127.0.0.1:9')));
    expect(legalResearchTools(services).map((tool) => tool.name)).toEqual([name]);
  });

  test('goes nowhere by a redirect, with key and question', async () => {
    const elsewhere = await FakeServer.start(serpapi([]));
    open.push(elsewhere);
    api.instead.push({ status: 307, headers: { location: `${elsewhere.url}/x` }, body: [] });
    const { call } = await serverWith(api);
    const { isError, content } = await call(name, input);
    expect([isError, content]).toEqual([true, expect.stringContaining('redirect')]);
    expect(elsewhere.requests).toEqual([]);
  });

  test('that is down is an error without the key, and says how to continue', async () => {
    const { fake, call } = await serverWith(api);
    await fake.close();
    open.pop();
    const { isError, content } = await call(name, input);
    const said = /could not be asked: it cannot be reached: .*ECONNREFUSED.*Continue with/;
    expect([isError, content]).toEqual([true, expect.stringMatching(said)]);
    expect(content).not.toContain(FAKE_KEY);
  });

  test('that refuses the key does not show it', async () => {
    const key = 'some-other-key-9876';
    const [variable = ''] = Object.keys(api.env('')).filter((one) => one.endsWith('_KEY'));
    const { fake, call } = await serverWith(api, { [variable]: key });
    const { isError, content } = await call(name, input);
    expect([isError, fake.requests.length]).toEqual([true, 1]);
    expect(content).not.toContain(key);
  });

  test('that answers a page is an error', async () => {
    api.instead.push({ status: 200, headers: { 'content-type': 'text/html' }, body: ['<html>'] });
    const { call } = await serverWith(api);
    expect((await call(name, input)).content).toContain('something that is no JSON object');
  });
});

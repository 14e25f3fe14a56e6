import type { RequestListener } from 'node:http';
import { secretsIn } from '../../foundation/secrets.js';
import { SettingsReader } from '../../foundation/settings-reader.js';
import { serve } from '../../../test/support/http-server.js';
import { readLawSettings, explorerProbe } from './plugin.js';
import type { GraphStats } from './graph/node-lines.js';
import { missingSources } from './legal-research/search-tools.js';
import { graphSection } from './agent.js';

const { signal } = new AbortController();
const settings = (env: Record<string, string>) => readLawSettings(new SettingsReader(env));

test('nothing outside is asked unless it is configured, and the explorer is on this machine', () => {
  const explorer = { explorerUrl: 'http://127.0.0.1:3002', isExplorerUrlSet: false };
  expect(settings({})).toEqual({ ...explorer, services: {}, sampleCases: true });
});

test('the explorer is where its port or its address says', () => {
  expect(settings({ EXPLORER_PORT: '4002' }).explorerUrl).toBe('http://127.0.0.1:4002');
  const env = { EXPLORER_PORT: '4002', EXPLORER_URL: 'http://graph.example/x/' };
  const graph = { explorerUrl: 'http://graph.example/x', isExplorerUrlSet: true };
  expect(settings(env)).toMatchObject(graph);
});

test.each([
  ['COURTLISTENER', 'courtListener', 'https://www.courtlistener.com'],
  ['LEGISCAN', 'legiScan', 'https://api.legiscan.com'],
  ['GOVINFO', 'govInfo', 'https://api.govinfo.gov'],
  ['OPENALEX', 'openAlex', 'https://api.openalex.org'],
  ['SERPAPI', 'serpApi', 'https://serpapi.com'],
])('%s is there with a key, or with an address', (name, service, usual) => {
  const key = { [`${name}_API_KEY`]: 'a-key-of-it' };
  expect(settings(key).services).toEqual({ [service]: { baseUrl: usual, apiKey: 'a-key-of-it' } });
  expect(secretsIn(key)).toContain('a-key-of-it');
  const address = { [`${name}_BASE_URL`]: 'http://127.0.0.1:9/' };
  expect(settings(address).services).toEqual({ [service]: { baseUrl: 'http://127.0.0.1:9' } });
});

test.each<[Record<string, string>, boolean]>([
  [{ DATABASE_URL: 'postgres://x/y' }, false],
  [{ DATABASE_URL: 'postgres://x/y', SAMPLE_CASES: 'on' }, true],
  [{ SAMPLE_CASES: 'off' }, false],
])('%j: samples %s', (env, expected) => expect(settings(env).sampleCases).toBe(expected));

describe('the explorer as health tells of it', () => {
  test('an explorer that has answered and crashed is down, not off', async () => {
    const server = await serve((_request, response) => void response.end('{"data":{}}'));
    const probe = explorerProbe({ explorerUrl: server.url, isExplorerUrlSet: false });
    expect(await probe(signal)).toMatchObject({ state: 'ok' });
    await server.close();
    const detail = expect.stringContaining('answered before');
    expect(await probe(signal)).toMatchObject({ state: 'down', detail });
  });

  describe('explorer', () => {
    const explorer = async (listener: RequestListener) => {
      const server = await serve(listener);
      const probe = explorerProbe({ explorerUrl: server.url, isExplorerUrlSet: true });
      return probe(signal).finally(() => server.close());
    };

    test('that answers GraphQL is there', async () => {
      const found = await explorer(({ method, url }, response) => {
        const isAsked = method === 'POST' && url === '/graphql';
        response.end(JSON.stringify(isAsked ? { data: { __typename: 'Query' } } : {}));
      });
      expect(found).toEqual({ state: 'ok', detail: 'answers' });
    });

    test('that answers a page, or nothing, is down where it was configured', async () => {
      const down = { state: 'down', detail: expect.stringContaining('EXPLORER_URL') };
      expect(await explorer((_request, response) => void response.end('<html>'))).toEqual(down);
      const law = { explorerUrl: 'http://127.0.0.1:1', isExplorerUrlSet: true };
      expect(await explorerProbe(law)(signal)).toEqual(down);
    });
  });
});

const stats = (nodes: number): GraphStats => ({
  nodes,
  edges: 1,
  embeddings: 0,
  edgeTypes: [{ type: 'cites', count: 1 }],
  nodeTypes: Object.entries({ section: 150, title: 8 }).map(([type, count]) => ({ type, count })),
  laws: ['Harbour Ordinance', 'Court Ordinance'],
});

test.each([
  [
    stats(158),
    'The knowledge graph holds 158 nodes (section: 150, title: 8) and 1 connection (cites: 1). Its bodies of rules: Harbour Ordinance; Court Ordinance. What is asked of another law is not here: say so, and name these.',
  ],
  [stats(0), 'The knowledge graph is empty: it holds no laws or ordinances yet.'],
  [undefined, expect.stringMatching(/^The knowledge graph is away .* tools will fail/)],
])('of %j', async (snapshot, expected) =>
  expect(await graphSection({ snapshot: async () => snapshot })(signal)).toEqual(expected),
);

test('names the sources outside that are not configured', async () => {
  const services = { openAlex: { baseUrl: 'https://open-alex.example' } };
  const section = graphSection({ snapshot: async () => stats(0) }, missingSources(services));
  const text = await section(signal);
  expect(text).toMatch(/Not configured on this server: CourtListener .*SerpApi/);
  expect(text).not.toContain('OpenAlex');
});

import { FakeServer } from '../../../test/support/fakes/fake-server.js';
import { parametersOf, openalex, work, page, serpapi } from '../../../test/support/fakes/legal.js';
import { taskOf } from '../../../test/support/research-steps.js';
import { SettingsReader } from '../../foundation/settings-reader.js';
import * as outside from '../../knowledge/outside/services/outside-sources.js';
import { withDefaults, newState } from './state-reader.js';
import type { ResearchState, ResearchTask } from './state.js';
import { outsidePart } from './sources/attribute-step.js';
import { MOST_OUTSIDE, searchOutside } from './research-steps.js';

const open: FakeServer[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((fake) => fake.close()))));

async function started(...fakes: Parameters<typeof FakeServer.start>[0][]) {
  const servers = await Promise.all(fakes.map((fake) => FakeServer.start(fake)));
  open.push(...servers);
  const env = Object.assign({}, ...servers.map((server) => server.env)) as Record<string, string>;
  const services = outside.readOutsideServices(new SettingsReader(env));
  return { servers, lookups: outside.outsideLookups(outside.createOutsideSources(services)) };
}

const { signal } = new AbortController();
const task = (id: number, origin: ResearchTask['origin'] = 'user') =>
  taskOf(id, { task: `Aufgabe ${id}?`, context: 'geheim', origin });
const asked = (...tasks: ResearchTask[]): ResearchState => {
  const begun = { query: 'Frage', kb: 'k', options: withDefaults({}), isOutside: true };
  return { ...newState(begun, ['SerpAPI', 'OpenAlex']), tasks };
};

/** Every step until nothing is left to be searched. */
async function all(state: ResearchState, lookups: Parameters<typeof searchOutside>[1]) {
  let now = state;
  do now = { ...now, ...(await searchOutside(now, lookups, signal)) };
  while (now.outside?.searches.some((search) => search.state === 'pending'));
  return now;
}

test('each approved task is searched once in each service, one search a step, and nothing else leaves', async () => {
  const { servers, lookups } = await started(serpapi([page()]), openalex([work()]));
  const first = asked(task(1), task(2), task(3, 'found'));
  const one = { ...first, ...(await searchOutside(first, lookups, signal)) };
  const states = one.outside?.searches.map(({ state }) => state);
  expect(states).toEqual(['done', 'pending', 'pending', 'pending']);
  const done = await all(one, lookups);
  const sent = servers.flatMap(({ requests }) => requests.map(parametersOf));
  const given = sent.flatMap(({ q, search }) => q ?? search ?? []);
  expect(given).toEqual(['Aufgabe 1?', 'Aufgabe 2?', 'Aufgabe 1?', 'Aufgabe 2?']);
  expect(JSON.stringify(sent)).not.toContain('geheim');
  const place = '2 days ago, https://news.example.com/harbor';
  expect(outsidePart(done, 'de')?.items).toEqual([
    expect.stringContaining('keine Aussage des Berichts ruht auf ihnen'),
    expect.stringContaining(`Außerhalb (SerpAPI): Harbor expansion approved, ${place}`),
    expect.any(String),
  ]);
});

test('there is a limit for all services together', async () => {
  const { servers, lookups } = await started(serpapi([page()]), openalex([work()]));
  const tasks = Array.from({ length: MOST_OUTSIDE }, (_, at) => task(at + 1));
  const done = await all(asked(...tasks), lookups);
  expect(done.outside?.searches).toHaveLength(MOST_OUTSIDE);
  expect(servers.map(({ requests }) => requests.length)).toEqual([3, 3]);
});

test('a service that fails is told of, and the others are asked', async () => {
  const { servers, lookups } = await started(openalex([work()]));
  await servers[0]?.close();
  open.length = 0;
  const done = await all(asked(task(1)), lookups);
  expect(done.outside?.searches).toMatchObject([{ state: 'failed', results: [] }]);
  expect(outsidePart(done, 'en')?.items[1]).toBe(
    'Outside (OpenAlex): the search for “Aufgabe 1?” failed; what there is is missing.',
  );
});

import { expect, it } from '@jest/globals';
import { toolDocument } from './document.js';
import { WordIndex } from './word-index.js';

const document = (name: string, description: string) =>
  toolDocument({ name, description, examples: [], inputSchema: {} });
const DOCUMENTS = [
  document('list_labels', 'Lists the labels of a repository.'),
  document('delete_label', 'Removes a label for good.'),
  document('get_weather', 'The weather of a city.'),
];
const ALL = { minScore: 0, allowed: new Set(DOCUMENTS.map(({ name }) => name)) };
const find = async (message: string, options = { ...ALL, topK: 1 }) =>
  (await WordIndex.of(DOCUMENTS)).query(message).top(options);

it.each([
  ['what is the weather in Paris?', 'get_weather'],
  ['removing this label', 'delete_label'],
  ['list all repositories', 'list_labels'],
])('finds for %j %s', async (message, name) => {
  expect(await find(message)).toMatchObject([{ name }]);
});

it('finds only what is allowed, and nothing in an empty catalogue', async () => {
  const allowed = new Set(['list_labels']);
  const found = await find('weather', { ...ALL, topK: 5, allowed });
  expect(found.map(({ name }) => name)).toEqual(['list_labels']);
  expect((await WordIndex.of([])).query('weather').top({ ...ALL, topK: 5 })).toEqual([]);
});

it('knows how much of a message any tool speaks of', async () => {
  const index = await WordIndex.of(DOCUMENTS);
  expect(index.query('weather city').known).toBe(1);
  expect(index.query('quantum chromodynamics').known).toBe(0);
  const half = index.query('weather quantum').known;
  expect(half).toBeGreaterThan(0.2);
  expect(half).toBeLessThan(0.8);
});

import { expect, it } from '@jest/globals';
import { toolDocument } from './document.js';
import { WordIndex } from './word-index.js';

const document = (
  name: string,
  description: string,
  operation?: { method: string; path: string },
) =>
  toolDocument({
    name,
    description,
    examples: [],
    inputSchema: {},
    ...(operation && { operation }),
  });
const DOCUMENTS = [
  document('list_labels', 'Labels of a repository.', { method: 'GET', path: '/labels' }),
  document('delete_label', 'Labels of a repository.', { method: 'DELETE', path: '/labels' }),
  document('get_weather', 'The weather of a city.'),
];
const ALL = { minScore: 0, allowed: new Set(DOCUMENTS.map(({ name }) => name)) };
const find = async (message: string, options = { ...ALL, topK: 1 }) =>
  (await WordIndex.of(DOCUMENTS)).query(message).top(options);

it.each([
  ['what is the weather in Paris?', 'get_weather'],
  ['kill this label', 'delete_label'],
  ['who made these labels?', 'list_labels'],
])('finds for %j %s', async (message, name) => {
  expect(await find(message)).toMatchObject([{ name }]);
});

it('finds only what is allowed, and nothing in an empty catalogue', async () => {
  const allowed = new Set(['list_labels']);
  const found = await find('weather', { ...ALL, topK: 5, allowed });
  expect(found.map(({ name }) => name)).toEqual(['list_labels']);
  expect((await WordIndex.of([])).query('weather').top({ ...ALL, topK: 5 })).toEqual([]);
});

import { toolDocument } from './document.js';
import { WordIndex } from './word-index.js';

const document = (name: string, description: string) =>
  toolDocument({ name, description, examples: [], inputSchema: {} });
const DOCUMENTS = [
  document('list_labels', 'Lists the labels of a repository.'),
  document('delete_label', 'Removes a label for good.'),
  document('get_weather', 'The weather of a city.'),
  document('open_account', 'Legt ein Bankkonto an.'),
];
const ALL = { topK: 1, minScore: 0, allowed: new Set(DOCUMENTS.map(({ name }) => name)) };

it.each([
  ['what is the weather in Paris?', 'get_weather'],
  ['removing this label', 'delete_label'],
  ['list all repositories', 'list_labels'],
  ['Eröffne mir ein Girokonto', 'open_account'],
])('finds for %j %s', async (message, name) => {
  expect((await WordIndex.of(DOCUMENTS)).query(message).top(ALL)).toMatchObject([{ name }]);
});

it('knows how much of a message any tool speaks of', async () => {
  const index = await WordIndex.of(DOCUMENTS);
  expect(index.query('weather city').known).toBe(1);
  expect(index.query('quantum chromodynamics').known).toBe(0);
  const half = index.query('weather quantum').known;
  expect(half).toBeGreaterThan(0.2);
  expect(half).toBeLessThan(0.8);
});

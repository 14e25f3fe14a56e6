import fc from 'fast-check';
import type { JsonObject } from '../../../../foundation/json.js';
import { OPTIONS } from '../../../../../test/support/openapi/one-operation.js';
import { prepareDocument } from '../prepare-document.js';
import { holds } from '../../../../../test/support/property.js';
import { distinctTitles, operationWords, ownSentences, fieldWords } from './operation-text.js';

const ok = { responses: { 200: { description: 'ok' } } };

function shown(parameter: JsonObject, components: JsonObject = {}) {
  const parameters = [{ in: 'query', name: 'day', ...parameter }];
  const paths = { '/a': { get: { ...ok, parameters } } };
  const document = { openapi: '3.0.3', info: { title: 'A', version: '1' }, paths, components };
  const { operations } = prepareDocument(JSON.stringify(document), OPTIONS);
  const { properties } = operations[0]?.shownSchema as { properties: { day: JsonObject } };
  return properties.day['description'];
}

const schema = { type: 'string' };
const late = { $ref: '#/components/examples/Late' };
test.each<[string, JsonObject, string | undefined]>([
  ['one', { schema, example: '2024-05' }, 'For example "2024-05".'],
  [
    'named ones, a reference among them',
    { schema, description: 'The day.', examples: { a: { value: '2024-05-01' }, b: late } },
    'The day. For example "2024-05-01", "2031-12-31".',
  ],
  ['those of its schema', { schema: { ...schema, example: 'today' } }, 'For example "today".'],
  [
    'of a parameter with content',
    { content: { 'application/json': { schema: { type: 'object' }, example: { a: 1 } } } },
    'For example {"a":1}.',
  ],
  ['none that is too long', { schema, example: 'x'.repeat(200) }, undefined],
  ['no text for a number', { schema: { type: 'integer' }, example: '7' }, undefined],
  ['0 is one', { schema: { type: 'integer' }, example: 0 }, 'For example 0.'],
])('examples of a parameter reach the model: %s', (_name, parameter, expected) => {
  expect(shown(parameter, { examples: { Late: { value: '2031-12-31' } } })).toBe(expected);
});

const VAN = 'Book a van for a day.';

test.each([
  ['a summary alone', 'Book a van', undefined, 'Book a van'],
  ['a description alone', undefined, 'Books one.', 'Books one.'],
  ['both', 'Book a van', 'For one day.', 'Book a van. For one day.'],
  ['one that begins with the other', 'Book a van', VAN, VAN],
  ['neither', undefined, undefined, 'POST /bookings'],
])('the model reads %s', (_name, summary, description, told) => {
  const place = { id: 'book', method: 'POST', pathTemplate: '/bookings', tags: [] };
  expect(operationWords({ ...place, summary, description }).description).toBe(told);
});

describe('titles that repeat', () => {
  type Told = [method: string, pathTemplate: string, title: string, description?: string];
  const operation = (...[method, pathTemplate, title, description = `${title}.`]: Told) => ({
    method,
    pathTemplate,
    title,
    description,
  });
  const titles = (...operations: ReturnType<typeof operation>[]) =>
    distinctTitles(operations).map(({ title }) => title);

  test('say what they are about, as far as the path tells it', () => {
    const tables = Array.from({ length: 40 }, (_, n) => `table_${n}`);
    const made = tables.map(
      (table) => ['PATCH', `/items/${table}/{id}`, 'Update an item'] as const,
    );
    expect(titles(...made.map((one) => operation(...one)))).toEqual(
      tables.map((table) => `Update an item: ${table}`),
    );
  });

  test('say the whole place where the words of the path are the same', () => {
    const [one, two] = distinctTitles([
      operation('GET', '/users', 'Users', 'Users. All of them.'),
      operation('POST', '/users', 'users', 'users'),
    ]);
    const description = 'Users: GET /users. All of them.';
    expect(one).toMatchObject({ title: 'Users: GET /users', description });
    expect(two?.title).toBe('users: POST /users');
  });

  test('those that do not repeat stay as they are', () => {
    const single = operation('GET', '/users', 'List users');
    expect(distinctTitles([single, operation('GET', '/orders', 'List orders')])[0]).toBe(single);
  });
});

describe('sentences of its own', () => {
  const SCOPE = 'Tokens need the repo scope to use this endpoint.';

  test('leaves out what more than eight say, and nothing else', () => {
    const firsts = Array.from({ length: 9 }, (_, nth) => `Lists things of kind ${nth}.`);
    const texts = firsts.map((first) => `${first} ${SCOPE} Note: new!`);
    expect([ownSentences(texts), ownSentences(texts.slice(1))]).toEqual([firsts, texts.slice(1)]);
  });

  test('the first sentence stays, whoever shares it', () => {
    const texts = Array.from({ length: 20 }, () => 'Lists all. Paged.');
    expect(ownSentences(texts)).toEqual(texts.map(() => 'Lists all.'));
  });

  test('a sentence counts once for each text, and few texts stay as they are', async () => {
    const twice = `${SCOPE} ${SCOPE}`;
    expect(ownSentences([twice, twice, twice, twice, twice])).toEqual(Array(5).fill(twice));
    await holds([fc.array(fc.string(), { maxLength: 8 })], (some) => {
      const texts = some.map((text) => text.replace(/\s+/g, ' '));
      expect(ownSentences(texts)).toEqual(texts);
    });
  });
});

describe('the words of fields', () => {
  const schema = (...names: string[]) => ({
    properties: Object.fromEntries(names.map((name) => [name, { description: `The ${name}.` }])),
  });

  test('fields that most operations have are left out, nested ones are not', () => {
    const common = Array.from({ length: 9 }, () => schema('page'));
    const page = { description: 'The page.' };
    const own = { properties: { page, body: { items: schema('colour') } } };
    const words = fieldWords([...common, own]);
    expect(words[0]).toEqual({ names: '', words: '' });
    expect(words.at(-1)).toEqual({ names: ' (body, colour)', words: 'body colour The colour.' });
  });

  test('a name that means something else stays', () => {
    const common = Array.from({ length: 9 }, () => schema('state'));
    const own = { properties: { state: { description: 'Where the alert is in its life.' } } };
    const { words } = fieldWords([...common, own]).at(-1) ?? {};
    expect(words).toBe('state Where the alert is in its life.');
  });
});

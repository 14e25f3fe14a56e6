import { useOpened } from '../../../../../test/support/use-opened.js';
import { text as textOf } from 'node:stream/consumers';
import fc from 'fast-check';
import { holds } from '../../../../../test/support/property.js';
import { type JsonObject, valueAt } from '../../../../foundation/json.js';
import { serve } from '../../../../../test/support/http-server.js';
import { OPTIONS } from '../../../../../test/support/openapi/one-operation.js';
import { createReadClient } from '../../backend-client.js';
import type { ToolCall } from '../../../tool.js';
import { documentTools } from '../document-tools.js';
import { prepareDocument } from '../prepare-document.js';
import { pathText, type Styled } from './serialize-parameter.js';

const styled = (style: Styled['style'], explode: boolean) => ({ name: 'color', style, explode });
const list = ['blue', 'black'];
const object = { R: 100, G: 200 };

/** The tables of the specification, one style a line. */
test.each<[Styled['style'], boolean, string, string, string]>([
  ['simple', false, 'blue', 'blue,black', 'R,100,G,200'],
  ['simple', true, 'blue', 'blue,black', 'R=100,G=200'],
  ['label', false, '.blue', '.blue,black', '.R,100,G,200'],
  ['label', true, '.blue', '.blue.black', '.R=100.G=200'],
  ['matrix', false, ';color=blue', ';color=blue,black', ';color=R,100,G,200'],
  ['matrix', true, ';color=blue', ';color=blue;color=black', ';R=100;G=200'],
])('a style in the path: %s, explode %s', (style, explode, scalar, asList, asObject) => {
  const write = (value: unknown) => pathText(styled(style, explode), value, encodeURIComponent);
  expect([write('blue'), write(list), write(object)]).toEqual([scalar, asList, asObject]);
});

const text = { type: 'string' };
const own = (name: string, place: string, schema: JsonObject, more = {}): JsonObject => ({
  name,
  in: place,
  schema,
  ...more,
});
const id = own('id', 'path', { type: 'integer' }, { required: true });
const filter = own('filter', 'query', { type: 'object' }, { style: 'deepObject', explode: true });
const schema = { type: 'object', properties: { name: text, 'content-type': text } };
const put = {
  operationId: 'putItem',
  parameters: [
    id,
    own('name', 'query', text),
    own('tags', 'query', { type: 'array', items: text }),
    filter,
    own('X-Trace', 'header', text),
    own('Authorization', 'header', text),
  ],
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: { 200: { description: 'ok' } },
};
const parameters = [own('name', 'path', text, { required: true })];
const document = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  paths: { '/shops/{name}/items/{id}.json/': { parameters, put } },
};

const [tool] = documentTools('api', prepareDocument(JSON.stringify(document), OPTIONS));

interface Seen {
  url: string;
  headers: JsonObject;
  body: string;
}

let seen: Seen;
const server = useOpened(() =>
  serve((request, response) => {
    void textOf(request).then((body) => {
      seen = { url: request.url ?? '', headers: request.headers, body };
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }),
);

/** Whatever the method, as these tests are about what arrives. */
const client = () =>
  createReadClient({ baseUrl: server.url, signal: new AbortController().signal }, () => true);

async function call(input: JsonObject): Promise<Seen> {
  tool?.check(input);
  await tool?.execute(input, { read: client() } as ToolCall);
  return seen;
}

test('property: whatever the arguments say arrives, and nothing else', async () => {
  const anyText = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((one) => one !== '.' && one !== '..');
  const input = fc.record(
    {
      name: anyText,
      id: fc.integer(),
      name_in_query: anyText,
      tags: fc.array(anyText, { minLength: 1, maxLength: 3 }),
      filter: fc.dictionary(anyText, anyText, { minKeys: 1, maxKeys: 2 }),
      X_Trace: fc.stringMatching(/^[!-~]{1,10}$/),
      body: fc.record({ name: anyText }),
    },
    { requiredKeys: ['name', 'id', 'body'] },
  );
  await holds([input], { numRuns: 60 }, async (given) => {
    const arrived = await call(given);
    const url = new URL(arrived.url, 'http://shop.example');
    const parts = url.pathname.split('/').map(decodeURIComponent);
    expect(parts).toEqual(['', 'shops', given.name, 'items', `${given.id}.json`, '']);
    expect(url.searchParams.get('name') ?? undefined).toBe(given.name_in_query);
    expect(url.searchParams.getAll('tags')).toEqual(given.tags ?? []);
    const filters = [...url.searchParams].filter(([name]) => name.startsWith('filter['));
    expect(Object.fromEntries(filters.map(([name, value]) => [name.slice(7, -1), value]))).toEqual(
      given.filter ?? {},
    );
    expect(arrived.headers['x-trace']).toBe(given.X_Trace);
    expect(arrived.headers['authorization']).toBeUndefined();
    expect(JSON.parse(arrived.body)).toEqual(given.body);
  });
});

test('a name that Gemini would refuse is written as its alias and sent as itself', async () => {
  const fields = valueAt(tool?.inputSchema, '/properties/body/properties') as JsonObject;
  const alias = Object.keys(fields)[1] ?? '';
  expect(alias).toMatch(/^content_type_[0-9a-f]{6}$/);
  const arrived = await call({ name: 'a', id: 1, body: { [alias]: 'x' } });
  expect(JSON.parse(arrived.body)).toEqual({ 'content-type': 'x' });
});

test.each<[string, JsonObject]>([
  ['nothing', { name: '', id: 1, body: {} }],
  ['half a character', { name: 'a\ud83d', id: 1, body: {} }],
  ['a line break in a header', { name: 'a', id: 1, X_Trace: 'a\r\nEvil: 1', body: {} }],
  ['an argument too many', { name: 'a', id: 1, Authorization: 'x', body: {} }],
  ['a missing argument', { name: 'a', body: {} }],
])('%s is refused and nothing is sent', async (_name, input) => {
  seen = { url: 'nothing', headers: {}, body: '' };
  await expect(call(input)).rejects.toMatchObject({ code: 'invalid_arguments' });
  expect(seen.url).toBe('nothing');
});

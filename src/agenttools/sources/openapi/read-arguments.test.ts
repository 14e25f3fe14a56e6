import {
  arrives,
  callOf,
  type Case,
  closed,
  DOCUMENT,
  isRefused,
  object,
  operationOf,
  OPTIONS,
  query,
  ref,
  type Seen,
  send,
  type Sent,
  useBackend,
  string,
  toolsOf,
} from '../../../../test/support/openapi/one-operation.js';
import { writeJson } from '../../../foundation/exact-json.js';
import { ExactNumber } from '../../../foundation/exact-number.js';
import type { JsonObject } from '../../../foundation/json.js';
import { documentTools } from './document-tools.js';
import { payloadCheck } from './read-arguments.js';
import { prepareDocument } from './prepare-document.js';

useBackend();

describe('20: null is left out where something may be left out', () => {
  const search = {
    method: 'get',
    parameters: [
      { name: 'q', in: 'query', required: true, schema: string },
      query('page', { type: 'integer' }),
      query('sort', { type: 'string', enum: ['a', 'b'] }),
      query('from', { type: 'string', nullable: true }),
    ],
  };
  const due = { type: 'string', nullable: true };
  const fields = { name: string, note: string, due, at: object({ city: string }) };
  const make = { schema: object(fields, { required: ['name'] }) };

  test('parameters', async () => {
    const input = { q: 'x', page: null, sort: null, from: null };
    expect(await send(toolsOf(search), input)).toEqual({ url: '/x?q=x' });
  });

  test('fields of a body, said in a note; those that may be null stay', async () => {
    const input = { body: { name: 'a', note: null, due: null, at: { city: null } } };
    const tools = toolsOf(make);
    expect(await send(tools, input)).toEqual({ url: '/x', body: { name: 'a', due: null, at: {} } });
    const said = ['"body.note" was null', '"body.at.city"'];
    const notes = said.map((part) => expect.stringContaining(part));
    expect((await tools[0]?.execute(input, callOf()))?.result).toMatchObject({ notes });
  });

  test('what is required is refused', async () => {
    expect(await send(toolsOf(search), { q: null })).toMatch(/"q" must be of type string/);
    await isRefused(make, { name: null }, /"body.name" must be of type string/);
  });
});

describe('25: names that every object seems to have', () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
  const text = names.map((name) => `"${name}": {"type": "string"}`).join();
  const fields = JSON.parse(`{${text}}`) as JsonObject;

  test.each(names)('the field %s', async (name) => {
    const one = { schema: object(fields, closed) };
    const [tool] = toolsOf(one);
    const shown = (tool?.inputSchema['properties'] as { body: { properties: JsonObject } }).body;
    const argument = Object.keys(shown.properties)[names.indexOf(name)] as string;
    const body = JSON.parse(`{"${argument}": "x"}`) as JsonObject;
    const arrived = (await send(toolsOf(one), { body })) as Seen;
    expect(JSON.stringify(arrived.body)).toBe(`{"${name}":"x"}`);
  });

  test.each(['constructor', 'toString', 'valueOf'])('the parameter %s', async (name) => {
    const one = { method: 'get', parameters: [query(name, string), query('q', string)] };
    expect(await send(toolsOf(one), { q: 'x' })).toEqual({ url: '/x?q=x' });
    expect(await send(toolsOf(one), { [name]: 'y' })).toEqual({ url: `/x?${name}=y` });
  });

  test.each(names)('the required field %s that is not there', (name) =>
    isRefused({ schema: { type: 'object', required: [name] } }, {}, /is missing/),
  );

  test.each(names)('the schema and the operation %s', (name) => {
    const schema = { $ref: `#/components/schemas/${name}` };
    const requestBody = { content: { 'application/json': { schema } } };
    const post = { operationId: name, requestBody, responses: {} };
    const schemas = JSON.parse(`{"${name}": {"type": "integer"}}`) as JsonObject;
    const version = { ...DOCUMENT, openapi: '3.1.0' };
    const document = { ...version, paths: { '/x': { post } }, components: { schemas } };
    const [tool] = documentTools('api', prepareDocument(JSON.stringify(document), OPTIONS));
    expect(tool?.examples).toEqual([]);
    expect(() => tool?.check({ body: 'x' })).toThrow(/"body" must be of type integer/);
    expect(() => tool?.check({ body: 1 })).not.toThrow();
  });
});

const labels = { type: 'object', additionalProperties: string };
const schema = object({ note: string, labels, at: { type: 'string', format: 'date-time' } });
const proposed = async (one: Case, body: JsonObject) => {
  const tools = toolsOf({ ...one, more: { patterns: {}, ...one.more } });
  const { result, signals } = (await tools[0]?.execute({ body }, callOf())) ?? {};
  const [signal] = signals ?? [];
  if (signal?.type !== 'preview') throw new Error('nothing was proposed');
  return { result, preview: signal.preview };
};

test('a write says on its preview and to the model how its arguments were read', async () => {
  const said = ['"body.note" was null', 'UTC offset'].map((part) => expect.stringContaining(part));
  const { result, preview } = await proposed({ schema }, { note: null, at: '2026-01-31T12:00' });
  expect(preview.payload).toMatchObject({ body: { at: '2026-01-31T12:00' } });
  expect(result).toMatchObject({ notes: expect.arrayContaining(said) });
  expect(preview.extra?.['notes']).toEqual(expect.arrayContaining(said));
});

test('a write keeps null in a merge patch, where it takes a field away, also once it is decided on', async () => {
  const more = { conventions: { patch: 'merge' as const }, patterns: {} };
  const one = { schema, method: 'patch', more };
  const { preview } = await proposed(one, { note: null, labels: { old: null } });
  expect(preview.payload).toMatchObject({ body: { note: null, labels: { old: null } } });
  const document = { ...DOCUMENT, paths: { '/x': { patch: operationOf(one) } } };
  const prepared = prepareDocument(JSON.stringify(document), { ...OPTIONS, ...more });
  expect(payloadCheck('api', prepared)(preview.payload)).toEqual([]);
  const wrong = { ...preview.payload, body: { note: [5] } };
  expect(payloadCheck('api', prepared)(wrong)).toHaveLength(1);
});

describe('a PATCH names what changes', () => {
  const Address = object({ city: string, zip: string }, { required: ['city', 'zip'] });
  const all = { type: 'array', items: ref('Address') };
  const fields = { name: string, size: { type: 'integer' }, at: ref('Address'), all };
  const schema = object(fields, { required: ['name', 'size'] });
  const patch = { method: 'patch', schema, schemas: { Address } };
  test.each<Sent>([
    ['one field', patch, { size: 2 }],
    ['one field inside', patch, { at: { city: 'x' } }],
    ['with allOf', { ...patch, schema: { allOf: [schema] } }, { name: 'x' }],
  ])('%s', (_name, one, body) => arrives(one, body));

  test('what a list holds is whole', () =>
    isRefused(patch, { all: [{ city: 'x' }] }, /"body.all.0.zip" is missing/));
  test('a PUT is whole', () =>
    isRefused({ ...patch, method: 'put' }, { size: 2 }, /"body.name" is missing/));
  test('conventions say that this one is strict', () => {
    const more = { conventions: { patch: 'strict' as const } };
    return isRefused({ ...patch, more }, { size: 2 }, /"body.name" is missing/);
  });
});

describe('texts of a format', () => {
  const of = (format: string) => ({ schema: object({ at: { type: 'string', format } }) });
  test.each<[string, string]>([
    ['date-time', '2026-01-31T12:00:00Z'],
    ['date-time', '2026-01-31T12:00:00+02:00'],
    ['date-time', '2026-01-31T12:00:00.123456-0500'],
    ['date-time', '2026-01-31T12:00:00'],
    ['date-time', '2026-01-31 12:00'],
    ['date-time', '2026-01-31'],
    ['uuid', '0198F8E2-0000-7000-8000-000000000001'],
    ['uuid', '0198f8e2000070008000000000000001'],
    ['email', 'root@localhost'],
    ['email', 'jürgen@example.de'],
    ['uri', '/images/a.png'],
    ['hostname', 'my_host'],
    ['uri-reference', '../a b'],
    ['made-up', 'x'],
  ])('%s takes %s', (format, at) => arrives(of(format), { at }));

  test.each<[string, string, RegExp]>([
    ['date-time', 'tomorrow', /must be a date and time such as 2026-01-31T12:00:00Z/],
    ['date-time', '2026-02-30T12:00:00Z', /must be a date and time/],
    ['date-time', '2026-01-31T25:00:00Z', /must be a date and time/],
    ['date', '31.1.2026', /must be a date such as 2026-01-31/],
    ['uuid', 'my-order', /must be a UUID such as/],
  ])('%s does not take %s', (format, at, sentence) => isRefused(of(format), { at }, sentence));

  test('a date-time without an offset is passed on with a note', async () => {
    const [tool] = toolsOf(of('date-time'));
    const result = async (at: string) => (await tool?.execute({ body: { at } }, callOf()))?.result;
    const notes = [expect.stringMatching(/"body.at" names no UTC offset/)];
    expect(await result('2026-01-31T12:00:00')).toEqual({ notes, answer: {} });
    expect(await result('2026-01-31T12:00:00Z')).toEqual({});
  });
});

describe('scalars of another type, where nothing is lost', () => {
  const typed = { n: { type: 'integer' }, s: string, b: { type: 'boolean' } };
  const both = { any: {}, both: { type: ['string', 'integer'] } };
  const one = { schema: object({ ...typed, ...both }), version: '3.1.0' };
  test.each<[JsonObject, JsonObject]>([
    [{ n: '5' }, { n: 5 }],
    [{ s: 5 }, { s: '5' }],
    [{ b: 'true' }, { b: true }],
    [
      { any: '5', both: '5' },
      { any: '5', both: '5' },
    ],
  ])('%j arrives as %j', async (body, expected) => {
    expect(await send(toolsOf(one), { body })).toEqual({ url: '/x', body: expected });
  });
  test.each<[JsonObject, RegExp]>([
    [{ n: '007' }, /"body.n" must be of type integer/],
    [{ n: '1.5' }, /"body.n" must be of type integer/],
    [{ b: 'yes' }, /"body.b" must be of type boolean/],
  ])('%j is refused', (body, sentence) => isRefused(one, body, sentence));
  test('a text of digits that no double has arrives as that number', async () => {
    const [tool] = toolsOf({ ...one, more: { patterns: {} } });
    const outcome = await tool?.execute({ body: { n: '12345678901234567890' } }, callOf());
    expect(writeJson(outcome?.signals)).toContain('"n":12345678901234567890');
  });
  test('a number that no double has arrives as a text', async () => {
    const body = { s: new ExactNumber('9007199254740993') };
    const arrived = { url: '/x', body: { s: '9007199254740993' } };
    expect(await send(toolsOf(one), { body })).toEqual(arrived);
  });
});

test('uniqueItems costs the length of the list, not its square', async () => {
  const one = { schema: { type: 'array', uniqueItems: true, items: { type: 'object' } } };
  const many = Array.from({ length: 9_900 }, (_, at) => ({ a: at }));
  const [tool] = toolsOf(one);
  const before = process.cpuUsage();
  tool?.check({ body: many });
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1500);
  const same = [JSON.parse('{"a":1,"b":2}'), JSON.parse('{"b":2,"a":1}')] as unknown[];
  await isRefused(one, same, /"body" must not have the same item twice/);
  await arrives(one, [{ a: 1 }, { a: '1' }, {}]);
});

test('a length is counted in characters, not in halves of them', async () => {
  const one = { schema: object({ s: { type: 'string', maxLength: 2, minLength: 2 } }) };
  await arrives(one, { s: '👍👍' });
  await isRefused(one, { s: '👍' }, /"body.s"/);
});

test.each(['^(a+)+$', '[', '(?<=x)y', '^\\p{L}+$'])('the pattern %s is never run', (pattern) =>
  arrives({ schema: object({ s: { type: 'string', pattern } }) }, { s: `${'a'.repeat(60)}!` }),
);

import { OWNER, useChanges } from '../../../../test/support/changes.js';
import type { JsonObject } from '../../../foundation/json.js';
import { findEnvelope, shapeOfValue } from './envelope.js';

const opened = useChanges();
const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const objectOf = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const text = { type: 'string' };

/** A backend of one path, whose read answers this. */
async function shown(
  stored: unknown,
  body: JsonObject,
  { read, sent, envelope }: { read?: JsonObject; sent?: JsonObject; envelope?: string } = {},
  method = 'patch',
): Promise<JsonObject> {
  const ok = { 200: { description: 'ok', ...(read === undefined ? {} : json(read)) } };
  const requestBody = json(sent ?? { type: 'object' });
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const operation = { operationId: 'change', requestBody, responses: ok };
  const path = { parameters, get: { operationId: 'read', responses: ok }, [method]: operation };
  opened.backend.readFault = () => ({ text: JSON.stringify(stored) });
  const at = envelope === 'none' ? '' : envelope;
  opened.harness.use({
    document: { openapi: '3.1.0', info: {}, paths: { '/things/{id}': path } },
    ...(at === undefined ? {} : { envelopes: [{ pattern: '* /**', at }] }),
  });
  return (await opened.harness.proposal('change', { id: '7', body })).extra ?? {};
}

const change = (path: string, before: string | number, value: string | number) => [
  { op: 'replace', path, before, value },
];

const noting = (note: RegExp) => expect.arrayContaining([expect.stringMatching(note)]);
const UNKNOWN = { protection: 'none', reversible: 'unknown' };
const uncompared = (note: RegExp) => ({ ...UNKNOWN, notes: noting(note) });

test('an object that has a field "data" itself is not unwrapped, with and without a schema', async () => {
  const stored = { id: '7', name: 'n', data: { id: '8', name: 'inner', x: 1 } };
  const properties = { id: text, name: text, data: objectOf({ id: text, name: text, x: {} }) };
  const read = objectOf(properties);
  const sent = objectOf({ name: text, data: properties.data });
  for (const schemas of [{}, { read, sent }, { read }, { sent }]) {
    const named = await shown(stored, { name: 'new' }, schemas);
    const inner = await shown(stored, { data: { x: 2 } }, schemas);
    expect(named['diff']).toEqual(change('/name', 'n', 'new'));
    expect(inner['diff']).toEqual(change('/data/x', 1, 2));
  }
});

test('the id of the request beside the object is not the object', async () => {
  const stored = { id: 'request-1', data: { id: '7', title: 'a' } };
  const shop = { diff: change('/title', 'a', 'b'), target: { label: 'a' } };
  expect(await shown(stored, { title: 'b' })).toMatchObject(shop);
});

test('what belongs to the object is not taken for it', async () => {
  const stored = { id: '7', email: 'x', owner: { id: '1', title: 'Dr.' } };
  const read = objectOf({ id: text, email: text, owner: objectOf({ id: text, title: text }) });
  for (const schemas of [{}, { read }]) {
    const extra = await shown(stored, { title: 'b' }, schemas);
    expect(extra).toMatchObject(uncompared(/could not be compared/));
    expect([extra['before'], extra['diff']]).toEqual([undefined, undefined]);
  }
});

test('the declared form decides, and an answer of another form is not compared', async () => {
  const read = objectOf({ data: objectOf({ id: text, title: text }) });
  const extra = await shown({ id: '7', title: 'a' }, { title: 'b' }, { read });
  expect(extra).toMatchObject(uncompared(/nothing at \/data/));
});

test('a wrapper whose content the document does not tell is seen in the answer', async () => {
  const read = objectOf({ success: { type: 'boolean' }, data: { type: ['object', 'null'] } });
  const stored = { success: true, data: { title: 'a' } };
  const extra = await shown(stored, { title: 'b' }, { read, sent: objectOf({ title: text }) });
  expect(extra['diff']).toEqual(change('/title', 'a', 'b'));
});

test('a field that cannot be read is set, not added, and cannot be undone', async () => {
  const read = objectOf({ data: objectOf({ id: text, email: text }) });
  const sent = objectOf({ email: text, pass: { type: 'string', writeOnly: true }, hint: text });
  const stored = { data: { id: '7', email: 'a' } };
  const extra = await shown(stored, { email: 'b', pass: 'p', hint: 'h' }, { read, sent });
  expect(extra['diff']).toEqual([
    ...change('/email', 'a', 'b'),
    { op: 'replace', path: '/pass', value: '••••••' },
    { op: 'replace', path: '/hint', value: 'h' },
  ]);
  const notes = noting(/not told by the backend for: pass, hint/);
  expect(extra).toMatchObject({ reversible: 'manual', notes });
});

test.each([
  ['none', { data: { title: 'a' }, title: 'top' }, change('/title', 'top', 'b')],
  ['/data', { id: '7', title: 'top', data: { title: 'a' } }, change('/title', 'a', 'b')],
  ['/rows/0', { rows: [{ title: 'a' }] }, change('/title', 'a', 'b')],
])('the operator says where the object is: %s', async (envelope, stored, diff) => {
  expect((await shown(stored, { title: 'b' }, { envelope }))['diff']).toEqual(diff);
});

test('what is sent beside the attributes of JSON:API is said, and not undone', async () => {
  const stored = { data: { type: 'things', id: '7', attributes: { title: 'a' } } };
  const attributes = { title: 'b' };
  const same = await shown(stored, { data: { type: 'things', id: '7', attributes } });
  expect(same).toMatchObject({ diff: change('/title', 'a', 'b'), reversible: 'undo' });
  const more = { data: { type: 'things', attributes, relationships: { owner: {} } } };
  const notes = noting(/not compared.*: relationships/);
  const part = { diff: change('/title', 'a', 'b'), reversible: 'manual', notes };
  expect(await shown(stored, more)).toMatchObject(part);
});

test.each<[string, (one: JsonObject) => JsonObject, (one: JsonObject) => JsonObject]>([
  ['wrapped in both, as Strapi', (data) => ({ data }), (data) => ({ data })],
  ['wrapped in what is sent, as Rails', (thing) => thing, (thing) => ({ thing })],
])('undo sends back what was there: %s', async (_name, read, sent) => {
  const { backend, harness } = opened;
  backend.stored.set('things', new Map([['7', { id: '7' }]]));
  backend.writes.length = 0;
  const body = sent({ title: 'b' });
  await shown(read({ id: '7', title: 'a' }), body);
  const { setId } = await harness.proposeAll(['change', { id: '7', body }]);
  await harness.changeSets.accept(OWNER, setId);
  const text = JSON.stringify(read({ id: '7', title: 'b' }));
  backend.readFault = () => ({ text });
  const undo = await harness.changeSets.undo(OWNER, setId);
  await harness.changeSets.accept(OWNER, undo.id);
  expect(backend.writes.map((write) => write.body)).toEqual([body, sent({ title: 'a' })]);
});

const post = { id: '7', title: 'a' };
const attributes = { title: 'b' };
const jsonApi = { type: 'things', id: '7', attributes };
const status = { id: 1, status: 'x' };
const twice = (place: string) => [place, place] as const;

/** What is read, what is sent, and where the object stands in each. */
test.each<[string, unknown, unknown, string, string?]>([
  ['a settings object on its own', { settings: { a: 1 }, x: 1 }, { x: 2 }, ''],
  ['a name at the top and inside', { name: 'a', data: { name: 'b' } }, { name: 'c' }, ''],
  ['a status of the answer', { status: 'ok', data: status }, { status: 'y' }, '/data'],
  ['nothing to compare with', { data: { id: 1, a: 1 } }, undefined, '/data'],
  ['a part with an id, nothing sent', { a: 1, owner: { id: 1 } }, undefined, ''],
  ['a list of things', { data: [{ id: 1 }] }, { a: 1 }, ''],
  ['data with more beside it', { status: 'ok', data: post, meta: {} }, attributes, '/data'],
  ['a result', { success: true, errors: [], result: post }, attributes, '/result'],
  ['an item', { item: post }, attributes, '/item'],
  ['the singular of the path', { thing: post }, attributes, '/thing'],
  ['two levels', { data: { thing: post } }, attributes, '/data/thing'],
  ['data in both, as Strapi', { data: post, meta: {} }, { data: attributes }, '/data', '/data'],
  ['the singular in what is sent, as Rails', post, { thing: attributes }, '', '/thing'],
  ['JSON:API', { data: jsonApi, links: {} }, { data: jsonApi }, ...twice('/data/attributes')],
])('%s', (_name, stored, sent, read, body = '') => {
  const found = findEnvelope('/things/{id}', shapeOfValue(stored), shapeOfValue(sent));
  expect(found).toMatchObject({ read, body });
});

import { useChanges, OWNER } from '../../../../test/support/changes.js';
import { newId } from '../../../foundation/ids.js';
import type { JsonObject } from '../../../foundation/json.js';

const opened = useChanges();
const ok = { responses: { 200: { description: 'ok' } } };
const query = (name: string) => ({ name, in: 'query', schema: { type: 'string' } });
const json = { content: { 'application/json': { schema: { type: 'object' } } } };
const any = { content: { 'application/json': { schema: {} } } };
const document: JsonObject = {
  openapi: '3.1.0',
  info: {},
  paths: {
    '/orders': {
      get: { operationId: 'list', parameters: [query('filter'), query('api_key')], ...ok },
      delete: {
        operationId: 'deleteAll',
        parameters: ['filter', 'older_than', 'api_key'].map(query),
        ...ok,
      },
      patch: { operationId: 'updateAll', parameters: [query('filter')], requestBody: json, ...ok },
      put: { operationId: 'putAll', requestBody: any, ...ok },
    },
  },
};

async function shown(answer: unknown, tool: string, input: JsonObject): Promise<JsonObject> {
  opened.harness.use({ document });
  opened.backend.readFault = () => ({ text: JSON.stringify(answer) });
  return (await opened.harness.proposal(tool, input)).extra ?? {};
}

const filter = '{"status":{"_eq":"draft"}}';
const orders = [
  { id: 1, status: 'draft' },
  { id: 2, status: 'draft' },
];

test.each<[string, unknown, number]>([
  ['a list', orders, 2],
  ['a wrapped list', { data: orders, meta: {} }, 2],
  ['JSON:API', { data: orders, included: [] }, 2],
  ['HAL', { _embedded: { orders }, _links: {}, page: { totalElements: 41 } }, 41],
  ['a page of more', { items: orders, page_info: { total_count: 41 } }, 41],
])('a write by a filter counts what a read with it finds: %s', async (_name, answer, count) => {
  for (const [tool, input] of [
    ['deleteAll', { filter }],
    ['updateAll', { filter, body: { status: 'published' } }],
  ] as const) {
    const extra = await shown(answer, tool, input);
    const found = `A read with the same filter finds ${count} records now. The filter: filter=${filter}.`;
    const notes = [found, expect.stringMatching(/cannot be undone here/)];
    const kept = { before: orders, reversible: 'manual', protection: 'recheck' };
    expect(extra).toMatchObject({ ...kept, notes });
    expect(extra['diff']).toBeUndefined();
  }
});

const settings = { theme: 'light', languages: ['en'], rows: [] };
test.each<[string, unknown, unknown, JsonObject[]]>([
  [
    'settings',
    { theme: 'light', rows: orders },
    { theme: 'dark', rows: orders },
    [{ path: '/theme' }],
  ],
  ['settings with more lists', settings, { ...settings, theme: 'dark' }, [{ path: '/theme' }]],
  ['a wrapped list of texts', { names: ['a'] }, { names: ['b'] }, [{ path: '/names/0' }]],
  ['an empty one', { names: [] }, { names: ['b'] }, [{ path: '/names' }]],
  ['a list of texts', ['a'], ['b', 'c'], [{ path: '' }]],
])('what is one thing is compared as one: %s', async (_name, stored, body, diff) => {
  const extra = await shown(stored, 'putAll', { body });
  expect(extra).toMatchObject({ before: stored, diff, reversible: 'undo', protection: 'recheck' });
  const { setId } = await opened.harness.proposeAll(['putAll', { body }]);
  opened.backend.fault = () => ({ kind: 'status', status: 204 });
  await opened.harness.changeSets.accept(OWNER, setId);
  const [back] = (await opened.harness.changeSets.undo(OWNER, setId)).steps;
  expect(JSON.parse(back?.shown.text ?? '')).toMatchObject({ method: 'PUT', body: stored });
});

test('without a filter it may be all; one that the list does not take is not counted', async () => {
  const all = await shown(orders, 'deleteAll', {});
  expect(all['notes']).toContainEqual(expect.stringMatching(/no filter.*all.*2 records/));
  const other = await shown(orders, 'deleteAll', { older_than: '2020' });
  const notes = expect.arrayContaining([expect.stringMatching(/cannot be told/)]);
  expect(other).toMatchObject({ protection: 'none', reversible: 'manual', notes });
  expect(other['before']).toBeUndefined();
  const secret = await shown(orders, 'deleteAll', { filter, api_key: 'k-1' });
  expect(JSON.stringify(secret)).not.toMatch(/k-1/);
});

test.each<[string, JsonObject, boolean]>([
  ['keys of its own', { keys: [1, 2], data: { status: 'done' } }, true],
  ['a query in the body', { query: { status: 'draft' }, data: {} }, true],
  ['fields of the records', { status: 'done', tags: ['a'] }, false],
])('what is sent may say which records it concerns: %s', async (_name, body, isSaid) => {
  const tagged = orders.map((one) => ({ ...one, tags: [] }));
  const { notes } = await shown(tagged, 'updateAll', { filter, body });
  expect(JSON.stringify(notes).includes('also said by what is sent')).toBe(isSaid);
});

test('what the filter finds has to be the same when it is accepted', async () => {
  await shown(orders, 'deleteAll', { filter });
  const { id } = await opened.harness.propose(newId(), 'deleteAll', { filter });
  opened.backend.readFault = () => ({ text: JSON.stringify([...orders, { id: 3 }]) });
  expect((await opened.harness.service.accept(OWNER, id)).state).toBe('stale');
});

import type { JsonObject } from '../../src/foundation/json.js';
import { newId } from '../../src/foundation/ids.js';
import { refusal, startTestServer, useServer } from '../support/server.js';
import { serve } from '../support/http-server.js';
import { newRule } from '../support/previews.js';

const server = useServer();

const LIBRARY = '/v1/agent/library';
const get = (path: string) => server.call(`GET ${LIBRARY}${path}`);
const post = (path: string, body: unknown) => server.call(`POST ${LIBRARY}${path}`, body);
const storedTable = async (search: string) => {
  const { body } = await get(`/tables?search=${search}`);
  return (await get(`/tables/${body.items[0].id}`)).body as { config: JsonObject };
};

describe.each([
  ['/rules', '/v1/workflow/rules'],
  ['/tables', '/v1/data/configs'],
])('%s', (route, platformRoute) => {
  it('lists what the platform lists, from any page on', async () => {
    const { body: all } = await server.call(`GET ${platformRoute}?rows=500`);
    expect((await get(`${route}?limit=500`)).body).toEqual({ items: all.items, total: all.total });
    const second = await get(`${route}?limit=2&offset=2`);
    expect(second.body).toEqual({ items: all.items.slice(2, 4), total: all.total });
  });

  it('finds by name, and gives one whole', async () => {
    const [first] = (await get(`${route}?limit=1`)).body.items as { id: string; name: string }[];
    const found = await get(`${route}?search=${encodeURIComponent(first?.name ?? '')}`);
    expect(found.body.items.map((item: { id: string }) => item.id)).toContain(first?.id);
    const { status, body } = await get(`${route}/${first?.id}`);
    const stored = await server.call(`GET ${platformRoute}/${first?.id}`);
    expect([status, body]).toEqual([200, stored.body]);
  });

  const odd = ['limit=0', 'limit=501', 'offset=-1', 'limit=2&offset=3', 'rows=5'];
  it.each(odd)('refuses ?%s', async (query) =>
    expect(await get(`${route}?${query}`)).toMatchObject(refusal(400, 'invalid_request')),
  );

  it('404 for an unknown one', async () => {
    expect((await get(`${route}/${newId()}`)).status).toBe(404);
  });
});

describe('POST /rules/simulate', () => {
  const rule = (): JsonObject => ({
    ...newRule('Not stored'),
    trigger_conditions: [{ field_name: 'total_amount', operator: 'greater_than', value: 5000 }],
  });

  it('tells the way through a rule that is not stored', async () => {
    const simulated = { workflow: { ...rule(), if_version: 3 }, record: { total_amount: 9000 } };
    const { status, body } = await post('/rules/simulate', simulated);
    expect([status, body.triggered]).toEqual([200, true]);
    expect(body.steps).toHaveLength((rule()['actions'] as unknown[]).length);
    const cheap = await post('/rules/simulate', { workflow: rule(), record: { total_amount: 1 } });
    expect(cheap.body).toMatchObject({ triggered: false, steps: [] });
  });

  it('says what is wrong with a rule', async () => {
    const workflow = { ...rule(), entity: 'sales.nothing' };
    const refused = await post('/rules/simulate', { workflow, record: {} });
    const details = expect.arrayContaining([expect.objectContaining({ path: 'entity' })]);
    expect(refused).toMatchObject(refusal(422, 'invalid_rule', { details }));
  });

  it.each([
    [{ record: {} }, 400],
    [{ record: {}, workflow: {}, workflow_id: newId() }, 400],
    [{ workflow: {}, record: [] }, 400],
    [{ workflow_id: newId(), record: {} }, 404],
  ])('refuses %j', async (body, status) =>
    expect((await post('/rules/simulate', body)).status).toBe(status),
  );
});

describe('GET /entities/:name/sample', () => {
  it('has a live record with all columns, which a rule can be tried with', async () => {
    const { status, body } = await get('/entities/sales.orders/sample');
    expect(status).toBe(200);
    const names = body.columns.map((column: { name: string }) => column.name);
    expect(Object.keys(body.record).sort()).toEqual([...names].sort());
    const { id, status: state } = body.record;
    const rows = await server.db.query('select * from sales.orders where id = $1', [id]);
    expect(rows).toMatchObject([{ status: state }]);
    const workflow = newRule('Not stored');
    const tried = await post('/rules/simulate', { workflow, record: body.record });
    expect(tried.body.triggered).toBe(true);
  });

  it.each(['sales.nothing', 'nothing', 'a.b.c'])('404 for %s', async (name) => {
    expect((await get(`/entities/${name}/sample`)).status).toBe(404);
  });
});

describe('POST /tables/rows', () => {
  it('has the live rows of a config, as many as asked for', async () => {
    const { config } = await storedTable('Orders');
    const { status, body } = await post('/tables/rows', { config, limit: 3 });
    const direct = await server.call('POST /v1/data/configs/query', { config, rows: 3 });
    expect([status, body]).toEqual([200, direct.body]);
    expect(body.rows).toHaveLength(3);
  });

  it('says what is wrong with a config', async () => {
    const { config } = await storedTable('Products');
    const sort = [{ column: 'no_such_column' }];
    const refused = await post('/tables/rows', { config, sort });
    expect(refused).toMatchObject(refusal(422, 'invalid_config'));
    expect(JSON.stringify(refused.body.error.details)).toContain('no_such_column');
    for (const odd of [{}, { data_source: 'x' }, { data_source: [1] }])
      expect((await post('/tables/rows', { config: odd, sort })).status).toBe(422);
  });

  it.each([{}, { config: [] }, { config: {}, limit: 101 }, { config: {}, sort: [{}] }])(
    'refuses %j',
    async (body) => expect((await post('/tables/rows', body)).status).toBe(400),
  );
});

it('calls the platform with the caller’s own token, and with none when there is none', async () => {
  const seen: (string | undefined)[] = [];
  const platform = await serve((request, response) => {
    if (request.url?.startsWith('/v1/workflow/rules')) seen.push(request.headers.authorization);
    response.setHeader('content-type', 'application/json').end('{"items":[],"total":0}');
  });
  const env = { PLATFORM_URL: platform.url };
  const outside = await startTestServer({ env, db: server.db });
  const rules = `GET ${LIBRARY}/rules` as const;
  expect((await outside.call(rules, undefined, 'of-anna')).body).toEqual({ items: [], total: 0 });
  await outside.call(rules);
  expect(seen).toEqual(['Bearer of-anna', undefined]);
  await outside.close();
  await platform.close();
});

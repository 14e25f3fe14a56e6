import { text } from 'node:stream/consumers';
import { call, startTestServer } from '../../../../test/support/server.js';
import { serve } from '../../../../test/support/http-server.js';
import { calls, says, ScriptedModel } from '../../../../test/support/scripted-model.js';
import { useOpened } from '../../../../test/support/use-opened.js';

const integer = { type: 'integer' };
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: integer });
const properties = { id: integer, customer_id: integer, seller_id: integer, desk_id: integer };
const content = { 'application/json': { schema: { type: 'object', properties } } };
const responses = { 200: { description: 'ok', content } };
const read = (operationId: string, name: string) => ({
  get: { operationId, parameters: [inPath(name)], responses },
});
const document = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'getOrder', responses },
      patch: { operationId: 'updateOrder', requestBody: { content }, responses },
    },
    '/customers/{customer_id}': read('getCustomer', 'customer_id'),
    '/desks/{desk_id}': read('getDesk', 'desk_id'),
    // Two things have sellers, so nothing tells which of them is meant.
    '/shops/{seller_id}': read('getShop', 'seller_id'),
    '/people/{seller_id}': read('getPerson', 'seller_id'),
  },
};
const stored: Record<string, object> = {
  '/orders/7': { id: 7, customer_id: 1, seller_id: 1, desk_id: 1 },
  '/customers/1': { data: { id: 1, name: 'Ada' } },
  '/customers/2': { data: { id: 2, name: 'Bo' } },
  '/shops/3': { id: 3, name: 'Corner' },
};

const asked: string[] = [];
const backend = useOpened(() =>
  serve((request, response) => {
    const { url = '' } = request;
    asked.push(`${request.method} ${url}`);
    void text(request).then(() => {
      response.statusCode = stored[url] === undefined ? 404 : 200;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(stored[url] ?? {}));
    });
  }),
);
const script = new ScriptedModel();
const server = useOpened(() => startTestServer({ llm: script }));

test('a preview names what its fields refer to, where exactly one path reads that; each once', async () => {
  const source = { base_url: backend.url };
  const agent = { title: 'Orders', description: 'Orders of a shop.' };
  const added = { id: 'shop', source, agent, document: JSON.stringify(document) };
  expect((await call(server.url, 'POST /v1/agent/sources', added)).status).toBe(201);
  const body = { customer_id: 2, seller_id: 3, desk_id: 9 };
  const update = () => calls('shop_updateOrder', { id: 7, body });
  script.play([update(), update()], [says('See.')]);
  const events = await server.chat({ message: 'go', context_type: 'shop' });
  const shown = events.find(({ event }) => String(event) === 'change_preview');
  expect((shown?.data as unknown as { names: unknown }).names).toEqual([
    { field: 'customer_id', id: '2', name: 'Bo' },
    { field: 'customer_id', id: '1', name: 'Ada' },
  ]);
  expect(asked.filter((one) => !one.includes('orders')).toSorted()).toEqual([
    'GET /customers/1',
    'GET /customers/2',
    'GET /desks/1',
    'GET /desks/9',
  ]);
});

import { useFolder } from '../../../test/support/embedded-template.js';
import { refused } from '../../../test/support/refused.js';
import { useCli } from '../../../test/support/use-cli.js';
import { newId } from '../../foundation/ids.js';
import { openEmbedded } from '../../store/embedded.js';
import { coreMigrations, migrate } from '../../store/migrate.js';

// What users have accepted and asked is replayed against another document, examples, policies or config file.

const cli = useCli();

const text = { type: 'string' };
const path = (name: string) => ({ in: 'path', name, required: true, schema: text });
const ok = { 200: { description: 'ok' } };
const schema = { type: 'object', properties: { note: text } };
const order = { content: { 'application/json': { schema } } };

interface Described {
  operationId: string;
  parameters: object[];
  tags?: string[];
}

function shop() {
  const of = (operationId: string, more: object = {}): Described => ({
    ...{ operationId, summary: operationId, parameters: [path('id')], responses: ok, ...more },
  });
  const notify = { in: 'query', name: 'notify', schema: text };
  const paths: Record<string, Record<string, Described>> = {
    '/orders/{id}': {
      get: of('getOrder', { responses: { 200: { description: 'ok', ...order } } }),
      put: of('setOrder', { parameters: [path('id'), notify], requestBody: order }),
      delete: of('dropOrder', { tags: ['Danger'] }),
    },
    '/customers/{id}': { get: of('getCustomer') },
  };
  return { openapi: '3.0.3', info: { title: 'Shop', version: '1' }, paths };
}

const PUT = { method: 'PUT', path_template: '/orders/{id}', path: '/orders/7', query: 'notify=x' };
const changes = [
  { payload: { ...PUT, body: { note: 'secret note' } }, description: 'Note for Ada Birch' },
  { payload: { method: 'DELETE', path_template: '/orders/{id}', path: '/orders/7' }, role: 'boss' },
  { payload: { method: 'POST', path_template: '/gone', path: '/gone' } },
];
const messages = [
  ['what does order 7 of Ada Birch hold?', 'shop_getOrder'],
  ['who is it?', 'shop_getCustomer'],
];
const POLICIES = [{ for: ['tag:Danger'], approver: 'boss' }];

const usual = { openapi: './api.json', base_url: 'https://shop.example', policies: POLICIES };
const config = (source: object = {}) => ({
  sources: { shop: { ...usual, ...source } },
  agents: { shop: { title: 'Shop', sources: ['shop'] } },
});

beforeEach(() => {
  cli.write('api.json', shop());
  cli.write('sextant.yaml', config());
});

const folder = useFolder();
beforeAll(async () => {
  const db = await openEmbedded(folder.path);
  await migrate(db, coreMigrations);
  for (const { payload, description = 'x', role = null } of changes)
    await db.query(
      `insert into sextant.previews (id, user_id, run_id, conversation_id, tool_use_id, kind, description,
         payload, payload_text, payload_sha256, state, decided_at, expires_at, attempt, source, approver_role)
       values ($1, 'ada', $1, $1, 'c', 'http_request', $2, '{}', $3, '', 'accepted', now(), now(), 'a', 'shop', $4)`,
      [newId(), description, JSON.stringify(payload), role],
    );
  for (const [message, tool] of messages) {
    const [run, conversation] = [newId(), newId()];
    await db.query(
      "insert into sextant.conversations (id, user_id, context_type) values ($1, 'ada', 'shop')",
      [conversation],
    );
    await db.query(
      `insert into sextant.runs (id, user_id, conversation_id, context_type, message, request_hash, state)
       values ($1, 'ada', $2, 'shop', $3, '', 'completed')`,
      [run, conversation, message],
    );
    await db.query(
      `insert into sextant.tool_calls (run_id, tool_use_id, user_id, name, effect, state)
       values ($1, 'c', 'ada', $2, 'read', 'succeeded')`,
      [run, tool],
    );
  }
  await db.close();
});

function against(value: unknown, more: string[] = [], env: Record<string, string> = {}) {
  cli.write('new.json', value);
  const all = { EMBEDDER: 'local', DATA_DIR: folder.path, ...env };
  return cli.run(['check', '--against', 'new.json', ...more], { env: all });
}

test('another name of an operation or parameter loses nothing', async () => {
  const { paths, ...rest } = shop();
  const { '/orders/{id}': item, ...others } = paths;
  const written = JSON.stringify(item).replaceAll('"id"', '"order"').replaceAll('Order"', 'Sale"');
  const renamed = { ...rest, paths: { ...others, '/orders/{order}': JSON.parse(written) } };
  const { code, said } = await against(renamed, ['--messages', '--json']);
  const counts = [{ as_before: 2, not_before_either: 1 }, { as_before: 2 }];
  expect(JSON.parse(said)).toMatchObject({ lost: [], counts });
  expect(code).toBe(0);
});

test('what is removed is what is lost, and nothing that users wrote is told unless it is asked for', async () => {
  const document = shop();
  const { '/orders/{id}': item, '/customers/{id}': customer } = document.paths;
  delete item?.['get'];
  delete customer?.['get'];
  item?.['put']?.parameters.pop();
  const { code, said } = await against(document, ['--messages']);
  expect(code).toBe(1);
  expect(said.split('\n').slice(2).sort()).toEqual([
    'no longer found: shop_getCustomer: it is gone',
    'no longer found: shop_getOrder: it is gone',
    'no longer previewed: PUT /orders/{id}: It takes no "notify" any more.',
    'previewed with less: DELETE /orders/{id}: no read twin',
  ]);
  expect(said).not.toMatch(/Ada|secret/);
  const shown = await against(document, ['--messages', '--show-messages']);
  expect(shown.said).toContain('“what does order 7 of Ada Birch hold?”');
  expect(shown.said).toContain('“Note for Ada Birch”');
});

test('values that are needed now, and a tag that a policy went by', async () => {
  const document = shop();
  const { put, delete: drop } = document.paths['/orders/{id}'] ?? {};
  put?.parameters.push({ in: 'query', name: 'reason', required: true, schema: text });
  put?.parameters.push({ in: 'header', name: 'X-Why', required: true, schema: text });
  if (drop) drop.tags = ['Orders'];
  expect((await against(document)).said.split('\n').slice(2).sort()).toEqual([
    'decided otherwise: DELETE /orders/{id}: approver boss, now preview',
    'no longer previewed: PUT /orders/{id}: It needs the header "X-Why" now.',
    'no longer previewed: PUT /orders/{id}: The query needs "reason" now.',
  ]);
});

const REMOVE_PUT = { target: "$.paths['/orders/{id}'].put", remove: true };
test.each<[string, unknown, RegExp]>([
  [
    'policies',
    { policies: [{ policy: 'refuse', reason: 'No' }] },
    /PUT .*: preview, now refuse No/,
  ],
  ['patterns', { refuse: ['DELETE **'] }, /no longer previewed: DELETE .*not offered by "shop"/],
  ['a config file', config({ policies: [] }), /DELETE .*: approver boss, now preview/],
  ['an overlay', { overlay: '1.0.0', actions: [REMOVE_PUT] }, /no longer previewed: PUT/],
])('%s in place of those of now', async (_what, value, message) => {
  expect(await against(value)).toEqual({ code: 1, said: expect.stringMatching(message) });
});

test('examples that lead elsewhere are found out', async () => {
  cli.write('shop.jsonl', '{"id":"getCustomer","examples":["who is it?"]}');
  cli.write('sextant.yaml', config({ examples: './shop.jsonl' }));
  const line = '{"id":"dropOrder","examples":["who is it?"]}\n';
  const { said } = await against(line, ['--messages'], { RAG_TOP_K: '1' });
  expect(said).toContain('no longer found: shop_getCustomer: 1. behind');
});

test('says what a file would have to be, and where there is nothing to replay', async () => {
  await refused(against({ colour: 'blue' }), 'config_error', /shop\.colour is no key.*examples/);
  await refused(against('[1, 2'), 'config_error', /new\.json cannot be replayed/);
  await refused(against(shop(), [], { DATA_DIR: './elsewhere' }), 'config_error', /no embedded/);
});

import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openPlatformApp, type Method } from '../../../test/support/platform-app.js';
import type { StoredConfig } from '../../../src/platform/types.js';
import { namedId, readData } from '../shared/seeder.js';
import { openApiDocument } from './document.js';
import { useOpened } from '../../../test/support/use-opened.js';

const app = useOpened(openPlatformApp);

const ajv = new Ajv2020({ strict: false, allErrors: true });
// CommonJS: what Node and what types make of its default export differ.
(formats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema(openApiDocument, 'erp');

interface Operation {
  operationId: string;
  requestBody?: object;
  responses: Record<string, { $ref?: string }>;
}

/** `/v1/workflow/rules/{id}` as a part of a JSON pointer. */
const escaped = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

const operations = new Map(
  Object.entries(openApiDocument.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, each]) => {
      const operation = each as unknown as Operation;
      const pointer = `erp#/paths/${escaped(path)}/${method}`;
      return [operation.operationId, { operation, path, method, pointer }] as const;
    }),
  ),
);

const MEDIA = `/content/${escaped('application/json')}/schema`;

function problems(pointer: string, value: unknown): unknown[] {
  const validate = ajv.getSchema(pointer);
  if (validate === undefined) throw new Error(`there is no schema at ${pointer}`);
  return validate(value) ? [] : [...(validate.errors ?? [])];
}

type Sent = { path?: Record<string, string>; query?: string; body?: unknown };
/** Calls an operation, and holds the body that was sent and what was answered against its schemas. */
async function call(id: string, { path: values = {}, query = '', body }: Sent = {}) {
  const found = operations.get(id);
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  const { operation, path, method, pointer } = found;
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name) + query;
  const answer = await app.call(method.toUpperCase() as Method, url, body);
  const { status } = answer;
  const response = operation.responses[String(status)];
  if (response === undefined)
    throw new Error(`${id}: ${status} is not declared: ${JSON.stringify(answer.body)}`);
  const at = response.$ref === undefined ? `${pointer}/responses/${status}` : `erp${response.$ref}`;
  const isSent = status < 300 && operation.requestBody !== undefined;
  const answered = status === 204 ? [] : problems(`${at}${MEDIA}`, answer.body);
  const sent = isSent ? problems(`${pointer}/requestBody${MEDIA}`, body) : [];
  expect({ id, status, answered, sent }).toEqual({ id, status, answered: [], sent: [] });
  return answer;
}

const RULE = namedId('rule', 'Low Stock Alert');
const [products] = readData<readonly StoredConfig[]>('platform/table_configs');
const config = products?.config;
const NOBODY = '11111111-1111-4111-8111-111111111111';

const rule = {
  name: 'Large order',
  entity: 'sales.orders',
  trigger_type: 'on_create',
  trigger_conditions: [{ field_name: 'total_amount', operator: 'greater_than', value: 1000 }],
  actions: [
    {
      name: 'Tell finance',
      action_type: 'send_email',
      config: { recipients: ['finance@example.com'], subject: 'Large', body: 'Look.' },
    },
  ],
  edges: [{ target_action_id: 'temp:0', edge_type: 'start' }],
};
const fields = [{ name: 'sku', label: 'SKU', field_type: 'text' }];
const form = { form: { name: 'new', entity: 'inventory.products' }, fields };
const empty = { rule: { ...rule, actions: [] }, record: {} };
const fall = { record: { quantity: 3 }, previous: { quantity: 30 } };

const table = { schema: 'inventory', table: 'products' };

const reads: [id: string, ...calls: Parameters<typeof call>[1][]][] = [
  ['listActionTypes', { query: '?rows=500' }],
  ['getActionTypeSchema', { path: { type: 'create_alert' } }, { path: { type: 'nothing' } }],
  ['listTriggerTypes', {}, { query: '?page=0' }],
  ['listEntities', {}],
  ['listActionTemplates', {}],
  ['listRules', { query: '?search=stock&is_active=true' }, { query: '?is_active=maybe' }],
  ['getRule', { path: { id: RULE } }, { path: { id: NOBODY } }],
  ['listRuleAlerts', { path: { id: RULE }, query: '?severity=high' }],
  ['listMyAlerts', { query: '?rows=500' }],
  ['getAlert', { path: { id: namedId('alert', '1') } }],
  ['listUsers', { query: '?search=warehouse' }],
  ['listRoles', {}],
  ['listTableConfigs', {}],
  ['getTableConfig', { path: { id: namedId('table_config', 'Products') } }],
  ['getTableConfigByName', { path: { name: 'products' } }, { path: { name: 'nothing' } }],
  ['validateTableConfig', { body: { config } }, { body: {} }],
  ['queryTableConfig', { body: { config, rows: 5 } }],
  ['summarizeTableConfig', { body: { config, group_by: 'category', sum: ['unit_price'] } }],
  ['listPages', {}],
  ['getPage', { path: { id: namedId('page_config', 'people') } }],
  ['listContentOfPage', { path: { id: namedId('page_config', 'people') } }],
  ['previewPage', { body: { page: { name: 'new', title: 'New' }, content: [] } }],
  ['listContentTypes', {}],
  ['listForms', { query: '?entity=inventory.products' }],
  ['getForm', { path: { id: namedId('form', 'Product form') } }],
  ['previewForm', { body: form }],
  ['listFormFieldTypes', {}],
  ['listSchemas', {}],
  ['listTables', { path: { schema: 'sales' } }, { path: { schema: 'nothing' } }],
  ['listColumns', { path: table }],
  ['listRelationships', { path: table }],
  ['listEnums', { path: { schema: 'inventory' } }],
  ['getEnum', { path: { schema: 'inventory', name: 'product_category' } }],
  ['getCatalog', {}],
  ['getOpenApiDocument', {}],
  ['simulateUnsavedRule', { body: { rule, record: { total_amount: 2000 } } }, { body: empty }],
  ['simulateRule', { path: { id: RULE }, body: fall }],
  ['estimateRule', { path: { id: RULE }, body: { days: 30 } }],
];

/** Operations that write, and the tests below call in their order. */
const writes = ['Rule', 'TableConfig'].flatMap((n) => [`create${n}`, `update${n}`, `delete${n}`]);

test('every operation is called here', () =>
  expect([...reads.map(([id]) => id), ...writes].sort()).toEqual([...operations.keys()].sort()));

test.each(reads)('%s answers what its schema says', async (id, ...calls) => {
  const statuses = [];
  for (const each of calls) statuses.push((await call(id, each)).status);
  expect(statuses[0]).toBe(200);
  expect(statuses.slice(1).every((status) => status >= 400)).toBe(true);
});

const statusOf = async (...given: Parameters<typeof call>) => (await call(...given)).status;

test('createRule, updateRule and deleteRule, and their dry runs', async () => {
  const dry = await call('createRule', { query: '?dry_run=true', body: rule });
  expect([dry.status, dry.body]).toMatchObject([200, { valid: true, action_count: 1 }]);
  const { status, body: created } = await call('createRule', { body: rule });
  expect(status).toBe(201);
  const path = { id: created.id as string };
  expect(await statusOf('createRule', { body: rule })).toBe(409);
  expect(await statusOf('createRule', { body: { ...rule, name: 'Other', actions: [] } })).toBe(422);
  const change = { ...rule, name: 'Larger order', if_version: 1 };
  const tried = await call('updateRule', { path, query: '?dry_run=true', body: change });
  expect(tried.body).toMatchObject({ valid: true });
  expect((await call('updateRule', { path, body: change })).body).toMatchObject({ version: 2 });
  expect(await statusOf('updateRule', { path, body: change })).toBe(409);
  expect(await statusOf('updateRule', { path, body: { colour: 'red' } })).toBe(400);
  expect(await statusOf('deleteRule', { path })).toBe(204);
  expect(await statusOf('deleteRule', { path })).toBe(404);
});

test('createTableConfig, updateTableConfig and deleteTableConfig', async () => {
  const { status, body } = await call('createTableConfig', { body: { name: 'Mine', config } });
  expect(status).toBe(201);
  const path = { id: body.id as string };
  expect(await statusOf('createTableConfig', { body: { name: 'MINE', config } })).toBe(409);
  const wrong = { name: 'X', config: { ...config, title: '' } };
  expect(await statusOf('createTableConfig', { body: wrong })).toBe(422);
  const change = { description: 'Changed', config, if_version: 1 };
  const changed = await call('updateTableConfig', { path, body: change });
  expect(changed.body).toMatchObject({ version: 2 });
  expect(await statusOf('updateTableConfig', { path, body: change })).toBe(409);
  expect(await statusOf('deleteTableConfig', { path })).toBe(204);
});

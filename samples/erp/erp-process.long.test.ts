import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { useChildren } from '../../test/support/child.js';
import { useFolders } from '../../test/support/embedded-template.js';
import { openTestDatabase } from '../../test/support/database.js';
import type { Database, Queryable } from '../../src/store/database.js';
import { useOpened } from '../../test/support/use-opened.js';
import type { ActionTemplate } from '../../src/platform/types.js';
import { readErpSettings } from './erp.module.js';
import { prepareErp, sampleRules } from './seed.js';
import { actionTypes } from './workflow/rules/rule.model.js';
import { KnowledgeStore } from './workflow/knowledge.store.js';
import { CatalogStore } from './introspection/catalog.store.js';
import { compileSchema, schemaProblems } from './shared/schema-problems.js';
import { readRule } from './workflow/validation/validate-rule.js';
import { readData } from './shared/seeder.js';

const MAIN = new URL('./main.ts', import.meta.url);

const folder = useFolders('platform');
const spawnErp = useChildren(MAIN, () => ({ DATA_DIR: folder.path, PORT: '0', DATABASE_URL: '' }));

test('the ERP runs as a program of its own, and SIGTERM stops it', async () => {
  const erp = spawnErp();
  const url = await erp.ready();
  const response = await fetch(`${url}/v1/workflow/rules?rows=1`);
  expect(response.status).toBe(200);
  expect(((await response.json()) as { total: number }).total).toBeGreaterThan(5);
  erp.signal('SIGTERM');
  expect(await erp.rest()).toEqual([`To let Sextant use it: PLATFORM_URL=${url} npm start`]);
});

test('a port that is taken ends it with a sentence, and the database is free again', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  await expect(spawnErp({ PORT: String(port) }).line()).rejects.toThrow('EADDRINUSE');
  holder.close();
  await expect(spawnErp().line()).resolves.toContain('listens at');
});

test('settings have defaults on this machine, and other hosts are refused by name', () => {
  const place = { host: '127.0.0.1', port: 3001, dataDir: '.data/erp' };
  expect(readErpSettings({})).toEqual({ ...place, databaseUrl: undefined, logLevel: 'info' });
  const open = { HOST: '0.0.0.0', PORT: 'x' };
  expect(() => readErpSettings(open)).toThrow(/HOST: .*tokens.*; PORT=x/s);
});

const db = useOpened(openTestDatabase);

test('a second start, also two at once, adds nothing', async () => {
  await Promise.all([prepareErp(db), prepareErp(db)]);
  expect(await db.query('select id from sales.orders')).toHaveLength(200);
});

test('a start that fails in the middle leaves nothing behind, and the next one fixes it', async () => {
  const fresh = await openTestDatabase('store');
  let left = 5;
  const cut = () => Promise.reject(new Error('the cable was pulled'));
  const failing = (tx: Queryable): Queryable => ({
    query: (text, values) =>
      text.startsWith('insert') && left-- === 0 ? cut() : tx.query(text, values),
  });
  const transaction: Database['transaction'] = (work) =>
    fresh.transaction((tx) => work(failing(tx)));
  await expect(prepareErp({ ...fresh, transaction })).rejects.toThrow('the cable was pulled');
  expect(await fresh.query('select name from platform.seeds')).toEqual([]);
  expect(await fresh.query('select id from core.users')).toEqual([]);
  await prepareErp(fresh);
  expect((await fresh.query('select id from core.users')).length).toBe(25);
  await fresh.close();
});

test('a new database gets the rows it always got, table by table', async () => {
  const fresh = await openTestDatabase('store');
  await prepareErp(fresh, new Date('2026-03-05T10:00:00Z'));
  const tables = await fresh.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema in ('core', 'hr', 'inventory', 'procurement', 'sales', 'platform')
        and table_type = 'BASE TABLE' and table_name not in ('schema_version', 'seeds')
      order by 1`,
  );
  // A row without the times that the database filled in with the time of seeding.
  const row = `select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(t))
    where not (key in ('created_at', 'updated_at', 'granted_at')
      and jsonb_typeof(value) = 'string' and (value #>> '{}')::timestamptz > now() - interval '1 day')`;
  const found: Record<string, object> = {};
  for (const { name } of tables) {
    const read = `select (${row})::text as text from ${name} t order by 1`;
    const rows = await fresh.query<{ text: string }>(read);
    const hash = createHash('sha256');
    for (const { text } of rows) hash.update(text).update('\n');
    found[name] = { rows: rows.length, sha256: hash.digest('hex') };
  }
  await fresh.close();
  // What they were when data directories now in use were made. A change of the data changes it on purpose.
  const file = new URL('../../test/fixtures/sample-rows.json', import.meta.url);
  expect(found).toEqual(JSON.parse(await readFile(file, 'utf8')));
});

test.each(sampleRules)('the seeded rule $name passes the validator', async (rule) => {
  const { author: _author, madeDaysAgo: _days, ...body } = rule;
  const knowledge = await new KnowledgeStore(db, new CatalogStore(db)).load(new Set());
  expect(readRule(body, knowledge).errors).toEqual([]);
});

const templates = readData<readonly ActionTemplate[]>('platform/action_templates');
test.each(templates)('the template $name has a valid config', ({ action_type, config }) => {
  const type = actionTypes.find((candidate) => candidate.type === action_type);
  expect(type).toBeDefined();
  expect(schemaProblems(compileSchema(type?.config_schema ?? {}), config)).toEqual([]);
});

import type { StoredConfig, TableConfig } from '../../../../src/platform/types.js';
import fc from 'fast-check';
import { openTestDatabase } from '../../../../test/support/database.js';
import { CatalogStore } from '../../introspection/catalog.store.js';
import { render } from '../../shared/fields.js';
import { readData } from '../../shared/seeder.js';
import { contextOf, type Knowledge } from '../validation/scope.js';
import { validateTableConfig } from '../validation/validate.js';
import { buildQuery, buildSummary } from './build-query.js';
import { useOpened } from '../../../../test/support/use-opened.js';

/* A config can never carry SQL: hostile text in any place is refused, or travels as a bound value. */

const db = useOpened(openTestDatabase);
let knowledge: Knowledge;
beforeAll(async () => {
  knowledge = { catalog: await new CatalogStore(db).load(), roles: [] };
});

const MARK = 'zzmark';
const hostile = fc.oneof(
  fc.constantFrom(
    ...[`'; drop table sales.orders; --${MARK}`, `" ; drop table sales.orders; --${MARK}`],
    ...[`id"; select pg_sleep(10); --${MARK}`, `$1 ${MARK}`, `$$${MARK}$$`, `\\'; ${MARK} --`],
    ...[`${MARK}\u0000`, `/* ${MARK} */`, `%${MARK}_\\`, `\ud800${MARK}`, `(select ${MARK})`],
    ...[`t0.id ${MARK}`, `products.${MARK}`, '2026-03-01'],
    '00000000-0000-4000-8000-000000000001',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `${text}${MARK}`),
);
const anything = fc.oneof(
  hostile,
  fc.array(hostile, { maxLength: 3 }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);

const samples = readData<readonly StoredConfig[]>('platform/table_configs');
const configs = samples.map(({ config }) => config);

/** Every place of a config, and places that exist in none of the samples. */
function placesOf(value: unknown, place: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...place]];
  return Object.entries(value).flatMap(([name, item]) => placesOf(item, [...place, name]));
}

function put(target: object, place: readonly string[], value: unknown): void {
  let parent = target as Record<string, unknown>;
  for (const name of place.slice(0, -1)) parent = parent[name] as Record<string, unknown>;
  parent[place.at(-1) ?? ''] = value;
}

async function run(config: TableConfig): Promise<void> {
  const context = contextOf(config, knowledge);
  const query = buildQuery(context, 5, 0);
  const summary = buildSummary(context, { sum: [] });
  for (const statement of [query.rows, query.total, summary.total]) {
    const { text, values } = render(statement);
    expect(text).not.toContain(MARK);
    await db.query(text, values);
  }
}

const ordersLeft = () => db.query('select count(*) from sales.orders');

test('hostile text anywhere in a config is refused or harmless', async () => {
  const places = configs.flatMap((one, index) => placesOf(one).map((place) => ({ index, place })));
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), hostile, async ({ index, place }, text) => {
      const config = structuredClone(configs[index]);
      if (config === undefined) throw new Error('no config');
      put(config, place, text);
      if (!validateTableConfig(config, knowledge).valid) return;
      ran += 1;
      await run(config);
    }),
    { numRuns: 600 },
  );
  expect(ran).toBeGreaterThan(30);
  expect(await ordersLeft()).toEqual([{ count: 200 }]);
});

test('hostile values of filters on every column are refused or bound', async () => {
  const columns = knowledge.catalog
    .tables()
    .flatMap((table) => table.columns.map((column) => ({ table, column })));
  const texts = columns.filter(({ column }) => column.type === 'string');
  const operators = ['eq', 'neq', 'gt', 'lte', 'in', 'like', 'ilike', 'is_null'] as const;
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.constantFrom(...columns), fc.constantFrom(...texts)),
      fc.oneof(
        fc.tuple(fc.constantFrom(...operators), hostile),
        fc.tuple(fc.constant('in' as const), fc.array(hostile, { minLength: 1, maxLength: 3 })),
        fc.tuple(fc.constantFrom(...operators), anything),
      ),
      async ({ table, column }, [operator, value]) => {
        const { name, type } = column;
        const format = type === 'datetime' ? { type: 'date', pattern: 'yyyy' } : undefined;
        const { schema, name: source } = table;
        const filters = [{ column: name, operator, value }];
        const read = { type: 'query', source, schema, select: { columns: [{ name }] }, filters };
        const config: unknown = {
          title: 'x',
          widget_type: 'table',
          visualization: 'table',
          data_source: [read],
          visual_settings: { columns: { [name]: { header: 'x', type, format } } },
        };
        if (!validateTableConfig(config, knowledge).valid) return;
        ran += 1;
        await run(config as TableConfig);
      },
    ),
    { numRuns: 800 },
  );
  expect(ran).toBeGreaterThan(50);
  expect(await ordersLeft()).toEqual([{ count: 200 }]);
});

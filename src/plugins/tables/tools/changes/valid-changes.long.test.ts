import fc from 'fast-check';
import { holds } from '../../../../../test/support/property.js';
import { stockFacts, stockTable } from '../../../../../test/fixtures/stock-table.js';
import { startToolHarness, type ToolHarness } from '../../../../../test/support/tool-harness.js';
import { AppError } from '../../../../foundation/errors.js';
import type { ReadClient } from '../../../../agenttools/sources/clients.js';
import { fetchAll } from '../../../../platform/lists.js';
import { checkConfig, completeConfig } from '../check-config.js';
import type { TableConfig, Changed } from '../config-model.js';
import { fullName, loadFacts, tablesOf, type Facts, resolveConfig } from '../facts.js';
import { visibleKeys } from '../layout.js';
import { configColumns } from '../references.js';
import { changeColumns, type ColumnChange } from './column-change.js';
import { changeFilters, changeSort } from './filter-change.js';
import { changeJoins } from './join-change.js';

/* Any chain of changes on any valid table stays valid by the platform's own check. */

let harness: ToolHarness;
let read: ReadClient;
let configs: TableConfig[];
let facts: Facts;

beforeAll(async () => {
  harness = await startToolHarness([]);
  ({ read } = harness.context());
  const listed = await fetchAll<{ id: string }>(read, ['v1', 'data', 'configs']);
  const saved = await Promise.all(listed.map(({ id }) => resolveConfig(read, id)));
  configs = [stockTable(), ...saved.map((item) => item.config)];
  const own = await loadFacts(read, configs.flatMap(tablesOf));
  const near = [...own.values()].flatMap((table) => table.relationships);
  facts = new Map([...own, ...(await loadFacts(read, near))]);
});
afterAll(() => harness.close());

test('the fixture says what introspection says', () => {
  for (const [name, table] of stockFacts) {
    const real = facts.get(name);
    for (const { pg_type: _, enum: values = [], ...column } of table.columns) {
      const found = real?.columns.find((item) => item.name === column.name);
      expect(found).toMatchObject(column);
      expect(found?.enum ?? []).toEqual(values);
    }
    expect(real?.relationships).toEqual(expect.arrayContaining([...table.relationships]));
  }
});

/** Numbers from which a change of any config can be chosen. */
const KINDS = [
  'add',
  'remove',
  'hide',
  'show',
  'move',
  'filter',
  'sort',
  'join',
  'unjoin',
] as const;
const position = fc.integer({ min: 1, max: 12 });
const choice = fc.record({ kind: fc.constantFrom(...KINDS), pick: fc.nat(), position });
type Choice = typeof choice extends fc.Arbitrary<infer T> ? T : never;

function step(config: TableConfig, { kind, pick, position }: Choice): Changed {
  const places = configColumns(config, facts);
  const one = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new AppError('invalid_arguments', 'nothing to choose from');
    return items[pick % items.length] as T;
  };
  const all = Object.keys(config.visual_settings.columns);
  const columns = (operation: ColumnChange['operation'], column: string, more = {}) =>
    changeColumns(config, { operation, columns: [column], ...more }, facts);
  switch (kind) {
    case 'add':
      return columns('add', one(places).reference);
    case 'remove':
    case 'hide':
    case 'show':
      return columns(kind, one(all));
    case 'move':
      return columns('move', one(visibleKeys(config)), { position });
    case 'filter':
    case 'sort': {
      const { reference: column } = one(places);
      return kind === 'sort'
        ? changeSort(config, { operation: 'add', sorts: [{ column }] }, facts)
        : changeFilters(config, { operation: 'add', column, operator: 'is_not_null' }, facts);
    }
    case 'join': {
      const near = tablesOf(config).flatMap(
        (table) => facts.get(fullName(table))?.relationships ?? [],
      );
      return changeJoins(config, { operation: 'add', table: one(near) }, facts);
    }
    case 'unjoin': {
      const [, ...joins] = tablesOf(config);
      const { alias, table } = one(joins) as { alias?: string; table: string };
      return changeJoins(config, { operation: 'remove', join: alias ?? table }, facts);
    }
  }
}

test('a chain of changes stays valid', async () => {
  const chain = fc.array(choice, { minLength: 1, maxLength: 12 });
  await holds([fc.nat(), chain], { numRuns: 80 }, async (table, steps) => {
    let config = configs[table % configs.length] as TableConfig;
    let made = 0;
    for (const next of steps) {
      try {
        ({ config } = step(config, next));
        made += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error; // refused with a reason
      }
    }
    const { errors } = await checkConfig(read, config);
    const wrong = errors.filter((error) => !/at most/.test(error.message));
    expect({ made, wrong }).toEqual({ made, wrong: [] });
  });
}, 60_000);

test('completing a config that has only a selection makes it valid and changes no complete one', async () => {
  for (const config of configs) {
    expect(completeConfig(config, facts)).toEqual(config);
    const bare = { ...config, visual_settings: { columns: {} } };
    expect(await checkConfig(read, completeConfig(bare, facts))).toMatchObject({ errors: [] });
  }
});

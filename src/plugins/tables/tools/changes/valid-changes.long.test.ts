import fc from 'fast-check';
import { holds } from '../../../../../test/support/property.js';
import { stockFacts, stockTable } from '../../../../../test/fixtures/stock-table.js';
import { startToolHarness } from '../../../../../test/support/tool-harness.js';
import { useOpened } from '../../../../../test/support/use-opened.js';
import { AppError } from '../../../../foundation/errors.js';
import type { ReadClient } from '../../../../agenttools/sources/clients.js';
import { fetchAll } from '../../../../platform/lists.js';
import { checkConfig, completeConfig } from '../check-config.js';
import type { TableConfig, Changed } from '../config-model.js';
import { fullName, loadFacts, tablesOf, type Facts, resolveConfig } from '../facts.js';
import { visibleKeys } from '../layout.js';
import { configColumns } from '../references.js';
import { changeColumns } from './column-change.js';
import { changeFilters, changeSort } from './filter-change.js';
import { changeJoins } from './join-change.js';

/* Any chain of changes on any valid table stays valid by the platform's own check. */

const harness = useOpened(() => startToolHarness([]));
let read: ReadClient;
let configs: TableConfig[];
let facts: Facts;

beforeAll(async () => {
  ({ read } = harness.context());
  const listed = await fetchAll<{ id: string }>(read, ['v1', 'data', 'configs']);
  const saved = await Promise.all(listed.map(({ id }) => resolveConfig(read, id)));
  configs = [stockTable(), ...saved.map((item) => item.config)];
  const own = await loadFacts(read, configs.flatMap(tablesOf));
  const near = [...own.values()].flatMap((table) => table.relationships);
  facts = new Map([...own, ...(await loadFacts(read, near))]);
});

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
const COLUMNS = ['add', 'remove', 'hide', 'show', 'move'] as const;
const kind = fc.constantFrom(...COLUMNS, 'filter', 'sort', 'join', 'unjoin');
const choice = fc.record({ kind, pick: fc.nat(), position: fc.integer({ min: 1, max: 12 }) });
type Choice = typeof choice extends fc.Arbitrary<infer T> ? T : never;

function step(config: TableConfig, { kind, pick, position }: Choice): Changed {
  const places = configColumns(config, facts);
  const one = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new AppError('invalid_arguments', 'nothing to choose from');
    return items[pick % items.length] as T;
  };
  const keys = Object.keys(config.visual_settings.columns);
  const operation = 'add';
  switch (kind) {
    case 'filter': {
      const { reference: column } = one(places);
      return changeFilters(config, { operation, column, operator: 'is_not_null' }, facts);
    }
    case 'sort':
      return changeSort(config, { operation, sorts: [{ column: one(places).reference }] }, facts);
    case 'join': {
      const linked = tablesOf(config).map((table) => facts.get(fullName(table))?.relationships);
      const near = linked.flatMap((found = []) => found);
      return changeJoins(config, { operation, table: one(near) }, facts);
    }
    case 'unjoin': {
      const { alias, table } = one(tablesOf(config).slice(1)) as { alias?: string; table: string };
      return changeJoins(config, { operation: 'remove', join: alias ?? table }, facts);
    }
    default: {
      const shown = { add: places.map(({ reference }) => reference), move: visibleKeys(config) };
      const all = { ...shown, remove: keys, hide: keys, show: keys };
      const place = kind === 'move' ? { position } : {};
      const change = { operation: kind, columns: [one(all[kind])], ...place };
      return changeColumns(config, change, facts);
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

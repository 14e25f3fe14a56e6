import { useOpened } from '../../../../test/support/use-opened.js';
import { startToolHarness } from '../../../../test/support/tool-harness.js';
import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';
import { showMap } from './move-page.js';

/* The tool over the real platform and its sample data. */

const harness = useOpened(() => startToolHarness([showMap]));

const reason = 'You asked where they are.';
const show = (sites?: string[]) => harness.call('show_map', { reason, ...defined({ sites }) });

async function shown(sites?: string[]): Promise<unknown> {
  const { signals } = await show(sites);
  const [signal] = signals;
  return signal?.type === 'event'
    ? ((signal.data['target'] as JsonObject)['sites'] as { name: string }[]).map(({ name }) => name)
    : undefined;
}

test('all warehouses are shown with their coordinates, and why', async () => {
  const { signals } = await show();
  const place = { latitude: expect.any(Number), longitude: expect.any(Number) };
  const berlin = { code: 'WH-BER', name: 'Berlin Central', city: 'Berlin', country: 'DE' };
  const others = ['Lyon East', 'Milan South', 'Rotterdam Port'].map((name) => ({ name, ...place }));
  const sites = [{ ...berlin, latitude: 52.5174, longitude: 13.3951 }, ...others];
  const data = { action: 'show_map', reason, target: { sites, without_coordinates: [] } };
  expect(signals).toMatchObject([{ type: 'event', event: 'ui_action', data }]);
});

test.each([
  ['milan south', 'Milan South'],
  ['wh-rtm, Berlin, berlin central', 'Rotterdam Port, Berlin Central'],
])('%s are %s, each once', async (sites, names) =>
  expect(await shown(sites.split(', '))).toEqual(names.split(', ')),
);

test('an id is a name too', async () => {
  const lyon = "select id from inventory.warehouses where code = 'WH-LYS'";
  const [row] = await harness.db.query<{ id: string }>(lyon);
  expect(await shown([row?.id ?? ''])).toEqual(['Lyon East']);
});

test.each([
  ['Atlantis', /no warehouse named "Atlantis".*"Lyon East"/],
  ['l', /could mean more than one warehouse: .*"Berlin Central"/],
])('%s is refused with the names there are', async (site, message) => {
  const { isError, content, signals } = await show([site]);
  expect([isError, signals]).toEqual([true, []]);
  expect((JSON.parse(content) as { error: { message: string } }).error.message).toMatch(message);
});

test('one without coordinates is named, and alone is no map', async () => {
  await harness.db.query("update inventory.warehouses set latitude = null where code = 'WH-MIL'");
  const { content } = await show(['Milan South', 'Lyon East']);
  const target = { sites: [{ name: 'Lyon East' }], without_coordinates: ['Milan South'] };
  expect(JSON.parse(content)).toMatchObject({ target });
  const { isError, content: alone } = await show(['Milan South']);
  const others = 'These have: Berlin Central, Lyon East, Rotterdam Port.';
  expect(isError).toBe(true);
  expect(alone).toContain(`Milan South: no coordinates are known. ${others}`);
});

test('of very many all are found by name, and a map of all says how many it leaves out', async () => {
  await harness.db.query(
    `insert into inventory.warehouses (id, code, name, city, country, capacity_pallets, opened_on, latitude, longitude)
     select gen_random_uuid(), 'T-' || nth, 'Tent ' || lpad(nth::text, 4, '0'), 'Ulm', 'DE', 1, '2020-01-01', 48, 10
     from generate_series(1, 1100) as nth`,
  );
  expect(await shown(['Tent 1100', 't-700'])).toEqual(['Tent 1100', 'Tent 0700']);
  const { signals } = await show();
  // Milan South has no coordinates any more.
  expect(signals).toMatchObject([{ data: { target: { not_shown: 603 } } }]);
  expect(await shown()).toHaveLength(500);
});

import type { Locator } from 'playwright-core';
import { useBrowser, seen, reads, press } from '../support/browser.js';
import { useServer } from '../support/server.js';
import { sampleModel } from '../support/sample-model.js';

const browser = useBrowser();
const server = useServer({ llm: sampleModel() });

/** The chat with a stored table open, and what is said there. */
async function say(table: string, message: string) {
  const { body } = await server.call('GET /v1/agent/library/tables');
  const { id } = body.items.find(({ name }: { name: string }) => name === table);
  const tab = await browser.open(`${server.url}/#/chat?context=tables&config_id=${id}`);
  const { page } = tab;
  await page.getByLabel('Message', { exact: true }).fill(message);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Preview' });
  await page.getByRole('button', { name: 'Review' }).click();
  await seen(panel.getByText('Waiting for you'));
  const stored = async () => (await server.call(`GET /v1/agent/library/tables/${id}`)).body;
  return { ...tab, panel, stored };
}

test('a change in one sentence is seen on live rows, with what it changes, and is saved', async () => {
  const { page, panel, stored } = await say('Orders', 'just the shipped orders please');
  await reads(panel, 'Filter Status is “shipped”', 'New: Status is “shipped”');
  const rows = panel.getByRole('table', { name: 'Orders' });
  const sql = "select count(*)::int as shipped from sales.orders where status = 'shipped'";
  const [{ shipped } = { shipped: 0 }] = await server.db.query<{ shipped: number }>(sql);
  await seen(panel.getByText(new RegExp(`^${shipped} rows\\.`)));
  expect(await cells(rows, 'Status')).toEqual(Array.from({ length: shipped }, () => 'shipped'));
  for (const total of await cells(rows, 'Total')) expect(total).toMatch(/^€[\d,]+\.\d\d$/);
  for (const day of await cells(rows, 'Required')) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  await expectSort(rows, 'Ordered', 'descending');
  await rows.getByRole('button', { name: 'Total' }).click();
  await expectSort(rows, 'Total', 'ascending');
  const totals = (await cells(rows, 'Total')).map((text) => Number(text.replace(/[€,]/g, '')));
  expect(totals).toEqual(totals.toSorted((one, other) => one - other));

  await panel.getByRole('button', { name: 'Accept' }).click();
  const link = panel.getByRole('link', { name: 'Open “Orders” in the library' });
  await seen(link);
  expect((await stored()).version).toBe(2);
  await link.click();
  await seen(page.getByRole('heading', { level: 1, name: 'Orders' }));
  await seen(page.getByText('Status is “shipped”'));
});

test('rows are looked for and read again', async () => {
  const { panel } = await say('Products', 'hide the status column');
  const rows = panel.getByRole('table', { name: 'Products' });
  await reads(panel, 'Hidden: Status', 'The first 25 of 41 rows.');
  await panel.getByRole('searchbox', { name: 'Search the rows' }).fill('hex bolt m8');
  await seen(panel.getByText(/^1 row\./));
  expect(await cells(rows, 'Product')).toEqual(['Hex bolt M8x40']);
  const sql = "update inventory.products set unit_price = 77.5 where name = 'Hex bolt M8x40'";
  await server.db.query(sql);
  await panel.getByRole('button', { name: 'Refresh' }).click();
  await seen(rows.getByText('€77.50'));
});

test('a table is edited by its fields, without a word of JSON', async () => {
  const { panel, stored } = await say('Suppliers', 'hide the rating column');
  await panel.getByRole('button', { name: 'Edit' }).click();
  expect(await panel.getByLabel('What is sent when you accept').count()).toBe(0);
  await panel.getByLabel('Title on the page').fill('Whom we buy from');
  await panel.getByRole('button', { name: 'Accept as edited' }).click();
  await seen(panel.getByText(/You edited it first/));
  expect(await stored()).toMatchObject({ version: 2, config: { title: 'Whom we buy from' } });
});

test('an edited body shows what is wrong with it in place; put right, it is saved', async () => {
  const { panel, stored, complaints } = await say('Products', 'hide the status column');
  await seen(panel.getByText('The first 25 of 41 rows.'));
  await press(panel, 'Edit', 'JSON');
  const box = panel.getByLabel('What is sent when you accept');
  const body = JSON.parse(await box.inputValue());
  const price = body.config.visual_settings.columns.unit_price;
  price.header = 'List price';
  price.format = { type: 'date', pattern: 'yyyy' };
  await box.fill(JSON.stringify(body, null, 2));
  await seen(panel.getByRole('columnheader', { name: 'List price' }).getByText(/format/));
  await seen(panel.getByText('visual_settings.columns.unit_price.format.type', { exact: true }));
  await panel.getByRole('button', { name: 'Accept as edited' }).click();
  await seen(panel.getByText(/nothing was saved and the preview still waits/).first());
  expect((await stored()).version).toBe(1);
  // The browser itself writes each refusal to the console.
  expect(complaints.every((complaint) => complaint.includes('422'))).toBe(true);
  expect(complaints.splice(0).length).toBeGreaterThan(0);

  price.format = { type: 'currency', currency: 'USD', precision: 0 };
  await box.fill(JSON.stringify(body, null, 2));
  await seen(panel.getByText('Valid.', { exact: true }));
  await seen(panel.getByRole('cell', { name: '$16', exact: true }).first());
  await panel.getByRole('button', { name: 'Accept as edited' }).click();
  await seen(panel.getByText(/You edited it first/));
  const { config, version } = await stored();
  expect(version).toBe(2);
  expect(config.visual_settings.columns.unit_price).toEqual(price);
  expect(config.visual_settings.columns.status.hidden).toBe(true);
});

/** The texts of one column. */
async function cells(table: Locator, header: string): Promise<string[]> {
  const headers = await table.getByRole('columnheader').allInnerTexts();
  const place = headers.findIndex((text) => text.trim().startsWith(header));
  return table.locator(`tbody td:nth-child(${place + 1})`).allInnerTexts();
}

async function expectSort(table: Locator, header: string, sort: string): Promise<void> {
  const head = table.getByRole('columnheader', { name: header });
  await seen(head.and(table.page().locator(`[aria-sort="${sort}"]`)));
  await seen(table.page().locator('table[aria-busy="false"]'));
}

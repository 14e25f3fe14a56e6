import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/browser.js';
import { barriers, overhang, seen } from '../support/look.js';
import { startTestServer, type TestServer } from '../support/server.js';

// Changes of kinds that this server has none of yet: their previews are answered in its place.

const browser = useBrowser();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { EMBEDDER: 'none' } });
});
afterAll(() => server.close());

const OLD = '11111111-1111-4111-8111-111111111111';
const NEW = '22222222-2222-4222-8222-222222222222';
const stored = (id: string, more: object = {}) => ({
  id,
  run_id: 'r',
  conversation_id: 'c',
  tool_use_id: 't',
  kind: 'http_request',
  source: 'orders',
  title: 'Update an order',
  description: `Ship order 17 (${id[0]})`,
  request: { method: 'PUT', path: '/orders/17', body: { status: 'shipped' } },
  before: { status: 'open', lines: 2 },
  after: { status: 'shipped', lines: 2 },
  is_update: true,
  state: 'waiting',
  edited: false,
  payload_sha256: '0',
  payload: { status: 'shipped' },
  payload_text: '{"status":"shipped"}',
  created_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 6e5).toISOString(),
  ...more,
});

async function answering(page: Page): Promise<void> {
  for (const id of [OLD, NEW]) {
    const path = `**/v1/agent/previews/${id}`;
    await page.route(path, (route) => route.fulfill({ json: stored(id) }));
  }
  await page.route(`**/v1/agent/previews/${OLD}/accept`, (route) =>
    route.fulfill({
      status: 409,
      json: { error: { code: 'preview_superseded', message: 'Replaced.' }, superseded_by: NEW },
    }),
  );
}

test('a kind that the page has no view for shows what is sent and what changes', async () => {
  const { page } = await browser.open(server.url, { viewport: { width: 390, height: 844 } });
  await answering(page);
  await page.goto(`${server.url}/#/library/previews/${OLD}`);
  const panel = page.getByRole('article', { name: 'Ship order 17 (1)' });
  await seen(panel.getByText('Update an order').or(panel.getByText('Http request')));
  await seen(panel.getByText('PUT /orders/17'));
  await seen(panel.getByText('“open”'));
  await seen(panel.getByText('“shipped”'));
  expect(await panel.getByText('“2”').count()).toBe(0);
  await panel.getByText('Before', { exact: true }).click();
  await seen(panel.getByRole('region', { name: 'Before the change' }));
  await panel.getByRole('button', { name: 'Edit' }).click();
  await panel.getByLabel('What is sent when you accept').fill('{"status": "sent"}');
  await seen(panel.getByText('It is checked when you accept it.'));
  expect(await barriers(page)).toEqual([]);
  expect(await overhang(page)).toBe(0);
});

test('a preview that a newer one replaced has no Accept and leads to that one', async () => {
  const { page, complaints } = await browser.open(server.url);
  await answering(page);
  await page.goto(`${server.url}/#/library/previews/${OLD}`);
  // What the server stores of it by then, so that asking again says the same.
  const superseded = stored(OLD, { state: 'superseded', superseded_by: NEW });
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  await page.route(`**/v1/agent/previews/${OLD}`, (route) => route.fulfill({ json: superseded }));
  await page.getByRole('button', { name: 'Accept' }).click();
  await seen(page.getByText('A newer preview replaced this one.'));
  expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('link', { name: 'Open the newer preview' }).click();
  await seen(page.getByRole('heading', { name: 'Ship order 17 (2)' }));
  await seen(page.getByRole('button', { name: 'Accept' }));
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
});

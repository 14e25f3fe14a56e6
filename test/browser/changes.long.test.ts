import type { Page } from 'playwright-core';
import { useBrowser, barriers, seen, send, looksRight, reads, press } from '../support/browser.js';
import { projectsDocument, startProjectsBackend } from '../support/projects-backend.js';
import { calls, says, ScriptedModel } from '../support/scripted-model.js';
import { useServer } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';

const browser = useBrowser();
const script = new ScriptedModel();
const backend = useOpened(startProjectsBackend);
const server = useServer(() => {
  const shop = {
    title: 'Projects',
    description: 'Projects and their flags.',
    sources: ['shop'],
    core_tools: ['shop_createProject', 'shop_createFlag'],
  };
  const sources = { shop: { openapi: './shop.json', base_url: backend.url } };
  const files = { 'shop.json': projectsDocument(), 'sextant.yaml': { sources, agents: { shop } } };
  return { llm: script, files };
});

// Previews of single changes are answered in the server's place.

const OLD = '11111111-1111-4111-8111-111111111111';
const NEW = '22222222-2222-4222-8222-222222222222';
const stored = (id: string, more: object = {}) => ({
  id,
  conversation_id: 'c',
  tool_use_id: 't',
  kind: 'http_request',
  source: 'orders',
  title: 'Update an order',
  description: `Ship order 17 (${id[0]})`,
  request: { method: 'PUT', path: '/orders/17', body: { status: 'shipped' } },
  target: { label: 'Order 17 of Keller' },
  dropped: ['discount'],
  protection: 'etag',
  reversible: 'undo',
  before: { status: 'open', lines: 2 },
  after: { status: 'shipped', lines: 2 },
  is_update: true,
  state: 'waiting',
  edited: false,
  payload: { status: 'shipped' },
  created_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 6e5).toISOString(),
  ...more,
});

async function answering(page: Page): Promise<void> {
  for (const id of [OLD, NEW]) {
    await page.route(`**/v1/agent/previews/${id}`, (route) => route.fulfill({ json: stored(id) }));
  }
  const json = { error: { code: 'preview_superseded', message: 'Replaced.' }, superseded_by: NEW };
  const accepting = `**/v1/agent/previews/${OLD}/accept`;
  await page.route(accepting, (route) => route.fulfill({ status: 409, json }));
}

test('a kind that the page has no view for shows what is sent and what changes', async () => {
  const { page } = await browser.open(server.url, { viewport: { width: 390, height: 844 } });
  await answering(page);
  await page.goto(`${server.url}/#/library/previews/${OLD}`);
  const panel = page.getByRole('article', { name: 'Ship order 17 (1)' });
  await seen(panel.getByText('Update an order').or(panel.getByText('Http request')));
  for (const text of ['PUT /orders/17', '“open”', '“shipped”']) await seen(panel.getByText(text));
  expect(await panel.getByText('“2”').count()).toBe(0);
  await reads(panel, 'Changes Order 17 of Keller', 'Left out, so it would be lost: discount');
  await seen(panel.getByText(/^Protected: .+ It can be undone here\.$/));
  await panel.getByText('Before', { exact: true }).click();
  await seen(panel.getByRole('region', { name: 'Before the change' }));
  // The focus goes to what is worked with next.
  await press(panel, 'Edit');
  await seen(page.locator('input:focus'));
  await press(panel, 'Back');
  await seen(page.locator('button:focus').getByText('Edit'));
  await press(panel, 'Edit', 'JSON');
  await panel.getByLabel('What is sent when you accept').fill('{"status": "sent"}');
  await seen(panel.getByText('It is checked when you accept it.'));
  await looksRight(page);
});

test('a number that a double cannot hold is shown, edited and sent with its digits', async () => {
  const { page } = await browser.open(server.url);
  const numbers = (text: string) =>
    text.replaceAll('"BIG"', '9007199254740993').replaceAll('"PRICE"', '1.10');
  const before = { owner_id: 7, price: 'PRICE' };
  const body = { owner_id: 'BIG', price: 'PRICE' };
  const shown = stored(OLD, {
    request: { method: 'PUT', path: '/orders/17', body },
    before,
    after: body,
    payload: { method: 'PUT', path: '/orders/17', body },
  });
  const sent: (string | null)[] = [];
  await page.route(`**/v1/agent/previews/${OLD}`, (route) =>
    route.fulfill({ contentType: 'application/json', body: numbers(JSON.stringify(shown)) }),
  );
  await page.route(`**/v1/agent/previews/${OLD}/accept`, (route) => {
    sent.push(route.request().postData());
    return route.fulfill({ json: { ...shown, state: 'accepted' } });
  });
  await page.goto(`${server.url}/#/library/previews/${OLD}`);
  const panel = page.getByRole('article', { name: 'Ship order 17 (1)' });
  await seen(panel.getByText('9007199254740993').first());
  await press(panel, 'Edit', 'JSON');
  const field = panel.getByLabel('What is sent when you accept');
  expect(await field.inputValue()).toContain('"owner_id": 9007199254740993');
  await field.fill('{"owner_id": 9007199254740995, "price": 1.10}');
  const accepted = page.waitForResponse(`**/v1/agent/previews/${OLD}/accept`);
  await panel.getByRole('button', { name: /^Accept/ }).click();
  await accepted;
  expect(sent[0]).toBe('{"payload":{"owner_id":9007199254740995,"price":1.10}}');
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

test('a decision that the server did not get is asked for again once it answers', async () => {
  const { page, complaints } = await browser.open(server.url);
  await answering(page);
  await page.goto(`${server.url}/#/library/previews/${OLD}`);
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  const away = '**/v1/agent/previews/**';
  await page.route(away, (route) => route.abort());
  await press(page, 'Accept');
  await reads(page, 'The server cannot be reached. Is it running?');
  await page.unroute(away);
  await reads(page, 'No answer came to what you chose. This is how it stands now: choose again.');
  complaints.splice(0);
});

/** A chat whose model proposes a project, two flags in it, and a project that nothing needs. */
async function planned(page: Page): Promise<void> {
  const flag = (name: string) =>
    calls('shop_createFlag', { body: { name, project_id: '{{change_1.id}}' } });
  script.play(
    [
      calls('shop_createProject', { body: { name: 'Shop' } }),
      flag('one'),
      flag('two'),
      calls('shop_createProject', { body: { name: 'Aside' } }),
    ],
    [says('Here is the plan.')],
  );
  await page.goto(`${server.url}/#/chat?context=shop`);
  await seen(page.getByRole('heading', { name: 'Projects' }));
  await send(page, 'Set up the shop', 'Here is the plan.');
}

const saved = (collection: string) =>
  [...(backend.stored.get(collection)?.values() ?? [])].map(({ name }) => name);

test('the changes of a run are one plan: left out, edited, saved in order, and taken back', async () => {
  const { page } = await browser.open(server.url, { viewport: { width: 1440, height: 900 } });
  await planned(page);
  const plan = page.getByRole('article', { name: 'Plan with 4 changes' });
  const pick = (at: number) => plan.getByRole('checkbox', { name: `Accept change ${at}:` });
  await seen(plan.getByRole('button', { name: 'Accept all 4' }));
  await seen(plan.getByText('POST /projects').first(), plan.getByText('“Shop”'));
  // What nobody has looked at yet is counted, and led to.
  const next = plan.getByRole('button', { name: 'Show the next' });
  await reads(plan, '2 of these changes were not shown to you yet.');
  for (let left = 2; left > 0; left -= 1) await next.click();
  await next.waitFor({ state: 'detached' });
  await pick(1).uncheck();
  await seen(plan.getByText('Left out: it needs change 1, which is not accepted.'));
  await seen(plan.getByRole('button', { name: 'Accept 1 of 4' }));
  await pick(1).check();
  await pick(4).uncheck();

  await press(plan, 'Details of change 3', 'Edit');
  await plan.getByLabel('Name (needed)').fill('three');
  await plan.getByLabel('Enabled').selectOption('Yes');
  await looksRight(page);
  await plan.getByRole('button', { name: 'Use this' }).click();
  await seen(plan.getByText('Edited', { exact: true }));
  await plan.getByRole('button', { name: 'Accept 3 of 4' }).click();
  await seen(plan.getByText('3 of 4 saved.'), plan.getByText('"name": "three"'));
  expect(await plan.getByText('"name": "two"').count()).toBe(0);
  expect(saved('projects')).toEqual(['Shop']);
  expect(saved('flags')).toEqual(['one', 'three']);
  const [, second] = [...(backend.stored.get('flags')?.values() ?? [])];
  expect(second).toMatchObject({ enabled: true });

  await plan.getByRole('button', { name: 'Undo…' }).click();
  const undo = page.getByRole('article', { name: 'Take back 3 changes' });
  await seen(undo.getByText(/^DELETE .*\/flags\//).first(), undo.getByText('Removes three'));
  await seen(undo.locator('dt', { hasText: 'name' }).first());
  await undo.getByRole('button', { name: 'Accept all 3' }).click();
  await seen(undo.locator('footer:focus').getByText('All of it was saved.'));
  for (const collection of ['projects', 'flags']) expect(saved(collection)).toEqual([]);
  await page.goBack();
  await page.getByRole('button', { name: 'Close the panel' }).click();
  await plan.waitFor({ state: 'detached' });
});

test('a plan that stopped says what failed, and continues where it was', async () => {
  const { page } = await browser.open(server.url, { viewport: { width: 360, height: 740 } });
  await planned(page);
  await page.getByRole('button', { name: 'Review the plan' }).click();
  const plan = page.getByRole('article', { name: 'Plan with 4 changes' });
  let refused = false;
  backend.fault = ({ path }) => {
    if (refused || !path.includes('flags')) return undefined;
    refused = true;
    return { kind: 'status', status: 429 };
  };
  await plan.getByRole('button', { name: 'Accept all 4' }).click();
  await seen(plan.getByText('Stopped', { exact: true }), plan.getByText('1 of 4 saved.'));
  await looksRight(page);
  await plan.getByRole('button', { name: 'Continue' }).click();
  await seen(plan.getByText('All of it was saved.'));
  expect(saved('flags')).toEqual(['one', 'two']);
});

test('the view of changes lists what was proposed, and leads to its plan', async () => {
  const { page } = await browser.open(`${server.url}/#/changes`);
  await seen(page.getByRole('heading', { level: 1, name: 'Changes' }), page.getByText('Accepted'));
  expect(await barriers(page)).toEqual([]);
  const plans = page.getByRole('link', { name: /^Plan of: / });
  await plans.first().click();
  await seen(page.getByRole('article', { name: /^Plan with|^Take back/ }));
});

test('the audit log tells who did what, and that nothing was altered', async () => {
  const { page } = await browser.open(server.url);
  script.play([calls('shop_createProject', { body: { name: 'Audited' } })], [says('Here it is.')]);
  await page.goto(`${server.url}/#/chat?context=shop`);
  await seen(page.getByRole('heading', { name: 'Projects' }));
  await send(page, 'Set up the audited project');
  await page.getByRole('button', { name: 'Accept' }).click();
  await seen(page.getByText(/It was saved\./));
  await page.goto(`${server.url}/#/changes`);
  await page.getByRole('button', { name: 'Audit log' }).click();
  await seen(page.getByText(/The chain of \d+ entries is whole/));
  const rows = page.getByRole('region', { name: 'Entries of the log' }).getByRole('row');
  expect(await rows.filter({ hasText: 'Create a project (Audited)' }).allTextContents()).toEqual(
    ['Proposed', 'Sent', 'Answered: Accepted'].map((what) => expect.stringContaining(what)),
  );
  expect(await barriers(page)).toEqual([]);
});

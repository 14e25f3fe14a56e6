import type { Page } from 'playwright-core';
import { useBrowser, reads, seen, send as write, press } from '../support/browser.js';
import { useServer } from '../support/server.js';
import type { LlmEvent } from '../../src/llm/types.js';
import { calls, says, ScriptedModel, type ScriptTurn } from '../support/scripted-model.js';

const browser = useBrowser();
let waiting: { preview_id: string; description: string };

const DRAFT = { name: 'Late parcels', entity: 'sales.orders', trigger_type: 'on_update' };
const columns = ['name', 'city'];
const TABLE = { name: 'Supplier cities', source: 'procurement.suppliers', columns };
/** What each message leads to; every other is answered with words. */
const CALLS: Readonly<Record<string, LlmEvent>> = {
  'start a draft': calls('start_draft', DRAFT),
  'a table of suppliers': calls('preview_table_config', TABLE),
};

/** Answers what is asked, whatever was asked before: any test can run alone. */
const answer: ScriptTurn = ({ messages }) => {
  const last = messages.at(-1);
  const call = last?.role === 'user' ? CALLS[last.content] : undefined;
  if (call !== undefined) return [call];
  return [says('I know “Credit Limit Watch”. Here I am.')];
};

const model = new ScriptedModel(Array.from({ length: 30 }, () => answer));
const server = useServer({ llm: model });
beforeAll(async () => {
  await server.chat({ message: 'start a draft', context_type: 'workflow' });
  const events = await server.chat({ message: 'a table of suppliers', context_type: 'tables' });
  const shown = events.find(({ event }) => event === 'table_config_preview');
  waiting = shown?.data as unknown as typeof waiting;
});

const open = async (address: string) =>
  (await browser.open(`${server.url}/#/library${address}`)).page;
type Listed = { items: { id: string; name: string }[]; total: number };
const list = async (path: string): Promise<Listed> => (await server.call(`GET ${path}`)).body;

test('the lists have what the server has, and how many', async () => {
  const rules = await list('/v1/agent/library/rules');
  const page = await open('');
  const names = page.getByRole('heading', { level: 3 });
  await seen(names.first());
  expect(await names.count()).toBe(rules.items.length);
  await seen(page.getByText(`1–${rules.total} of ${rules.total} rules`));
  const tables = await list('/v1/agent/library/tables');
  const tab = page.getByRole('link', { name: `Tables ${tables.total}` });
  await tab.click();
  for (const { name } of tables.items) await seen(page.getByRole('link', { name, exact: true }));
  expect(await tab.getAttribute('aria-current')).toBe('page');
});

test('the lists come by themselves once the server is back', async () => {
  const tab = await browser.open(server.url);
  await tab.page.route('**/v1/agent/library/rules?*', (route) => route.abort());
  await tab.page.goto(`${server.url}/#/library/rules`);
  await seen(tab.page.getByRole('alert'));
  await tab.page.unroute('**/v1/agent/library/rules?*');
  await seen(tab.page.getByRole('link', { name: 'Low Stock Alert', exact: true }));
  expect(await tab.page.getByRole('alert').count()).toBe(0);
  // The browser tells of each question that was not answered.
  expect(tab.complaints.splice(0).every((one) => one.includes('library/rules'))).toBe(true);
});

describe('one thing', () => {
  test('is a rule with its graph, from which the chat continues with it', async () => {
    const page = await open('/rules?search=Low');
    await page.getByRole('link', { name: 'Low Stock Alert', exact: true }).click();
    await seen(page.getByRole('heading', { level: 1, name: 'Low Stock Alert' }));
    await seen(page.getByRole('button', { name: 'Try it with a record' }));
    await seen(page.locator('main .badge'));
    const indent = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('main .badge')).textIndent",
    );
    expect(indent).toBe('0px');
    await page.getByRole('link', { name: /^Continue in chat/ }).click();
    const taken = page.getByRole('list', { name: 'Goes with your message' });
    await seen(taken.getByText('Low Stock Alert'));
    await send(page, 'what does it do?');
    const [rule] = (await list('/v1/agent/library/rules?search=Low')).items;
    expect(model.last.system).toContain(`The current workflow id is ${rule?.id}.`);
  });

  test('is a table with live rows; its chip can be left out', async () => {
    const page = await open('/tables?search=Products');
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await seen(page.getByRole('cell', { name: '€15.80' }));
    await page.getByRole('link', { name: /^Continue in chat/ }).click();
    await page.getByRole('button', { name: 'Remove: Table Products' }).click();
    await send(page, 'and now?');
    const [table] = (await list('/v1/agent/library/tables?search=Products')).items;
    expect(model.last.system).not.toContain(table?.id);
  });

  test('is a draft, which goes with the chat and can be discarded', async () => {
    const page = await open('/drafts');
    const row = page.getByRole('listitem').filter({ hasText: 'Late parcels' });
    await row.getByRole('link', { name: /^Continue in chat/ }).click();
    await reads(page.getByRole('list', { name: 'Goes with your message' }), 'Late parcels');
    await send(page, 'continue');
    const drafts = (await list('/v1/agent/drafts')).items;
    const draft = drafts.find(({ name }) => name === 'Late parcels');
    expect(model.last.system).toContain(`"draft_id":"${draft?.id}"`);
    await page.getByRole('link', { name: 'Library' }).click();
    await page.getByRole('link', { name: /^Drafts/ }).click();
    await page.getByRole('link', { name: 'Late parcels', exact: true }).click();
    await press(page, 'Discard: Late parcels', 'Discard');
    await page.getByText('Late parcels').first().waitFor({ state: 'detached' });
    const left = (await list('/v1/agent/drafts')).items.map(({ name }) => name);
    expect(left).not.toContain('Late parcels');
  });

  test('is a preview that waits, and is accepted here', async () => {
    const page = await open('/previews');
    await seen(page.getByRole('link', { name: 'Previews 1 waiting' }));
    await page.getByRole('link', { name: waiting.description, exact: true }).click();
    await seen(page.getByRole('table', { name: 'Supplier cities' }).getByRole('cell').first());
    await page.getByRole('button', { name: 'Accept' }).click();
    await seen(page.getByRole('link', { name: 'Open “Supplier cities” in the library' }));
    const { items } = await list('/v1/agent/library/tables?search=Supplier%20cities');
    expect(items.map(({ name }) => name)).toEqual(['Supplier cities']);
    await page.getByRole('link', { name: 'Previews' }).click();
    await seen(page.getByText('Nothing is waiting for your decision.'));
    await page.getByRole('button', { name: 'All' }).click();
    await seen(page.getByText('Accepted'));
  });

  test('is exported, and its name in an answer leads to it', async () => {
    const [found] = (await list('/v1/agent/library/rules?search=Credit')).items;
    const page = await open(`/rules/${found?.id}`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export: Credit Limit Watch' }).click();
    expect((await saved).suggestedFilename()).toBe('credit-limit-watch.json');
    await page.getByRole('link', { name: /^Continue in chat/ }).click();
    await send(page, 'what is it called?');
    await page.getByRole('article').getByRole('link', { name: 'Credit Limit Watch' }).click();
    await seen(page.getByRole('heading', { level: 1, name: 'Credit Limit Watch' }));
  });

  test.each([
    ['rules', 'Big Order Notification'],
    ['tables', 'Suppliers'],
  ])('is copied, renamed, gone back and deleted, each by a preview: %s', async (tab, name) => {
    const [found] = (await list(`/v1/agent/library/${tab}?search=${name.replaceAll(' ', '+')}`))
      .items;
    const page = await open(`/${tab}/${found?.id}`);
    const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click();
    const heading = (title: string) => page.getByRole('heading', { level: 1, name: title });
    const accept = async () => {
      await press('Accept');
      await page.getByRole('link', { name: /^Open the saved/ }).click();
    };

    await press(`Edit: ${name}`);
    await seen(page.getByRole('button', { name: 'Accept as edited' }));
    const withdrawn = page.waitForResponse((response) => response.url().endsWith('/reject'));
    await page.goBack();
    expect((await (await withdrawn).json()).state).toBe('rejected');

    await press(`Duplicate: ${name}`);
    await press('Show the preview');
    await accept();
    await seen(heading(`${name} (copy)`));

    await press(`Rename: ${name} (copy)`);
    await page.getByRole('textbox', { name: 'New name' }).fill('Second');
    await press('Show the preview');
    await accept();
    await seen(heading('Second'), page.getByRole('heading', { name: 'Your changes' }));

    await page.getByRole('button', { name: /^Undo: Rename/ }).click();
    await press('Accept');
    await seen(page.getByText('1 of 1 saved.'));
    await page.goto(`${server.url}/#/library/${tab}?search=Second`);
    await seen(page.getByText(/name contains “Second”/));

    await page.getByRole('searchbox', { name: `Search ${tab} by name` }).fill(`${name} (copy)`);
    await page.getByRole('link', { name: `${name} (copy)`, exact: true }).click();
    await press(`Delete: ${name} (copy)`);
    await seen(page.getByText('It can be undone here.'));
    await press('Accept');
    await seen(page.getByText('It was deleted.'));
    const left = (await list(`/v1/agent/library/${tab}?limit=500`)).items.map((item) => item.name);
    expect(left).not.toContain(`${name} (copy)`);
    expect(left).toContain(name);
  });
});

async function send(page: Page, message: string): Promise<void> {
  await write(page, message);
  await seen(page.getByRole('paragraph').getByText('Here I am.'));
}

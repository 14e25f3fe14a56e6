import type { Page } from 'playwright-core';
import { useBrowser, barriers, looksRight, seen } from '../support/browser.js';
import { deferred } from '../support/deferred.js';
import { useServer } from '../support/server.js';

const browser = useBrowser();
const server = useServer({ env: { EMBEDDER: 'local' } });

const open = async (hash: string, options = {}) =>
  (await browser.open(`${server.url}/${hash}`, options)).page;

test('a sentence shows what would be offered and why, in each context', async () => {
  const page = await open('#/tools');
  await sentenceOf(page).fill('sort by quantity, highest first');
  await page.getByRole('radio', { name: 'Tables' }).check();
  const ranking = page.getByRole('table');
  await seen(ranking.getByRole('rowheader', { name: 'apply_sort_change' }));
  const sort = ranking.getByRole('row').filter({ hasText: 'apply_sort_change' });
  expect(await sort.getByRole('cell').first().innerText()).toBe('1');
  await seen(sort.getByText('ranked'));
  expect(await ranking.getByText('not offered').count()).toBe(0);
  await page.getByRole('button', { name: /^All \d+ ranks$/ }).click();
  await seen(ranking.getByText('not offered').first());
  await page.getByRole('radio', { name: 'Workflows' }).check();
  const row = ranking.getByRole('rowheader', { name: 'apply_sort_change' });
  await row.waitFor({ state: 'detached' });
  await page.reload();
  expect(await sentenceOf(page).inputValue()).toBe('sort by quantity, highest first');
});

test('the catalogue is searched, a tool read, and its example tried, all by keyboard', async () => {
  const page = await open('#/tools');
  await page.getByLabel('Search the tools').fill('sort change');
  await seen(page.getByText(/^\d of \d+ tools$/));
  const card = page.locator('#tool-apply_sort_change');
  await card.locator('summary').focus();
  await page.keyboard.press('Enter');
  await seen(card.getByRole('heading', { name: 'Input' }));
  await card.getByRole('button', { name: 'As JSON' }).click();
  await seen(card.getByRole('region', { name: 'Input schema of apply_sort_change' }));
  const example = card.getByRole('listitem').getByRole('button').first();
  const sentence = await example.innerText();
  await example.press('Enter');
  expect(await sentenceOf(page).inputValue()).toBe(sentence);
  expect(await page.getByRole('radio', { name: 'Tables' }).isChecked()).toBe(true);
  const found = page.getByRole('table').getByRole('button', { name: 'apply_sort_change' });
  await seen(found);
  await page.getByLabel('Search the tools').fill('nothing has these words');
  await seen(page.getByText('No tool matches these words.'));
  await found.click();
  await seen(card.locator('summary:focus'));
});

test('the check leads from an example that misses to where it is tried, and back', async () => {
  const page = await open('#/tools');
  const held = deferred<void>();
  await page.route('**/v1/agent/tools/check', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${server.url}/#/tools/check/tables`);
  await seen(page.getByText(/^Trying [\d,]+ examples of \d+ tools as messages/));
  held.resolve();
  await seen(page.getByRole('heading', { name: /^Examples that do not find their tool/ }));
  const misses = page.getByRole('list').filter({ hasText: 'should find' });
  const miss = misses.getByRole('listitem').first();
  const example = miss.getByRole('link').first();
  const sentence = await example.innerText();
  await example.click();
  expect(await sentenceOf(page).inputValue()).toBe(sentence);
  expect(await page.getByRole('radio', { name: 'Tables' }).isChecked()).toBe(true);
  await seen(page.getByText('Selected in'));
  await page.goBack();
  await miss.getByRole('link').nth(1).click();
  await seen(page.getByRole('heading', { name: 'Input' }));
});

test.each([
  ['light', 1600, '#/tools?q=who%20gets%20an%20alert'],
  ['dark', 360, '#/tools?q=who%20gets%20an%20alert&tool=find_recipients'],
  ['light', 360, '#/tools/check'],
  ['dark', 1600, '#/tools/check/tables'],
] as const)('%s at %d px, %s: looks right', async (colorScheme, width, hash) => {
  const page = await open(hash, { colorScheme, viewport: { width, height: 900 } });
  await seen(page.getByText(hash.includes('check') ? /Checked in/ : /Selected in/));
  await looksRight(page);
});

const sentenceOf = (page: Page) => page.getByRole('textbox', { name: 'Sentence' });

test('the API is read by keyboard: a route is found, opened, and what it takes followed', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await browser.open(`${server.url}/openapi.html`, { colorScheme });
    await page.getByLabel('Search routes and schemas').fill('previews accept');
    await seen(page.getByText(/^1 routes/));
    for (const text of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(text);
    const route = page.locator('details[open]');
    await seen(route.getByRole('heading', { name: 'Body' }));
    await seen(route.getByText('payload_sha256', { exact: true }));
    expect(await barriers(page)).toEqual([]);
    const schema = route.getByRole('link').first();
    const name = await schema.innerText();
    await page.getByLabel('Search routes and schemas').fill('');
    await schema.press('Enter');
    const opened = page.locator(`details[open][id="schema-${name}"]`);
    await seen(opened.locator('dl'), opened.locator('summary:focus'));
  }
});

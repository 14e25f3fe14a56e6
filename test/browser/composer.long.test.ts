import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { parse } from 'yaml';
import { useBrowser, barriers, seen, send, looksRight, press } from '../support/browser.js';
import { useServer } from '../support/server.js';
import { calls, says, ScriptedModel } from '../support/scripted-model.js';

const browser = useBrowser();
const script = new ScriptedModel();
const server = useServer({ llm: script });
beforeEach(() => {
  script.play([says('Answered.')]);
});

const box = (page: Page) => page.getByLabel('Message', { exact: true });
const textOf = (page: Page) => box(page).inputValue();

test('the box has the focus at once, and typing needs no click', async () => {
  const { page } = await browser.open(server.url);
  await seen(box(page));
  await page.keyboard.type('Hello');
  expect(await textOf(page)).toBe('Hello');
});

test('on a touch screen the box is left alone, as the keyboard would cover the page', async () => {
  const options = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
  const { page } = await browser.open(server.url, options);
  await seen(box(page));
  expect(await box(page).evaluate((node) => node === node.ownerDocument.activeElement)).toBe(false);
});

test('text that was not sent is there after a reload and another view, for each conversation its own', async () => {
  const { page } = await browser.open(server.url);
  await send(page, 'Hello there', 'Answered.');
  expect(await textOf(page)).toBe('');
  await box(page).fill('to be continued');
  await page.getByRole('link', { name: 'New chat' }).click();
  await page.getByRole('article').waitFor({ state: 'detached' });
  expect(await textOf(page)).toBe('');
  await box(page).fill('something new');
  await page.getByRole('link', { name: 'Library', exact: true }).click();
  await seen(page.getByRole('heading', { level: 1, name: 'Library' }));
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  expect(await textOf(page)).toBe('something new');
  await page.getByRole('link', { name: /^Hello there/ }).click();
  await seen(page.getByText('Answered.'));
  expect(await textOf(page)).toBe('to be continued');
  await page.reload();
  await seen(page.getByText('Answered.'));
  expect(await textOf(page)).toBe('to be continued');
});

test('text that was not sent goes with its conversation when that is deleted', async () => {
  const { page } = await browser.open(server.url);
  await send(page, 'Delete me', 'Answered.');
  await box(page).fill('a secret');
  await press(page, 'Delete: Delete me');
  await page.keyboard.press('Escape');
  await seen(page.locator('button[aria-label="Delete: Delete me"]:focus'));
  await press(page, 'Delete: Delete me', 'Delete');
  await page.getByRole('link', { name: /^Delete me/ }).waitFor({ state: 'detached' });
  expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain('a secret');
});

test('a first visitor is told what this is, once', async () => {
  const { page } = await browser.open(server.url, { viewport: { width: 360, height: 740 } });
  const card = page.getByRole('region', { name: 'Welcome to Sextant' });
  await seen(card.getByText('invented sample'));
  await card.getByText('Connect your backend').click();
  expect(await card.getByRole('link', { name: 'Sources' }).getAttribute('href')).toBe('#/sources');
  await looksRight(page);
  await card.getByRole('button', { name: 'Got it' }).click();
  await page.reload();
  await seen(page.getByRole('heading', { name: 'What can I do for you?' }));
  expect(await card.count()).toBe(0);
});

test('another language is chosen on the page, and kept', async () => {
  const { page } = await browser.open(server.url, { locale: 'de-AT' });
  await seen(page.getByRole('heading', { name: 'Willkommen bei Sextant' }));
  expect(await page.getAttribute('html', 'lang')).toBe('de');
  await page.getByLabel('Sprache').selectOption('English');
  await seen(page.getByRole('heading', { name: 'Welcome to Sextant' }));
  expect(await page.getAttribute('html', 'lang')).toBe('en');
  await page.reload();
  await seen(page.getByRole('heading', { name: 'Welcome to Sextant' }));
});

test('an English browser loads no German text', async () => {
  const { page } = await browser.open(server.url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.reload();
  await seen(page.getByRole('heading', { name: 'Welcome to Sextant' }));
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.filter((url) => url.includes('german'))).toEqual([]);
});

test('an answer is copied, and asked again as another version; many steps are one row', async () => {
  const three = ['a', 'b', 'c'].map((search) => calls('list_workflow_rules', { search }));
  script.play(three, [says('Answered.')], [says('Answered again.')]);
  const { page } = await browser.open(`${server.url}/#/chat?context=workflow`);
  await send(page, 'Which ones?', 'Answered.');
  const rows = page.locator('summary').filter({ hasText: 'List workflow rules' });
  await seen(page.getByText('3 steps'));
  expect(await rows.first().isVisible()).toBe(false);
  await page.getByText('3 steps').click();
  await seen(rows);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the answer' }).click();
  await seen(page.getByRole('button', { name: 'Copied' }));
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('Answered.');
  await page.getByRole('button', { name: 'Ask again' }).click();
  await seen(page.getByText('Answered again.'));
  await page.getByRole('button', { name: 'Earlier version' }).click();
  await seen(page.getByText('3 steps'));
  expect(await barriers(page)).toEqual([]);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as scenario' }).first().click();
  const [{ turns }] = parse(await readFile(await (await saved).path(), 'utf8')).scenarios;
  const expected = { tools: { use: ['list_workflow_rules'] }, changes: [] };
  expect(turns).toEqual([{ say: 'Which ones?', expect: expected }]);
});

test('a chat with a rule or a table open begins with sentences about that', async () => {
  const idOf = async (list: string): Promise<string> =>
    (await server.call(`GET /v1/agent/library/${list}`)).body.items[0].id;
  const rule = await idOf('rules?search=Low%20Stock');
  const { page } = await browser.open(`${server.url}/#/chat?context=workflow&workflow_id=${rule}`);
  const sentences = page.getByRole('list', { name: 'Things to try' });
  await seen(page.getByRole('heading', { name: 'Low Stock Alert' }));
  await seen(page.getByText('When a row is updated, quantity has changed'));
  expect(await sentences.getByRole('button').allTextContents()).toEqual([
    'How does “Low Stock Alert” work?',
    'Set the threshold of quantity to 20',
    'Which alerts did this rule create?',
    'Switch this rule off',
  ]);
  expect(await barriers(page)).toEqual([]);
  const table = await idOf('tables?search=Products');
  await page.goto(`${server.url}/#/chat?context=tables&config_id=${table}`);
  await seen(page.getByRole('heading', { name: 'Products' }));
  await sentences.getByRole('button', { name: 'Sort by “Price”, highest first' }).click();
  await seen(page.getByText('Answered.'));
});

test('a conversation is renamed, by the keyboard alone', async () => {
  await server.chat({ message: 'Which pallets are late?', context_type: 'workflow' });
  const { page } = await browser.open(server.url);
  await page.getByRole('button', { name: 'Rename: Which pallets are late?' }).focus();
  await page.keyboard.press('Enter');
  await seen(page.getByRole('dialog', { name: 'Rename this conversation' }));
  await page.keyboard.type('Late pallets');
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await seen(page.getByRole('link', { name: /^Late pallets/ }));
  await page.reload();
  await seen(page.getByRole('link', { name: /^Late pallets/ }));
});

test('files are attached, chosen or dropped: a message waits for them and takes them along; a refused one stops it', async () => {
  const { page } = await browser.open(server.url);
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
  });
  const input = page.getByLabel('File to attach');
  await input.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.alloc(0) });
  await seen(page.getByText('The file is empty.'));
  expect(posted).not.toContain('/v1/documents');
  await page.getByRole('button', { name: 'Remove: photo.png' }).click();
  await input.setInputFiles({
    name: 'storks.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('# Storks\n\nStorks nest on roofs.'),
  });
  const attached = page.getByRole('list', { name: 'Attached' });
  await seen(attached.getByText('storks.md'));
  expect(await barriers(page)).toEqual([]);
  // Held back by the test, the second one is still on its way when the message is sent.
  let goOn = () => undefined as void;
  const held = new Promise<void>((go) => (goOn = go));
  await page.route('**/v1/documents', async (route) => {
    await held;
    await route.continue();
  });
  await page.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['# Herons\\n\\nHerons nest in trees.'], 'herons.md'));
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector('#message').dispatchEvent(drop);
  }`);
  await seen(attached.getByText('herons.md'));
  const sent = page.waitForRequest((request) => request.url().endsWith('/v1/agent/chat'));
  await send(page, 'Where do they nest?', 'Sent as soon as it can be searched: herons.md');
  expect(posted).not.toContain('/v1/agent/chat');
  goOn();
  const chat = (await sent).postDataJSON() as { context_type: string; attachments: string[] };
  expect(chat.context_type).toBe('documents');
  expect(chat.attachments).toHaveLength(2);
  await seen(page.getByText('Answered.'));
});

test('the panel is made wider by keys and closed; the sidebar is folded; both are remembered', async () => {
  const table = { name: 'Cities', source: 'procurement.suppliers', columns: ['name', 'city'] };
  script.play([calls('preview_table_config', table)], [says('Look.')]);
  const viewport = { width: 1440, height: 900 };
  const { page } = await browser.open(`${server.url}/#/chat?context=tables`, { viewport });
  await send(page, 'A table of cities');
  const panel = page.getByRole('complementary', { name: 'Preview' });
  const edge = page.getByRole('separator', { name: 'Width of the panel' });
  await seen(edge);
  const widthOf = async () => Math.round((await panel.boundingBox())?.width ?? 0);
  const before = await widthOf();
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(Math.abs((await widthOf()) - (before + 64))).toBeLessThan(3);
  const box = await edge.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 4, 400);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 104, 400);
  await page.mouse.up();
  expect(Math.abs((await widthOf()) - (before - 36))).toBeLessThan(8);
  const kept = await widthOf();
  await page.getByRole('button', { name: 'Hide the sidebar' }).click();
  await seen(page.getByRole('button', { name: 'Show the sidebar' }));
  expect(await barriers(page)).toEqual([]);
  await page.reload();
  await seen(page.getByRole('button', { name: 'Show the sidebar' }), edge);
  expect(await widthOf()).toBe(kept);
  await page.getByRole('button', { name: 'Close the panel' }).click();
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show the sidebar' }).click();
  await seen(page.getByRole('heading', { name: 'Conversations' }));
});

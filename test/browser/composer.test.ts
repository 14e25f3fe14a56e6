import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { LlmProvider } from '../../src/llm/types.js';
import { useBrowser } from '../support/browser.js';
import { seen, send } from '../support/look.js';
import { says, ScriptedModel } from '../support/scripted-model.js';
import { startTestServer, type TestServer } from '../support/server.js';

const browser = useBrowser();
let script: ScriptedModel;
const llm: LlmProvider = {
  name: 'scripted',
  model: 'scripted-1',
  streamChat: (request, signal) => script.streamChat(request, signal),
};
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { EMBEDDER: 'none' }, llm });
});
beforeEach(() => {
  script = new ScriptedModel([[says('Answered.')]]);
});
afterAll(() => server.close());

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
  await send(page, 'Hello there');
  await seen(page.getByText('Answered.'));
  expect(await textOf(page)).toBe('');
  await box(page).fill('to be continued');
  await page.getByRole('link', { name: 'New chat' }).click();
  await seen(page.getByRole('heading', { level: 2 }));
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

test('what was sent is not there again', async () => {
  const { page } = await browser.open(server.url);
  await box(page).fill('Sent once');
  await page.keyboard.press('Enter');
  await seen(page.getByText('Answered.'));
  await page.reload();
  await seen(page.getByText('Answered.'));
  expect(await textOf(page)).toBe('');
  await page.getByRole('link', { name: 'New chat' }).click();
  expect(await textOf(page)).toBe('');
});

test('text that was not sent goes with its conversation when that is deleted', async () => {
  const { page } = await browser.open(server.url);
  await send(page, 'Delete me');
  await seen(page.getByText('Answered.'));
  await box(page).fill('a secret');
  await page.getByRole('button', { name: 'Delete: Delete me' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('link', { name: /^Delete me/ }).waitFor({ state: 'detached' });
  expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain(
    'a secret',
  );
});

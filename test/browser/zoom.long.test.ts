import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/browser.js';
import { atRest, barriers, overhang, seen } from '../support/look.js';
import { sampleModel } from '../support/sample-model.js';
import { startTestServer } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';

const RULE =
  'When stock of an item falls below 10, create a critical alert for the warehouse managers';
/** A window of 1280 by 900 at 200 %. */
const ZOOMED = { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 };

const browser = useBrowser();
const server = useOpened(() => startTestServer({ llm: sampleModel(), env: { EMBEDDER: 'none' } }));

test('at 200 % a rule is asked for, seen, edited and accepted by the keyboard alone, without motion', async () => {
  const { page } = await browser.open(server.url, { ...ZOOMED, reducedMotion: 'reduce' });
  // The box has the focus when the page comes.
  await seen(page.getByLabel('Message', { exact: true }));
  await page.keyboard.type(RULE);
  await page.keyboard.press('Enter');
  await press(page, 'Review');
  await seen(page.getByRole('button', { name: 'Accept' }));
  await looksRight(page);
  await press(page, 'Edit');
  await seen(page.getByRole('textbox', { name: 'Name', exact: true }));
  await looksRight(page);
  await press(page, 'Accept as edited');
  await seen(page.getByText('It was saved.'));
  expect(await page.evaluate('document.getAnimations().length')).toBe(0);
});

test('with letters of twice the size nothing lies over the edge', async () => {
  const { page } = await browser.open(server.url);
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  for (const view of ['#/chat', '#/library/rules', '#/changes', '#/documents', '#/sources']) {
    await page.goto(`${server.url}/${view}`);
    await seen(page.locator('main h1, main h2'));
    await page.waitForLoadState('networkidle');
    await atRest(page);
    expect({ view, over: await overhang(page) }).toEqual({ view, over: 0 });
  }
});

/** Goes on with Tab until the button of that name has the focus, and presses it. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).first();
  await seen(button);
  const reached = button.and(page.locator(':focus'));
  for (let steps = 0; steps < 60 && (await reached.count()) === 0; steps += 1) {
    await page.keyboard.press('Tab');
  }
  expect(await reached.count()).toBe(1);
  await page.keyboard.press('Enter');
}

async function looksRight(page: Page): Promise<void> {
  await atRest(page);
  expect({ barriers: await barriers(page), over: await overhang(page) }).toEqual({
    barriers: [],
    over: 0,
  });
}

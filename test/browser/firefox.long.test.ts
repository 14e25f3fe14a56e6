import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { LOW_STOCK, sampleModel } from '../support/sample-model.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** Where Debian's package puts it; another one is named by FIREFOX_PATH. */
const PATH = process.env['FIREFOX_PATH'] || '/usr/bin/firefox-esr';

/** False where no Firefox is installed: `apt-get install firefox-esr`. */
const hasFirefox = existsSync(PATH);

/** An installed Firefox without a window, driven over WebDriver BiDi; `languages` is what it asks pages for. */
function launchFirefox(languages: string): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: PATH,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': languages },
  });
}

// The main way through the page in a second browser. Where no Firefox is installed it is skipped: on Debian
// `apt-get install firefox-esr` brings it.

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  if (!hasFirefox) return;
  [server, browser] = await Promise.all([
    startTestServer({ llm: sampleModel() }),
    launchFirefox('en-GB, en'),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const inFirefox = hasFirefox ? test : test.skip;

inFirefox(
  'in Firefox a rule is asked for, seen, edited, accepted and found in the library',
  async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.setViewport({ width: 1600, height: 950 });
    await page.goto(server.url);
    await named(page, 'textbox', 'Message').fill(LOW_STOCK);
    await page.keyboard.press('Enter');
    await named(page, 'button', 'Edit').click();
    await named(page, 'textbox', 'Name (needed)').fill('Low stock, seen in Firefox');
    await named(page, 'button', 'Accept as edited').click();
    await page.locator('::-p-text(“Low stock, seen in Firefox”, version 1.)').wait();
    await named(page, 'link', 'Open the saved rule').click();
    await named(page, 'heading', 'Low stock, seen in Firefox').wait();
    await named(page, 'link', 'Library').click();
    await named(page, 'searchbox', 'Search rules by name').fill('seen in Firefox');
    await named(page, 'link', 'Low stock, seen in Firefox').wait();
    expect(complaints).toEqual([]);
  },
);

inFirefox('a German Firefox gets the page in German', async () => {
  const german = await launchFirefox('de-DE, de');
  try {
    const page = await german.newPage();
    await page.goto(server.url);
    await named(page, 'heading', 'Willkommen bei Sextant').wait();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
  } finally {
    await german.close();
  }
});

/** What a screen reader would find by its role and name. */
function named(page: Page, role: string, name: string) {
  return page.locator(`::-p-aria([name="${name}"][role="${role}"])`).setTimeout(30_000);
}

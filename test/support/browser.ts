import { afterAll, beforeAll, beforeEach, afterEach, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { isPageBuilt } from '../../scripts/lib/build.mjs';
import { launchBrowser } from './browser-launch.js';
import { root } from './template-contents.js';

/** A tab of its own, and what went wrong in it. */
export interface Tab {
  page: Page;
  /** What the page wrote to the console as errors, threw, or asked of another origin. */
  complaints: string[];
}

/**
 * One Chromium for a test file, closed at its end, and the way to a fresh tab for each test. After
 * each test its tabs are closed and must have nothing to complain about.
 */
export function useBrowser(): {
  open: (url: string, options?: BrowserContextOptions) => Promise<Tab>;
} {
  let browser: Browser;
  let tabs: Tab[] = [];
  beforeAll(async () => {
    if (process.env['PAGE_BUILT'] !== 'yes' && !isPageBuilt(root)) {
      throw new Error('web/dist is not the page of these sources: `npm run build` builds it.');
    }
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(() => void (tabs = []));
  afterEach(async () => {
    for (const { page } of tabs) await page.context().close();
    expect(tabs.flatMap(({ complaints }) => complaints)).toEqual([]);
  });
  return {
    open: async (url, options = {}) => {
      const tab = await openTab(browser, url, options);
      tabs.push(tab);
      return tab;
    },
  };
}

async function openTab(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error')
      complaints.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) {
      complaints.push(`asked another origin: ${request.url()}`);
    }
  });
  await page.goto(url);
  return { page, complaints };
}

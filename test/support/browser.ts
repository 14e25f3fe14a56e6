import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Locator,
} from 'playwright-core';
import axe, { type AxeResults } from 'axe-core';
import { isPageBuilt } from '../../scripts/lib/build.mjs';
import { root } from './template-contents.js';
import { useOpened } from './use-opened.js';

/** A tab of its own, and what went wrong in it. */
export interface Tab {
  page: Page;
  /** What the page wrote to the console as errors, threw, or asked of another origin. */
  complaints: string[];
}

/** One Chromium for a test file; each test's tabs are closed after it and must not complain. */
export function useBrowser() {
  let tabs: Tab[] = [];
  const browser = useOpened(() => {
    if (process.env['PAGE_BUILT'] !== 'yes' && !isPageBuilt(root))
      throw new Error('web/dist is not the page of these sources: `npm run build` builds it.');
    return launchBrowser();
  });
  beforeEach(() => void (tabs = []));
  afterEach(async () => {
    for (const { page } of tabs) await page.context().close();
    expect(tabs.flatMap(({ complaints }) => complaints)).toEqual([]);
  });
  const open = async (url: string, options: BrowserContextOptions = {}) => {
    const tab = await openTab(browser, url, options);
    tabs.push(tab);
    return tab;
  };
  return { open };
}

async function openTab(browser: Browser, url: string, more: BrowserContextOptions): Promise<Tab> {
  const viewport = { width: 1280, height: 900 };
  // Colours are looked at as they are, not on their way from light to dark.
  const still = { viewport, locale: 'en-GB', reducedMotion: 'reduce' as const };
  const context = await browser.newContext({ ...still, ...more });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error')
      complaints.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin)
      complaints.push(`asked another origin: ${request.url()}`);
  });
  await page.goto(url);
  return { page, complaints };
}

/** Waits until the first of each can be seen, one after the other; fails with what was looked for. */
export async function seen(...locators: Locator[]): Promise<void> {
  for (const locator of locators) await locator.first().waitFor({ timeout: 60_000 });
}

/** Waits until each text can be seen there, one after the other. */
export const reads = (there: Page | Locator, ...texts: (string | RegExp)[]) =>
  seen(...texts.map((text) => there.getByText(text)));

/** Presses the buttons of exactly these names, one after the other. */
export async function press(there: Page | Locator, ...names: string[]): Promise<void> {
  for (const name of names) await there.getByRole('button', { name, exact: true }).click();
}

/** Writes a message as a person does, and waits for this answer where one is given. */
export async function send(page: Page, message: string, answer?: string | RegExp): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(message);
  await page.keyboard.press('Enter');
  if (answer !== undefined) await reads(page, answer);
}

/** What axe finds wrong. Sent by the debugger: the page's policy allows no such script. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => {
    return (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run();
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${JSON.stringify(any[0]?.data ?? '')}`),
  );
}

/** How many pixels of the page lie beyond the right edge of the window. */
export async function overhang(page: Page): Promise<number> {
  return page.evaluate<number>(
    `Math.max(...[document.documentElement, document.body, ...document.querySelectorAll('main, main section, aside')]
      .map((node) => node.scrollWidth - node.clientWidth))`,
  );
}

/**
 * What of the page's frame could scroll away, although only the scrollers in it may: a document higher
 * than the window, a frame that was shifted, a scroller whose hidden texts are placed by something
 * further out and so do not scroll with it. Empty where all is well.
 */
export async function frameFaults(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const faults = [];
    const root = document.documentElement;
    const nameOf = (node) => node.tagName.toLowerCase() + '.' + node.className;
    if (root.scrollHeight !== innerHeight)
      faults.push('document: ' + root.scrollHeight + ' high in a window of ' + innerHeight);
    for (let node = document.querySelector('main'); node !== null; node = node.parentElement)
      if (node.scrollTop !== 0) faults.push(nameOf(node) + ': shifted by ' + node.scrollTop);
    for (const node of document.querySelectorAll('body *')) {
      const { overflowX, overflowY, position } = getComputedStyle(node);
      const scrolls = [overflowX, overflowY].some((one) => one === 'auto' || one === 'scroll');
      // A field holds nothing but its text.
      if (!scrolls || position !== 'static' || node.matches('textarea, select, input')) continue;
      faults.push(nameOf(node) + ': scrolls, but is not the containing block of what is in it');
    }
    return [...new Set(faults)];
  })()`);
}

/** Holds, once nothing moves, that axe finds nothing, and that nothing stands out of the window or could scroll away. */
export async function looksRight(page: Page): Promise<void> {
  await atRest(page);
  const found = { barriers: await barriers(page), faults: await frameFaults(page) };
  expect(found).toEqual({ barriers: [], faults: [] });
  expect(await overhang(page)).toBeLessThanOrEqual(0);
}

/** Waits until nothing moves any more: sizes were taken over, and what had started to change has changed. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(
    `(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      // What begins late on a busy machine is seen the second time.
      for (let look = 0; look < 2; look += 1) {
        for (let count = 0; count < 3; count += 1) await frame();
        const ending = document.getAnimations().filter(
          (one) => one.effect?.getComputedTiming().iterations !== Infinity,
        );
        await Promise.allSettled(ending.map((one) => one.finished));
      }
      await frame();
    })()`,
  );
}

/** An installed Chrome where CHROME_PATH names one, else the Chromium that comes from npm (Linux, x64). */
export async function launchBrowser(): Promise<Browser> {
  const installed = process.env['CHROME_PATH'] || undefined;
  // Not the package's own arguments: they switch off the very rules of the web that are tested here.
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath: installed ?? (await packagedChromium()), args });
}

const PACKAGE = 'node_modules/@sparticuz/chromium';
/** The package unpacks into the directory for temporary files, which only a process of its own can be given. */
const UNPACK = "(await import('@sparticuz/chromium')).default.executablePath()";

/** The path of npm's Chromium, unpacked where it was not yet; several processes may ask at once. */
export async function packagedChromium(cache = join(root, 'node_modules/.cache/sextant')) {
  const text = await readFile(join(root, PACKAGE, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  const place = join(cache, `chromium-${version}`);
  if (!existsSync(place)) await unpackTo(place, cache);
  return join(place, 'chromium');
}

async function unpackTo(place: string, cache: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(join(cache, 'chromium-unpacked-'));
  const options = { cwd: root, env: { ...process.env, TMPDIR: own, NODE_OPTIONS: '' } };
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK], options);
    await rename(own, place);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    // Another process was first; its copy is as good.
    if (!existsSync(place)) throw error;
  }
}

/**
 * How long the first view takes on a slow machine: `npm run bench:first-view [-- --write]`. A Chromium
 * whose CPU is slowed down four times opens the page of a real server with an empty cache, again and
 * again; prints the medians, and `--write` puts them into bench/first-view.md.
 */
import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { readConfig } from '../src/app/config/config.js';
import { silentLogger } from '../src/foundation/logger.js';
import { startServer } from '../src/app/server.js';
import { launchBrowser } from '../test/support/browser.js';

const SLOWER = 4;
const VIEWS = 15;
/** The box to write into is there, can be used, and what was typed stands in it. */
const READY = 'the first letter typed stands in the box';

/** Runs in the page before its own scripts: notes when the box is there, and when a letter stands in it. */
const WATCH = `
  const look = () => {
    const box = document.querySelector('textarea');
    if (box !== null && !box.disabled && globalThis.usableAt === undefined) {
      globalThis.usableAt = performance.now();
    }
    if (box?.value === 'a') globalThis.typedAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);`;

/** Milliseconds from the beginning of the navigation. */
interface Times {
  'first paint': number;
  'the box can be used': number;
  [READY]: number;
}

/** What went over the wire, in bytes as sent. */
interface View {
  times: Times;
  bytes: number;
}

const dataDir = await mkdtemp(join(tmpdir(), 'sextant-first-view-'));
const config = readConfig({
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  SAMPLE_DOCUMENTS: 'off',
  LLM_PROVIDER: 'none',
  // It would be busy with its index while the first views are measured.
  EMBEDDER: 'none',
});
const server = await startServer(config, silentLogger);
const browser = await launchBrowser();
try {
  await viewOf(browser, server.url);
  const load = loadavg()[0] ?? 0;
  const views: View[] = [];
  for (let count = 0; count < VIEWS; count += 1) views.push(await viewOf(browser, server.url));
  const report = reportOf(views, load);
  console.log(report);
  if (process.argv.includes('--write')) {
    writeFileSync(fileURLToPath(new URL('first-view.md', import.meta.url)), report);
  }
} finally {
  await browser.close();
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
}

/** One first view in a fresh profile: nothing in its cache, nothing remembered. */
async function viewOf(from: Browser, url: string): Promise<View> {
  const context = await from.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const debug = await context.newCDPSession(page);
  await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await debug.send('Network.enable');
  let bytes = 0;
  debug.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript(WATCH);
  await page.goto(url, { waitUntil: 'commit' });
  const times = await timesOf(page);
  await context.close();
  return { times, bytes };
}

/** Types as soon as there is something to type into, as a test of whether the page really listens. */
async function timesOf(page: Page): Promise<Times> {
  await page.getByLabel('Message', { exact: true }).pressSequentially('a');
  return page.evaluate<Times>(`(async () => {
    while (globalThis.typedAt === undefined) await new Promise(requestAnimationFrame);
    return {
      'first paint': performance.getEntriesByName('first-contentful-paint')[0].startTime,
      'the box can be used': globalThis.usableAt,
      ${JSON.stringify(READY)}: globalThis.typedAt,
    };
  })()`);
}

function reportOf(views: readonly View[], load: number): string {
  const names = Object.keys(views[0]?.times ?? {}) as (keyof Times)[];
  const rows = names.map((name) => {
    const sorted = views.map(({ times }) => times[name]).toSorted((one, other) => one - other);
    const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
    return `| ${name} | ${at(0.5)} | ${Math.round(sorted.at(-1) ?? 0)} |`;
  });
  const sent = Math.round(Math.max(...views.map(({ bytes }) => bytes)) / 1000);
  const [cpu] = cpus();
  return `# The first view on a slow machine

\`npm run bench:first-view\`: ${views.length} first views of the page, each in a fresh profile with an empty cache,
from a server on the same machine, in a Chromium whose CPU is slowed down ${SLOWER} times. The aim is under
1,500 ms until the page can be used.

| from the beginning of the navigation, in ms | median | slowest |
|---|--:|--:|
${rows.join('\n')}

At most ${sent} kB were sent for it, compressed as the browser takes it, answers of the API included. Measured on ${cpus().length} cores (${cpu?.model.trim()}) at a load
of ${load.toFixed(1)}, which the server and the browser share.
`;
}

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useBrowser } from '../support/browser.js';
import { Child } from '../support/child.js';
import { copyTemplate } from '../support/embedded-template.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { gemini } from '../support/fakes/gemini.js';
import { seen, send } from '../support/look.js';

// The page before a real process of the server on a database of its own, whose model is Gemini as its API speaks.

const MAIN = new URL('../../src/main.ts', import.meta.url);
const browser = useBrowser();
let fake: FakeServer;
let dataDir: string;
let server: { child: Child; url: string };

beforeAll(async () => {
  fake = await FakeServer.start(gemini);
  dataDir = await mkdtemp(join(tmpdir(), 'sextant-page-'));
  await copyTemplate('platform', dataDir);
  server = await start('0');
});
afterAll(async () => {
  await server?.child.kill();
  await fake?.close();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

async function start(port: string): Promise<{ child: Child; url: string }> {
  const settings = { EMBEDDER: 'none', LOG_LEVEL: 'silent', SAMPLE_DOCUMENTS: 'off' };
  const child = new Child(MAIN, [], { ...settings, ...fake.env, DATA_DIR: dataDir, PORT: port });
  for (;;) {
    const found = /ready at (\S+)/.exec(await child.line());
    if (found?.[1]) return { child, url: found[1] };
  }
}

test('a server that is killed in the middle of an answer and comes back: what was said stays, and is asked again', async () => {
  fake.script([
    [{ text: 'The first words ' }, { text: 'are here. ' }, { stall: true }],
    [{ text: 'This time to the end.' }],
  ]);
  const { page, complaints } = await browser.open(server.url);
  await send(page, 'Tell me.');
  const first = page.getByRole('article').first();
  await seen(first.getByText('The first words are here.'));
  await server.child.kill();
  await seen(first.getByText(/^Reconnecting/));
  server = await start(new URL(server.url).port);
  const again = page.getByRole('button', { name: 'Ask again' });
  await seen(again);
  await seen(first.getByText(/^The server that was answering stopped unexpectedly/));
  expect(await first.getByText('The first words are here.').count()).toBe(1);
  await again.click();
  await seen(page.getByText('This time to the end.'));

  // A page that is opened after it tells the same.
  const later = await browser.open(server.url);
  await later.page
    .getByRole('link', { name: /^Tell me/ })
    .first()
    .click();
  await seen(later.page.getByText('The first words are here.'));
  await seen(later.page.getByText('This time to the end.'));
  // The browser itself reports a server that is away.
  const others = complaints.splice(0).filter((one) => !/ERR_|net::/.test(one));
  expect(others).toEqual([]);
});

import { useBrowser, seen, send } from '../support/browser.js';
import { useChildren } from '../support/child.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { gemini } from '../support/fakes/gemini.js';
import { useOpened } from '../support/use-opened.js';
import { useFolders } from '../support/embedded-template.js';

// The page before a real process of the server on a database of its own, whose model is Gemini as its API speaks.

const MAIN = new URL('../../src/main.ts', import.meta.url);
const browser = useBrowser();
const fake = useOpened(() => FakeServer.start(gemini));
const folder = useFolders('platform');
const spawnServer = useChildren(MAIN, () => ({
  EMBEDDER: 'none',
  LOG_LEVEL: 'silent',
  SAMPLE_DOCUMENTS: 'off',
  DATA_DIR: folder.path,
  ...fake.env,
}));

test('a server that is killed in the middle of an answer and comes back: what was said stays, and is asked again', async () => {
  fake.script([
    [{ text: 'The first words ' }, { text: 'are here. ' }, { stall: true }],
    [{ text: 'This time to the end.' }],
  ]);
  const server = spawnServer({ PORT: '0' });
  const url = await server.ready();
  const { page, complaints } = await browser.open(url);
  await send(page, 'Tell me.');
  const first = page.getByRole('article').first();
  await seen(first.getByText('The first words are here.'));
  await server.kill();
  await seen(first.getByText(/^Reconnecting.+ is looked for as soon as the server can be reached/));
  await spawnServer({ PORT: new URL(url).port }).ready();
  const again = page.getByRole('button', { name: 'Ask again' });
  await seen(again, first.getByText(/^The server that was answering stopped unexpectedly/));
  expect(await first.getByText('The first words are here.').count()).toBe(1);
  await again.click();
  await seen(page.getByText('This time to the end.'));

  // A page that is opened after it tells the same.
  const later = await browser.open(url);
  const chats = later.page.getByRole('link', { name: /^Tell me/ });
  await chats.first().click();
  await seen(later.page.getByText('This time to the end.'));
  await later.page.getByRole('button', { name: 'Earlier version' }).click();
  await seen(later.page.getByText('The first words are here.'));
  // The browser itself reports a server that is away, and the page a part that did not load meanwhile.
  expect(complaints.splice(0).filter((one) => !/ERR_|net::|did not load/.test(one))).toEqual([]);
});

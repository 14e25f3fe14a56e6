import type { Page } from 'playwright-core';
import { useBrowser, looksRight, seen, send, reads } from '../support/browser.js';
import { FAKE_KEY } from '../support/fakes/fake-api.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { fakeApis } from '../support/fakes/fakes.js';
import type { FakeStep } from '../support/fakes/script.js';
import { useServer } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';

// A person without a model connects Gemini on the page, asks it, and puts Ollama in its place.

const browser = useBrowser();
const calling: FakeStep[] = [{ call: { name: 'report_ready', arguments: { ready: true } } }];

const gemini = useOpened(() => FakeServer.start(fakeApis.gemini));
const ollama = useOpened(() => FakeServer.start(fakeApis.ollama));
const server = useServer();

async function connect(page: Page, provider: string, address: string, key?: string) {
  await page.getByRole('combobox', { name: /^Provider/ }).selectOption({ label: provider });
  await page.getByRole('textbox', { name: /^Address/ }).fill(address);
  if (key !== undefined) await page.getByRole('textbox', { name: /^Key/ }).fill(key);
  await page.getByRole('button', { name: 'List its models' }).click();
  await seen(page.getByRole('combobox', { name: /^Model/ }));
  await page.getByRole('button', { name: 'Try it and connect' }).click();
}

test('models are connected, asked, replaced and removed', async () => {
  const { page } = await browser.open(server.url);
  await page.getByText('No language model is connected').click();
  await seen(page.getByRole('combobox', { name: /^Provider/ }));
  await looksRight(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await looksRight(page);
  await page.setViewportSize({ width: 1200, height: 800 });

  gemini.script([calling, [{ text: 'Gemini is here.' }]]);
  await connect(page, 'Gemini', gemini.url, FAKE_KEY);
  await seen(page.getByText(/gemini-flash-latest called a tool in \d/));
  await send(page, 'Hello?', 'Gemini is here.');

  await page.getByRole('link', { name: 'Sources', exact: true }).click();
  await seen(page.getByText(`gemini-flash-latest (${gemini.url}) is connected.`));
  ollama.script([calling]);
  await connect(page, 'Ollama', ollama.url);
  await reads(page, /qwen3:14b called a tool in \d/, `qwen3:14b (${ollama.url}) is connected.`);
  await page.getByRole('button', { name: 'Remove the model and its key' }).click();
  await page.getByText('is connected.').waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(FAKE_KEY);
});

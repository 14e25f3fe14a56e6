import { readFile, writeFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { parse } from 'yaml';
import { join } from 'node:path';
import { useBrowser, barriers, seen, send, looksRight, press } from '../support/browser.js';
import { flagsDocument, startFlagsBackend } from '../support/flags-backend.js';
import { calls, says, ScriptedModel } from '../support/scripted-model.js';
import { startTestServer, useServer } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';
import { useFolder } from '../support/embedded-template.js';

// A person without a config file adds a backend on the page, and asks it.

const browser = useBrowser();
const script = new ScriptedModel();
const folder = useFolder();
const backend = useOpened(startFlagsBackend);
const server = useServer({ llm: script });
const fileIn = (name: string) => join(folder.path, name);
beforeAll(() => writeFile(fileIn('flags.json'), JSON.stringify(flagsDocument)));

test('a backend is added by its document, asked, and removed', async () => {
  const { page } = await browser.open(server.url);
  await page.getByRole('link', { name: 'Sources', exact: true }).click();
  await seen(page.getByRole('heading', { level: 1, name: 'Sources' }));
  await press(page, 'Add a source', 'Add');
  await seen(page.getByText('An https address, or choose a file.'));
  await page.getByLabel('Short name').fill('flags');
  await page.getByLabel('Or a file').setInputFiles(fileIn('flags.json'));
  await page.getByLabel('Address of the backend').fill(backend.url);
  await looksRight(page);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await seen(page.getByRole('heading', { name: /Flagship/ }));
  await seen(page.getByText('Flagship 4.2.0: 8 of 8 operations are offered'));
  const german = await browser.open(page.url(), { locale: 'de-DE' });
  await seen(german.page.getByText('Angeboten werden 8 von 8.'));
  await page.setViewportSize({ width: 360, height: 740 });
  await looksRight(page);
  await page.setViewportSize({ width: 1200, height: 800 });
  script.play([calls('flags_listFlags', { projectId: 'web' })], [says('Two flags.')]);
  await page.getByRole('link', { name: 'Try a sentence: Flagship' }).click();
  await page.getByLabel('Sentence', { exact: true }).fill('which flags are there?');
  await seen(page.getByRole('rowheader', { name: 'flags_listFlags' }));
  await page.goto(`${server.url}/#/chat?context=flags`);
  await seen(page.getByText('Answers questions about Flags and proposes changes to it.'));
  await send(page, 'which flags are there?', 'Two flags.');
  script.expectUsedUp();
  await page.goto(`${server.url}/#/sources`);
  expect(await exported(page)).toEqual({
    'flags.openapi.json': flagsDocument,
    'sextant.yaml': expect.objectContaining({
      sources: { flags: expect.objectContaining({ openapi: './flags.openapi.json' }) },
      agents: { flags: expect.objectContaining({ title: 'Flags' }) },
    }),
  });
  await press(page, 'Remove: Flagship', 'Remove');
  await page.getByRole('heading', { name: 'Flagship Ready' }).waitFor({ state: 'detached' });
});

test('the examples of a tool are edited on the page and stand in the file', async () => {
  const [configFile, file] = ['edit.yaml', 'flags.examples.jsonl'].map(fileIn);
  const line = (...examples: string[]) =>
    `${JSON.stringify({ id: 'listFlags', examples, hash: '0123456789ab' })}\n`;
  await writeFile(file!, line('which flags?'));
  const examples = './flags.examples.jsonl';
  const source = { openapi: './flags.json', base_url: backend.url, examples };
  await writeFile(configFile!, JSON.stringify({ sources: { flags: source } }));
  const env = { EMBEDDER: 'none' };
  const served = await startTestServer({ llm: script, configFile: configFile!, env });
  try {
    const { page, complaints } = await browser.open(`${served.url}/#/tools`);
    await page.locator('#tool-flags_listFlags summary').click();
    const card = page.locator('#tool-flags_listFlags');
    await seen(card.getByRole('button', { name: 'which flags?' }));
    await card.getByRole('button', { name: 'Edit' }).click();
    await card.getByRole('textbox').fill('show me the flags\nwhat is switched on?');
    expect(await barriers(page)).toEqual([]);
    await card.getByRole('button', { name: 'Write to the file' }).click();
    await seen(card.getByRole('button', { name: 'what is switched on?' }));
    expect(await readFile(file!, 'utf8')).toBe(line('show me the flags', 'what is switched on?'));
    await card.getByRole('button', { name: 'Edit' }).click();
    await writeFile(file!, line('somebody else’s'));
    await card.getByRole('button', { name: 'Write to the file' }).click();
    await seen(card.getByRole('alert').getByText(/changed in the meantime/));
    expect(await readFile(file!, 'utf8')).toBe(line('somebody else’s'));
    // The browser itself writes refusals to the console.
    expect(complaints.splice(0).join()).toMatch(/409 \(Conflict\)/);
  } finally {
    await served.close();
  }
});

test('on a backend of one’s own nothing speaks of the sample', async () => {
  const configFile = fileIn('own.yaml');
  const flags = { openapi: './flags.json', base_url: backend.url };
  await writeFile(configFile, JSON.stringify({ sources: { flags } }));
  const own = await startTestServer({ llm: script, configFile });
  try {
    const { page } = await browser.open(own.url);
    await seen(page.getByRole('region', { name: 'Welcome to Sextant' }));
    expect(await page.getByText('invented sample').count()).toBe(0);
    expect(await page.getByRole('list', { name: 'Things to try' }).count()).toBe(0);
    const { agents } = (await own.call('GET /v1/agent/info')).body;
    expect(agents.length).toBeGreaterThan(0);
    expect(agents.flatMap(({ examples }: { examples: string[] }) => examples)).toEqual([]);
  } finally {
    await own.close();
  }
});

/** The files of an export by their names, read. */
async function exported(page: Page): Promise<Record<string, unknown>> {
  const saved: Download[] = [];
  const both = new Promise<void>((resolve) =>
    page.on('download', (download) => {
      saved.push(download);
      if (saved.length === 2) resolve();
    }),
  );
  await page.getByRole('button', { name: 'Export as sextant.yaml' }).click();
  await both;
  const files = saved.map(async (download) => {
    const text = await readFile(await download.path(), 'utf8');
    return [download.suggestedFilename(), parse(text)] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

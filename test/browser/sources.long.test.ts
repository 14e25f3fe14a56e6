import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { parse } from 'yaml';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LlmProvider } from '../../src/llm/types.js';
import { useBrowser } from '../support/browser.js';
import { flagsDocument, startFlagsBackend, type FlagsBackend } from '../support/flags-backend.js';
import { barriers, frameFaults, overhang, seen, send } from '../support/look.js';
import { calls, says, ScriptedModel } from '../support/scripted-model.js';
import { startTestServer, type TestServer } from '../support/server.js';

// A person without a config file adds a backend on the page, and asks it.

const browser = useBrowser();
let folder: string;
let backend: FlagsBackend;
let server: TestServer;
let script = new ScriptedModel([]);
const llm: LlmProvider = {
  name: 'scripted',
  model: 'scripted-1',
  streamChat: (request, signal) => script.streamChat(request, signal),
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-'));
  await writeFile(join(folder, 'flags.json'), JSON.stringify(flagsDocument));
  backend = await startFlagsBackend();
  server = await startTestServer({ llm, env: { EMBEDDER: 'none' } });
});
afterAll(async () => {
  await server.close();
  await backend.close();
  await rm(folder, { recursive: true });
});

test('a backend is added by its document, asked, and removed', async () => {
  const { page } = await browser.open(server.url);
  await page.getByRole('link', { name: 'Sources', exact: true }).click();
  await seen(page.getByRole('heading', { level: 1, name: 'Sources' }));
  await page.getByRole('button', { name: 'Add a source' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await seen(page.getByText('An https address, or choose a file.'));
  await page.getByLabel('Short name').fill('flags');
  await page.getByLabel('Or a file').setInputFiles(join(folder, 'flags.json'));
  await page.getByLabel('Address of the backend').fill(backend.url);
  expect(await barriers(page)).toEqual([]);
  expect(await frameFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await seen(page.getByRole('heading', { name: /Flagship/ }));
  await seen(page.getByText('Flagship 4.2.0: 8 of 8 operations are offered'));
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overhang(page)).toBe(0);
  await page.setViewportSize({ width: 1200, height: 800 });
  script = new ScriptedModel([
    [calls('flags_listFlags', { projectId: 'web' })],
    [says('Two flags.')],
  ]);
  await page.getByRole('link', { name: 'Try a sentence: Flagship' }).click();
  await page.getByLabel('Sentence', { exact: true }).fill('which flags are there?');
  await seen(page.getByRole('rowheader', { name: 'flags_listFlags' }));
  await page.goto(`${server.url}/#/chat?context=flags`);
  await seen(page.getByText('Answers questions about Flags and proposes changes to it.'));
  await send(page, 'which flags are there?');
  await seen(page.getByText('Two flags.'));
  script.expectUsedUp();
  await page.goto(`${server.url}/#/sources`);
  expect(await exported(page)).toEqual({
    'flags.openapi.json': flagsDocument,
    'sextant.yaml': expect.objectContaining({
      sources: { flags: expect.objectContaining({ openapi: './flags.openapi.json' }) },
      agents: { flags: expect.objectContaining({ title: 'Flags' }) },
    }),
  });
  await page.getByRole('button', { name: 'Remove: Flagship' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('heading', { name: 'Flagship Ready' }).waitFor({ state: 'detached' });
});

test('a document that cannot be read says why in the form', async () => {
  await writeFile(join(folder, 'broken.json'), '{"openapi":');
  const { page } = await browser.open(`${server.url}/#/sources`);
  await page.getByRole('button', { name: 'Add a source' }).click();
  await page.getByLabel('Short name').fill('broken');
  await page.getByLabel('Or a file').setInputFiles(join(folder, 'broken.json'));
  await page.getByLabel('Address of the backend').fill(backend.url);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await seen(page.getByText(/It is not valid JSON/));
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

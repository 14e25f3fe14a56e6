import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { newId } from '../../src/foundation/ids.js';
import { launchBrowser } from '../support/browser.js';
import { deferred } from '../support/deferred.js';
import {
  calls,
  fails,
  says,
  ScriptedModel,
  thinks,
  waitsFor,
  type ScriptTurn,
} from '../support/scripted-model.js';
import { serve } from '../support/http-server.js';
import { proposesRules } from '../support/previews.js';
import { useServer } from '../support/server.js';
import { root } from '../support/template-contents.js';
import { useOpened } from '../support/use-opened.js';
import { useFolder } from '../support/embedded-template.js';

// The pages of examples/, bundled as a user would and opened from another origin than the server's.

const TOKEN = 'a-token-of-ada-0000';
const script = new ScriptedModel();
let page: Page;
let complaints: string[] = [];

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' };

const folder = useFolder();
const host = useOpened(() =>
  serve((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const file = join(folder.path, path.endsWith('/') ? `${path}index.html` : path);
    readFile(file).then(
      (bytes) => response.setHeader('content-type', TYPES[extname(file)] ?? '').end(bytes),
      () => response.writeHead(404).end(),
    );
  }),
);
const server = useServer(() => {
  const auth = { AUTH: 'static', AUTH_TOKENS: `ada:${TOKEN}` };
  return { llm: script, env: { EMBEDDER: 'local', ...auth, CORS_ORIGINS: host.url } };
});
const browser = useOpened(launchBrowser);
afterEach(() => page?.context().close());

const run = promisify(execFile);

/** Bundles an example, with other packages in place of some, in a process of its own as its user would. */
async function bundle(example: string, name: string, alias: Record<string, string>) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const config = join(root, 'test/support/example-bundle.config.mjs');
  const out = ['--config', config, '--outDir', join(folder.path, name)];
  await run(process.execPath, [vite, 'build', join(root, 'examples', example), ...out], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_OPTIONS: '',
      EXAMPLE_ALIAS: JSON.stringify(alias),
      VITE_SEXTANT_URL: server.url,
      VITE_SEXTANT_TOKEN: TOKEN,
    },
  });
}

const answer = (...turns: ScriptTurn[]) => void script.play(...turns);
async function open(name: string): Promise<void> {
  page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${host.url}/${name}/`);
}
async function say(text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}
const seen = (text: string | RegExp) => page.getByRole('log').getByText(text).last().waitFor();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

const proposal = (name: string) => answer(...proposesRules([name]));
const storedRules = async (name: string): Promise<object[]> => {
  const path = `/v1/workflow/rules?rows=5&search=${encodeURIComponent(name)}`;
  return (await server.call(`GET ${path}`, undefined, TOKEN)).body.items;
};

describe.each([7, 6] as const)('useChat of AI SDK %i', (major) => {
  const name = `use-chat-${major}`;
  beforeAll(() =>
    bundle('use-chat', name, major === 7 ? { '@ai-sdk/react': 'ai-react7', ai: 'ai7' } : {}),
  );
  // The page asks /api/ai/chat, which is for version 7.
  const start = async () => {
    await open(name);
    if (major === 7) return;
    await page.route('**/api/ai/chat**', (route) =>
      route.continue({ url: route.request().url().replace('/ai/chat', `/ai/v${major}/chat`) }),
    );
  };

  test('a chat with a tool call, and the same question again', async () => {
    answer(
      [thinks('Hm, hm.'), says('Let me look.'), calls('discover', { category: 'entities' })],
      [says('Found.')],
    );
    await start();
    await say('what is there?');
    await seen('Let me look.');
    await page.getByText('Thinking').click();
    for (const text of ['Hm, hm.', 'discover', 'Found.']) await seen(text);
    answer([says('Better.')]);
    await press('Again');
    await seen('Better.');
    expect(await page.getByText('Found.').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('a preview is accepted, and another rejected', async () => {
    const rule = `Example ${newId()}`;
    proposal(rule);
    await start();
    await say('watch big orders');
    await press('Accept');
    await page.getByRole('region', { name: 'Preview' }).getByText('accepted').waitFor();
    expect(await storedRules(rule)).toHaveLength(1);
    const other = `Example ${newId()}`;
    proposal(other);
    await say('another one');
    await press('Reject');
    await page.getByRole('region', { name: 'Preview' }).getByText('rejected').waitFor();
    expect(await storedRules(other)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('an answer is read on after a reload, and stopped', async () => {
    const never = deferred();
    answer([says('Before '), waitsFor(never.promise), says('and after.')]);
    await start();
    await say('hi');
    await seen('Before');
    await page.reload();
    await seen('Before');
    expect(await page.getByText('Before').count()).toBe(1);
    await press('Stop');
    await page.getByRole('button', { name: 'Send' }).and(page.locator(':enabled')).waitFor();
    never.resolve();
  });

  test('a failure is shown', async () => {
    answer([says('Half'), fails('The model broke.')]);
    await start();
    await say('hi');
    await page.getByRole('alert').waitFor();
  });
});

describe('assistant-ui', () => {
  beforeAll(() => bundle('assistant-ui', 'assistant-ui', { ai: 'ai7' }));
  const start = () => open('assistant-ui');

  test('a chat, a preview that is accepted, and one that is rejected', async () => {
    await start();
    for (const [button, state, count] of [
      ['Accept', 'accepted', 1],
      ['Reject', 'rejected', 0],
    ] as const) {
      const rule = `Example ${newId()}`;
      proposal(rule);
      await say('watch big orders');
      await seen('It waits for you.');
      await seen('find tools');
      await page.getByRole('region', { name: 'Preview' }).getByText('waiting').waitFor();
      await press(button);
      await page.getByRole('region', { name: 'Preview' }).getByText(state).waitFor();
      expect(await storedRules(rule)).toHaveLength(count);
    }
    expect(complaints).toEqual([]);
  });

  test('an answer is stopped, and its run with it', async () => {
    const never = deferred();
    answer([says('Before '), waitsFor(never.promise), says('and after.')]);
    await start();
    await say('hi');
    await seen('Before');
    const cancelled = page.waitForResponse(/\/runs\/[^/]+\/cancel$/);
    await press('Stop');
    expect((await cancelled).ok()).toBe(true);
    never.resolve();
    answer([says('Here I am.')]);
    await say('are you there?');
    await seen('Here I am.');
    expect(await page.getByText('and after.').count()).toBe(0);
  });

  test('a failure is shown', async () => {
    answer([thinks('Hm, hm.'), says('Half'), fails('The model broke.')]);
    await start();
    await say('hi');
    await page.getByRole('alert').getByText('The model broke.').waitFor();
    await page.getByText('Thinking').click();
    await seen('Hm, hm.');
  });
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { LlmProvider } from '../../src/llm/types.js';
import { useBrowser } from '../support/browser.js';
import { barriers, seen, send } from '../support/look.js';
import { hostileServer } from '../support/mcp/open-mcp.js';
import { calls, says, ScriptedModel } from '../support/scripted-model.js';
import { startTestServer, type TestServer } from '../support/server.js';

const browser = useBrowser();
let script = new ScriptedModel([]);
const llm: LlmProvider = {
  name: 'scripted',
  model: 'scripted-1',
  streamChat: (request, signal) => script.streamChat(request, signal),
};
let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'questions-'));
  const configFile = join(folder, 'sextant.yaml');
  await writeFile(configFile, stringify(config()));
  server = await startTestServer({ env: { EMBEDDER: 'none' }, llm, configFile });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function config() {
  const properties = {
    name: { type: 'string', title: 'Name <b>of</b> the box', minLength: 2 },
    colour: { type: 'string', enum: ['red', 'blue'] },
    count: { type: 'integer', minimum: 1 },
    fragile: { type: 'boolean', title: 'Fragile' },
  };
  const question = {
    message: 'Which box? <script>document.title="taken"</script>',
    requestedSchema: { type: 'object', properties, required: ['name', 'colour'] },
  };
  const tool = { name: 'pick', description: 'Picks one.', inputSchema: { type: 'object' } };
  const place = hostileServer({ tools: [tool], onCall: 'ask', question });
  if (!('command' in place)) throw new Error('no program');
  return {
    sources: {
      boxes: {
        mcp: { command: place.command, args: place.args },
        reads: ['pick'],
        elicitation: true,
      },
    },
    agents: { boxes: { title: 'Boxes', sources: ['boxes'], core_tools: ['boxes_pick'] } },
  };
}

test('what a server asks is a form in the chat, which survives a reload and closes when it is answered', async () => {
  script = new ScriptedModel([[calls('boxes_pick', {})], [says('The blue one, then.')]]);
  const { page } = await browser.open(`${server.url}/#/chat?context=boxes`, {
    viewport: { width: 390, height: 800 },
  });
  await send(page, 'pick a box');
  await seen(page.getByRole('region', { name: 'Question of boxes' }));
  await page.reload();
  const form = page.getByRole('region', { name: 'Question of boxes' });
  await seen(form);
  expect(await barriers(page)).toEqual([]);
  await form.getByLabel('Name of the box').fill('Crate');
  await form.getByLabel('colour').selectOption('blue');
  await form.getByLabel('Fragile').check();
  await form.getByRole('button', { name: 'Answer' }).click();
  await seen(page.getByText('Answered.'));
  await seen(page.getByText('The blue one, then.'));
  expect(await page.title()).not.toBe('taken');
  const values = { name: 'Crate', colour: 'blue', fragile: true };
  expect(JSON.stringify(script.requests.at(-1))).toContain(
    JSON.stringify(JSON.stringify(values)).slice(1, -1),
  );
});

import { useBrowser, barriers, seen, send, reads, press } from '../support/browser.js';
import { startOAuthMcp } from '../support/mcp/oauth-mcp.js';
import { hostileServer, packagedServer } from '../support/mcp/open-mcp.js';
import { calls, says, ScriptedModel } from '../support/scripted-model.js';
import { useServer } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';

const browser = useBrowser();
const script = new ScriptedModel();
const guarded = useOpened(startOAuthMcp);
const server = useServer(() => {
  return { llm: script, files: { 'sextant.yaml': config() } };
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
  const asking = hostileServer({ tools: [tool], onCall: 'ask', question });
  const everything = packagedServer('server-everything', 'stdio');
  if (!('command' in asking && 'command' in everything)) throw new Error('no program');
  const started = ({ command, args }: typeof asking) => ({ command, args });
  return {
    sources: {
      boxes: { mcp: started(asking), reads: ['pick'], elicitation: true },
      everything: { mcp: started(everything), reads: ['get-tiny-image'] },
      guarded: { mcp: { url: guarded.url }, reads: ['whoami'] },
    },
    agents: {
      boxes: { title: 'Boxes', sources: ['boxes'], core_tools: ['boxes_pick'] },
      others: { title: 'Others', sources: ['everything', 'guarded'] },
    },
  };
}

test('what a server asks is a form in the chat, which survives a reload and closes when it is answered', async () => {
  script.play([calls('boxes_pick', {})], [says('The blue one, then.')]);
  const viewport = { width: 390, height: 800 };
  const { page } = await browser.open(`${server.url}/#/chat?context=boxes`, { viewport });
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
  await reads(page, 'Answered.', 'The blue one, then.');
  expect(await page.title()).not.toBe('taken');
  expect(JSON.stringify(script.requests.at(-1))).toContain(
    JSON.stringify(JSON.stringify({ name: 'Crate', colour: 'blue', fragile: true })).slice(1, -1),
  );
});

test('a person signs in to a server that asks for it, and its tool answers with their name', async () => {
  const { page } = await browser.open(`${server.url}/#/sources`);
  await page.getByRole('button', { name: 'Sign in to guarded' }).click();
  const link = page.getByRole('link', { name: /^Open 127\.0\.0\.1/ });
  await seen(page.getByText(guarded.issuer));
  const opening = page.context().waitForEvent('page');
  await link.click();
  const provider = await opening;
  // Its own pages would load a font from elsewhere.
  await provider.route('https://**', (route) => route.abort());
  await provider.getByPlaceholder('Enter any login').fill('mara');
  await provider.getByPlaceholder('and password').fill('any');
  await press(provider, 'Sign-in', 'Continue');
  await seen(provider.getByText('You are signed in. You can close this window.'));
  await seen(page.getByRole('button', { name: 'Sign out of guarded' }));

  script.play([calls('guarded_whoami', {})], [says('You are mara.')]);
  await page.goto(`${server.url}/#/chat?context=others`);
  await send(page, 'who am I there?', 'You are mara.');
  expect(JSON.stringify(script.requests.at(-1))).toContain('mara');
});

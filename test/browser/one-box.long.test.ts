import { useBrowser, seen, send } from '../support/browser.js';
import { calls, says, ScriptedModel } from '../support/scripted-model.js';
import { useServer } from '../support/server.js';

// A message goes to the agent it is for, without anybody choosing one.

const browser = useBrowser();
const script = new ScriptedModel();
const server = useServer({ llm: script, env: { EMBEDDER: 'local' } });

test('a message is answered by the agent it is for, and another one can be asked instead', async () => {
  script.play([says('Fourteen.')], [says('None of my business.')]);
  const { page } = await browser.open(server.url);
  await seen(page.getByRole('heading', { name: 'What can I do for you?' }));
  expect(await page.getByRole('combobox', { name: 'Agent' }).inputValue()).toBe('auto');
  await send(page, 'How many orders are there per status?', 'Fourteen.');
  await page.locator('summary').filter({ hasText: 'Answered by Tables' }).click();
  await page.getByRole('button', { name: 'Workflows', exact: true }).click();
  await seen(page.getByText('None of my business.'));
  // Who was asked by name was not chosen, and the answer before is a version of this one.
  expect(await page.getByText('Answered by').count()).toBe(0);
  await page.reload();
  await page.getByRole('button', { name: 'Earlier version' }).click();
  await seen(page.getByText('Answered by Tables'));
});

test('a hand-over is shown where it happened, and the agent can be named in a running chat', async () => {
  const handed = calls('hand_over', { agent: 'tables', why: 'It asks for rows.' });
  script.play([handed], [says('Seven.')], [says('Eight.')]);
  const { page } = await browser.open(server.url);
  await send(page, 'Pause the Low Stock Alert rule', 'Handed over to Tables: It asks for rows.');
  await seen(page.getByText('Seven.'));
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('knowledge');
  expect(page.url()).toContain('context=knowledge');
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('auto');
  await send(page, 'and now?', 'Eight.');
  await seen(page.getByText('Goes on from before. Change'));
});

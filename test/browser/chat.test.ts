import type { LlmProvider } from '../../src/llm/types.js';
import { useBrowser, seen, send } from '../support/browser.js';
import { deferred } from '../support/deferred.js';
import {
  calls,
  playing,
  says,
  ScriptedModel,
  thinks,
  waitsFor,
  type ScriptTurn,
} from '../support/scripted-model.js';
import { LOW_STOCK, sampleModel } from '../support/sample-model.js';
import { useServer } from '../support/server.js';

const browser = useBrowser();
let model: Pick<LlmProvider, 'streamChat'> = sampleModel();
const server = useServer({ llm: playing(() => model) });

function scripted(...turns: ScriptTurn[]): ScriptedModel {
  const script = new ScriptedModel(turns);
  model = script;
  return script;
}

test('a sentence becomes a rule that is saved once its preview is accepted', async () => {
  const { page } = await browser.open(server.url);
  await send(page, LOW_STOCK);
  const panel = page.getByRole('complementary', { name: 'Preview' });
  await page.getByRole('button', { name: 'Review' }).click();
  await seen(panel.getByText('Waiting for you'));
  const before = await rules();
  await panel.getByRole('button', { name: 'Accept' }).click();
  await seen(panel.getByText(/It was saved\./));
  const after = await rules();
  expect(after).toHaveLength(before.length + 1);
  const [added] = after.filter((name) => !before.includes(name));
  await seen(panel.getByText(`“${added}”, version 1.`));
  expect(await panel.getByRole('button', { name: 'Accept' }).count()).toBe(0);
});

test('a sentence whose answer would freeze the page is shown it as it is written, and a short one formatted', async () => {
  scripted([says('[a]('.repeat(20_000))], [says('It is **done**.')]);
  const { page } = await browser.open(server.url);
  await send(page, 'Which rules do we have?', 'shown as it is written');
  await page.reload();
  await seen(page.getByText(/^(?:\[a\]\(){100}/));
  await send(page, 'And now?');
  await seen(page.locator('strong', { hasText: 'done' }));
});

test('a sentence is answered with steps that can be opened and the reasons for its tools, also from the list', async () => {
  scripted(
    [thinks('Which are there?'), calls('list_workflow_rules')],
    [thinks('Some.'), says('There are **some**.')],
  );
  const { page } = await browser.open(server.url);
  await send(page, 'Which rules do we keep?');
  await seen(page.getByRole('strong').getByText('some'));
  await page.locator('summary').filter({ hasText: 'List workflow rules' }).click();
  await seen(page.getByRole('region', { name: 'Result of list_workflow_rules' }));
  await page.getByText('Why these tools').click();
  await seen(page.getByRole('rowheader', { name: 'list_workflow_rules' }));
  await seen(page.getByText('Of this agent'));
  const thought = page.getByText('Which are there?');
  expect(await thought.isVisible()).toBe(false);
  await page.locator('summary').filter({ hasText: 'Thinking' }).press('Enter');
  expect(await thought.innerText()).toBe('Which are there?\n\nSome.');
  const other = await browser.open(server.url);
  await other.page
    .getByRole('link', { name: /Which rules do we keep/ })
    .first()
    .click();
  await seen(other.page.locator('summary').filter({ hasText: 'List workflow rules' }));
  await seen(other.page.getByRole('strong').getByText('some'));
});

test('an answer that is being written continues after a reload without a lost or doubled word', async () => {
  const rest = deferred<void>();
  const script = scripted([
    says('The first half is here, '),
    waitsFor(rest.promise),
    says('and the second half came later.'),
  ]);
  const { page } = await browser.open(server.url);
  await send(page, 'Tell me slowly.');
  await seen(page.getByRole('paragraph').getByText('The first half is here,'));
  await page.reload();
  await seen(page.getByRole('paragraph').getByText('The first half is here,'));
  rest.resolve();
  const whole = 'The first half is here, and the second half came later.';
  await seen(page.getByRole('paragraph').getByText(whole, { exact: true }).first());
  expect(await page.getByRole('article').count()).toBe(1);
  expect(script.requests).toHaveLength(1);
});

test('an answer that is being written is stopped on the server by the stop button', async () => {
  const script = scripted([says('Once upon'), waitsFor(new Promise(() => undefined))]);
  const { page } = await browser.open(`${server.url}/#/chat?context=workflow`);
  await send(page, 'Tell me a story.');
  await seen(page.getByRole('paragraph').getByText('Once upon'));
  expect(script.open).toBe(1);
  await page.getByLabel('Message', { exact: true }).fill('And then?');
  await seen(page.getByText('You can send this once the answer has ended'));
  await page.getByRole('button', { name: 'Stop' }).click();
  await seen(page.getByText('Stopped.'), page.locator('textarea:focus'));
  expect(script.open).toBe(0);
  await seen(page.getByRole('button', { name: 'Ask again' }));
});

test('a message that is too long is kept whole, and sent once it is short enough', async () => {
  scripted([says('Read.')]);
  const { page } = await browser.open(`${server.url}/#/chat?context=no_such_agent`);
  await seen(page.getByRole('heading', { name: 'What can I do for you?' }));
  expect(await page.getByRole('combobox', { name: 'Agent' }).inputValue()).toBe('auto');
  const long = `${'rule '.repeat(6_400)}end`;
  await send(page, long, 'can have up to 32,000 characters; this one has 32,003.');
  const box = page.getByLabel('Message', { exact: true });
  expect(await box.inputValue()).toBe(long);
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  await box.fill(long.slice(10));
  await page.getByRole('button', { name: 'Send' }).click();
  await seen(page.getByText('Read.'));
});

test('what a model writes runs nothing, loads nothing and links nowhere unseen', async () => {
  const hostile = [
    'Look: <script>document.title = "taken"</script><img src=x onerror="document.title = 1">',
    '![a chart](https://evil.example/pixel.png?leak=1)',
    '[click me](javascript:document.title="taken") and [data](data:text/html,x)',
    '[the bank](https://bank.example@evil.example/login)',
  ].join('\n\n');
  scripted([says(hostile)]);
  const { page } = await browser.open(`${server.url}/#/chat?context=workflow`);
  await send(page, 'Be evil.', '[Image: a chart from evil.example, not loaded]');
  const answer = page.getByRole('article');
  expect(await answer.locator('img, script, iframe').count()).toBe(0);
  expect(await answer.getByRole('link').evaluateAll((links) => links.map(String))).toEqual([
    'https://bank.example@evil.example/login',
  ]);
  await seen(answer.getByText('(evil.example)'));
  await answer.getByText('click me').click();
  expect(await page.title()).toBe('Sextant');
});

async function rules(): Promise<string[]> {
  const { body } = await server.call('GET /v1/workflow/rules?rows=500');
  return body.items.map(({ name }: { name: string }) => name);
}

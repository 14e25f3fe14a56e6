import type { Page } from 'playwright-core';
import { useBrowser, barriers, seen, send, looksRight } from '../support/browser.js';
import { deferred } from '../support/deferred.js';
import { says, ScriptedModel, waitsFor } from '../support/scripted-model.js';
import { useServer } from '../support/server.js';

const script = new ScriptedModel();
const browser = useBrowser();
const server = useServer({ llm: script });

const open = async (path = '/#/chat?context=workflow', options = {}) =>
  (await browser.open(server.url + path, options)).page;
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const answer = (page: Page, text: string) => page.getByRole('paragraph').getByText(text);

test('an edited message begins a branch, and every version of it can be looked at again', async () => {
  script.play(...['First.', 'Second.', 'Edited.', 'More.'].map((text) => [says(text)]));
  const page = await open();
  await send(page, 'one');
  await seen(answer(page, 'First.'));
  await send(page, 'two');
  await seen(answer(page, 'Second.'));
  const edit = page.getByRole('button', { name: 'Edit the question' }).last();
  await edit.click();
  const box = page.getByRole('textbox', { name: 'Edit the question' });
  await seen(box.and(page.locator(':focus')));
  await page.keyboard.press('Escape');
  await seen(edit.and(page.locator(':focus')));
  await page.keyboard.press('Enter');
  await box.fill('2');
  await page.keyboard.press('Enter');
  await seen(answer(page, 'Edited.'));
  expect(script.last.messages.map(({ content }) => content)).toEqual(['one', 'First.', '2']);
  await seen(page.getByText('2/2'));
  await page.getByRole('button', { name: 'Earlier version' }).click();
  await seen(answer(page, 'Second.'));
  expect(await answer(page, 'Edited.').count()).toBe(0);
  await send(page, 'more');
  await seen(answer(page, 'More.'));
  expect(script.last.messages.map(({ content }) => content)).toEqual([
    ...['one', 'First.', 'two', 'Second.', 'more'],
  ]);
  await page.reload();
  await seen(answer(page, 'More.'), page.getByText('1/2'));
  expect(await barriers(page)).toEqual([]);
});

test('what is said in one browser comes to another while it is written, and is found by its words', async () => {
  const rest = deferred<void>();
  script.play(
    [says('Charged at night.')],
    [says('The first half '), waitsFor(rest.promise), says('and the second.')],
    [says('Other.')],
  );
  const page = await open();
  await send(page, 'Where do forklifts stand?');
  await seen(answer(page, 'Charged at night.'));
  const other = await open(page.url().slice(server.url.length));
  await seen(answer(other, 'Charged at night.'));
  await send(page, 'And when it rains?');
  await seen(answer(other, 'The first half'));
  rest.resolve();
  await seen(answer(other, 'The first half and the second.'));
  await server.chat({ message: 'hello', context_type: 'workflow' });
  await page.getByRole('searchbox', { name: 'Find a conversation' }).fill('second HALF');
  await seen(page.getByText('The first half and the second.', { exact: true }).first());
  await page.getByRole('link', { name: /^hello/ }).waitFor({ state: 'detached' });
});

test('the end stays in view until the reader scrolls up, rows are sorted, and 400 % leaves room', async () => {
  const rows = '| Order | Total |\n|---|---|\n| B | 1,200.50 |\n| A | 80 |\n';
  const long = 'A paragraph that takes a line.\n\n'.repeat(40);
  script.play([says(rows)], [says(long)], [says('Short.')]);
  const page = await open();
  await page.setViewportSize({ width: 1280, height: 400 });
  await seen(messages(page).getByRole('heading'));
  expect(await messages(page).evaluate((list: { scrollTop: number }) => list.scrollTop)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await send(page, 'Which orders?');
  const cells = page.getByRole('cell');
  await seen(cells);
  await page.getByRole('button', { name: 'Total' }).click();
  expect(await cells.allTextContents()).toEqual(['A', '80', 'B', '1,200.50']);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the table' }).click();
  await seen(page.getByRole('button', { name: 'Copied' }));
  const copied = 'Order\tTotal\nA\t80\nB\t1,200.50';
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(copied);

  await send(page, 'Tell me more.');
  await seen(page.getByRole('button', { name: 'Good answer' }).nth(1));
  await atEnd(page);
  await messages(page).hover();
  await page.mouse.wheel(0, -600);
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await seen(messages(page).and(page.locator(':focus')));
  await page.mouse.wheel(0, -600);
  await seen(page.getByRole('button', { name: 'Jump to latest' }));
  await send(page, 'Thanks.');
  await seen(answer(page, 'Short.'));
  await atEnd(page);

  await page.setViewportSize({ width: 320, height: 256 });
  await looksRight(page);
  expect((await messages(page).boundingBox())?.height).toBeGreaterThan(140);
});

test('an answer is rated, and the rating is there after a reload until it is taken back', async () => {
  script.play([says('There are some.')]);
  const page = await open();
  await send(page, 'Which rules do we have?');
  const thumb = (name: string) => page.getByRole('button', { name, exact: true });
  const isPressed = (name: string) => seen(thumb(name).and(page.locator('[aria-pressed=true]')));
  await thumb('Good answer').click();
  await isPressed('Good answer');
  await thumb('Bad answer').click();
  await isPressed('Bad answer');
  const rated = () => server.db.query('select rating from sextant.run_feedback');
  while (JSON.stringify(await rated()) !== '[{"rating":"down"}]');
  await page.reload();
  await isPressed('Bad answer');
  expect(await barriers(page)).toEqual([]);
  await thumb('Bad answer').click();
  while (JSON.stringify(await rated()) !== '[{"rating":null}]');
  expect(await thumb('Bad answer').getAttribute('aria-pressed')).toBe('false');
});

async function atEnd(page: Page): Promise<void> {
  type List = Record<'scrollHeight' | 'scrollTop' | 'clientHeight', number>;
  const below = (list: List) => list.scrollHeight - list.scrollTop - list.clientHeight;
  while ((await messages(page).evaluate(below)) >= 2);
}

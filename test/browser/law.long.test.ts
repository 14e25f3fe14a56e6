import { useBrowser, seen, send, looksRight, reads } from '../support/browser.js';
import { serveGraph } from '../support/fakes/explorer.js';
import { calls, says, ScriptedModel } from '../support/scripted-model.js';
import { useServer } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';

const section = (id: number, number: number, title: string, sourceText: string) => ({
  id,
  nodeType: 'section' as const,
  sourceId: `§ 12-${number}`,
  title,
  sourceText,
  document: 'Title 12 Open records',
});
const FEES = '(a) Copies of records cost what they cost the town.\n(b) Poor people pay nothing.';

const browser = useBrowser();
const script = new ScriptedModel();
const PHONE = { viewport: { width: 360, height: 740 } };
const explorer = useOpened(() =>
  serveGraph({
    nodes: [
      section(1, 104, 'Time for the answer', 'The clerk answers records requests in 5 days.'),
      section(2, 105, 'Fees', FEES),
      section(3, 120, 'Appeal', 'Who is refused may appeal to the harbour court.'),
    ],
    edges: [
      { relation: 'cites', from: 1, to: 2 },
      { relation: 'cites', from: 3, to: 1 },
    ],
  }),
);
const server = useServer(() => ({ env: { EXPLORER_URL: explorer.url }, llm: script }));

const ask = [
  [calls('search_nodes', { search: 'records' })],
  [calls('get_node', { id: 1 })],
  [says('These words of the first phase are not shown.')],
  [says('The clerk answers within five days (§ 12-104); copies cost a fee (§ 12-105(b)).')],
];

test('beside an answer stands what was found, and its provisions as a graph that grows', async () => {
  const { page } = await browser.open(`${server.url}/#/chat?context=law`);
  script.play(...ask);
  await send(page, 'How soon must the clerk answer a records request?', 'answers within five days');
  expect(await page.getByText('not shown').count()).toBe(0);

  const panel = page.getByRole('complementary', { name: 'Findings' });
  await reads(panel, '2 provisions', 'Search nodes');
  await panel.getByRole('button', { name: /Graph \(2\)/ }).click();
  const boxes = panel.getByRole('button', { name: /Title 12 Open records/ });
  await seen(boxes.filter({ hasText: 'Time for the answer' }));
  expect(await boxes.count()).toBe(2);

  // The keyboard will do: it is read, and what cites it comes into the drawing.
  await boxes.filter({ hasText: 'Time for the answer' }).focus();
  await page.keyboard.press('Enter');
  await seen(panel.getByText('The clerk answers records requests in 5 days.'));
  await seen(boxes.filter({ hasText: 'Appeal' }));
  expect(await boxes.count()).toBe(3);
  await looksRight(page);

  await panel.getByRole('list', { name: 'Connections' }).getByText('§ 12-120').click();
  await seen(panel.getByText('may appeal to the harbour court'));

  // What the answer cites leads to its words, and the place in them is marked.
  await page.getByRole('paragraph').getByRole('button', { name: '§ 12-105(b)' }).click();
  const opened = page.getByRole('complementary', { name: 'Findings' });
  await seen(opened.getByText('Copies of records cost what they cost the town.'));
  expect(await opened.locator('mark').allTextContents()).toEqual(['(b) Poor people pay nothing.']);
});

test('on a telephone it opens over the chat, and a dead explorer is said in it', async () => {
  const { page, complaints } = await browser.open(`${server.url}/#/chat?context=law`, PHONE);
  script.play(...ask);
  await send(page, 'How soon must the clerk answer a records request?', 'answers within five days');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Findings' });
  await seen(sheet.getByRole('button', { name: /^Results/ }));
  expect(await sheet.getByRole('heading', { name: 'Findings' }).count()).toBe(1);
  await explorer.close();
  await sheet
    .getByRole('button', { name: /§ 12-104/ })
    .first()
    .click();
  await seen(sheet.getByRole('alert').filter({ hasText: /explorer/i }));
  await looksRight(page);
  expect(complaints.splice(0)).toEqual([expect.stringContaining('503')]);
});

test('a case is written, changed and deleted; the law agent’s samples are only read', async () => {
  const { page, complaints } = await browser.open(`${server.url}/#/cases`, PHONE);
  await seen(page.getByText('Shared'));
  expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  await page.getByRole('link', { name: 'New case' }).click();
  await page.getByLabel('Number').fill('7 HC 12/26');
  await page.getByLabel('Title').fill('Pilot’s fee for the Marlin');
  await page.getByLabel('Opened on').fill('2026-01-31');
  await page.getByRole('button', { name: 'Add a deadline' }).click();
  const deadline = page.getByRole('group', { name: 'Deadline 1' });
  await deadline.getByLabel('What is due').fill('Statement of defence');
  await deadline.getByLabel('Due on').fill('2020-02-01');
  await looksRight(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await seen(page.getByText(/Statement of defence overdue by [\d,]+ days/));

  // A second one cannot have its number: what was written stays.
  await page.getByRole('link', { name: 'New case' }).click();
  await page.getByLabel('Number').fill('7 HC 12/26');
  await page.getByLabel('Title').fill('Another');
  await page.keyboard.press('Enter');
  await seen(page.getByRole('alert').filter({ hasText: 'You have another case with the number' }));
  expect(await page.getByLabel('Title').inputValue()).toBe('Another');
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);

  await page.goto(`${server.url}/#/cases`);
  await page.getByRole('link', { name: '7 HC 12/26: Pilot’s fee for the Marlin' }).click();
  await deadline.getByLabel('Done').check();
  await page.getByLabel('Status').selectOption('closed');
  await page.getByRole('button', { name: 'Save' }).click();
  await seen(page.getByText('Closed'));
  expect(await page.getByText('overdue').count()).toBe(0);
  await page.getByRole('button', { name: 'Delete: 7 HC 12/26' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('link', { name: /Pilot’s fee/ }).waitFor({ state: 'detached' });
});

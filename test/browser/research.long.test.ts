import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { useBrowser, seen, looksRight, reads, press } from '../support/browser.js';
import { useServer } from '../support/server.js';
import { researchModel } from '../support/research-model.js';

// A research over the sample handbook as its user sees it. A model judges that quotes what it is shown.

const QUESTION = 'How long can customers return goods, and who pays for the freight?';

const browser = useBrowser();
const server = useServer({ env: { SAMPLE_DOCUMENTS: 'on' }, llm: researchModel() });
beforeAll(async () => {
  for (;;) {
    const { items } = (await server.call('GET /v1/documents')).body;
    const isReady = ({ state }: { state: string }) => state === 'ready';
    if (items.length >= 12 && items.every(isReady)) return;
    await pause(50);
  }
});

const open = async (to = '#/research') => (await browser.open(`${server.url}/${to}`)).page;

async function begin(page: Page, question: string): Promise<string> {
  const form = page.getByRole('form', { name: 'New research' });
  await form.getByRole('textbox', { name: 'What do you want to find out?' }).fill(question);
  await form.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/#\/research\/.+/);
  return new URL(page.url()).hash;
}

/** Light and wide, dark and narrow: axe finds nothing, nothing is cut off. */
async function looksRightInBoth(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const [width, colorScheme] of [
    [1600, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await looksRight(page);
  }
  if (before !== null) await page.setViewportSize(before);
}

test('a research from its question to a report whose sources open, in three browsers', async () => {
  const page = await open();
  const address = await begin(page, QUESTION);
  const first = page.getByRole('region', { name: 'Round 1' });
  await seen(first.getByRole('list', { name: 'Questions of round 1' }).getByRole('listitem'));
  expect(await first.getByRole('meter', { name: 'Coverage' }).count()).toBe(1);
  await first.getByText(/new passages? of \d+ found/).click();
  await reads(first, QUESTION, /^score \d/);
  await looksRightInBoth(page);
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Wholesale customers as well.');
  await page.keyboard.press('Enter');
  const second = page.getByRole('region', { name: 'Round 2' });
  await seen(second.getByRole('list', { name: 'Questions of round 2' }));
  await seen(first.getByText('Wholesale customers as well.'));

  // Another browser continues with it.
  const other = await open(address);
  await seen(other.getByText('Wholesale customers as well.'));
  await other.getByRole('button', { name: '/end Enough, make a plan' }).click();
  await editPlan(other);

  // The first one has followed by itself, and begins it; a third sees it to its end.
  await seen(page.getByRole('textbox', { name: 'What task 1 finds out' }));
  await sendPlan(page, 'Approve and start');
  await page.reload();
  const last = await open(address);
  await seen(last.getByRole('article', { name: 'Report' }));
  await seen(page.getByRole('article', { name: 'Report' }));
  await readReport(last);
});

/** Waits for the server to have the plan: a reload right after the click could overtake it. */
async function sendPlan(page: Page, button: string): Promise<void> {
  const sent = page.waitForResponse((response) => response.url().endsWith('/plan'));
  await page.getByRole('button', { name: button }).click();
  expect((await sent).status()).toBe(202);
}

/** Writes, moves, removes and adds, with the keyboard; a plan that says nothing cannot be sent. */
async function editPlan(page: Page): Promise<void> {
  const plan = page.getByRole('region', { name: 'Plan' });
  const task = (number: number) => plan.getByRole('textbox', { name: `What task ${number} finds` });
  await seen(task(3));
  await looksRightInBoth(page);
  const [one, two] = [await task(1).inputValue(), await task(2).inputValue()];
  await plan.getByRole('button', { name: 'Move down task 1' }).press('Enter');
  expect(await task(1).inputValue()).toBe(two);
  expect(await task(2).inputValue()).toBe(one);
  // The focus has moved along, so that the same key moves it on.
  await page.keyboard.press('Enter');
  await seen(page.locator('[id$="-down"]:focus'));
  expect(await task(3).inputValue()).toBe(one);
  await plan.getByRole('button', { name: 'Remove task 1' }).press('Enter');
  await plan.getByRole('button', { name: 'Add a task' }).press('Enter');
  await seen(plan.getByText(/is empty/));
  expect(await plan.getByRole('button', { name: 'Approve and start' }).isDisabled()).toBe(true);
  await page.keyboard.type('How is the refund paid?');
  await sendPlan(page, 'Save for later');
  await page.reload();
  await seen(plan.getByText('How is the refund paid?'));
}

/** Tasks, quality and notes are there, sources open at their block, and the report is taken along. */
async function readReport(page: Page): Promise<void> {
  const report = page.getByRole('article', { name: 'Report' });
  await looksRightInBoth(page);
  const parts = page.getByRole('list', { name: 'Progress' }).getByRole('listitem');
  for (const part of await parts.allTextContents()) expect(part).toMatch(/, done$/);
  expect(await report.getByRole('meter').count()).toBe(4);
  await report
    .getByRole('button', { name: /^Source 1: / })
    .first()
    .click();
  const panel = page.getByRole('complementary', { name: 'Document' });
  const cited = panel.locator('[aria-current=location]');
  await seen(cited);
  const sources = report.getByRole('region', { name: 'Sources' });
  const [quote = ''] = await sources.locator('blockquote').allTextContents();
  expect((await cited.textContent())?.replaceAll(/\s+/g, ' ')).toContain(quote.replace(/…$/, ''));
  await panel.getByRole('button', { name: 'Back to the research' }).click();
  await page.getByText('Tasks', { exact: true }).click();
  const tasks = page.getByRole('listitem').filter({ hasText: ', done' });
  const asked = tasks.filter({ hasText: 'How is the refund paid?' });
  await reads(asked, 'added by you', /^tier 1: \d/);
  await asked.getByText('What it found').click();
  await seen(asked.getByText(/^score \d/));
  await looksRightInBoth(page);
  for (const [link, begins] of [
    ['Markdown', /^# /],
    ['HTML', /^<!doctype html>/i],
  ] as const) {
    const saved = page.waitForEvent('download');
    await report.getByRole('link', { name: link }).click();
    expect(await readFile(await (await saved).path(), 'utf8')).toMatch(begins);
  }
}

const LAW = `# Hafenordnung

## § 1 Genehmigung
Wer im Hafen Gefahrgut lagert, braucht eine Genehmigung. Die Voraussetzungen der Genehmigung regelt § 40.

${[2, 3, 4, 5, 6, 7, 8, 9, 10].map((at) => `## § ${at} Genehmigung für Becken ${at}\nDie Genehmigung für das Lagern von Gefahrgut gilt im Hafen auch für Becken ${at}.`).join('\n\n')}

## § 40 Zuverlässigkeit
Der Antragsteller muss zuverlässig und fachkundig sein.
`;

test('own queries skip the questions, references are followed, and what waits stands first', async () => {
  const law = { kb_id: 'recht', title: 'Hafenordnung', text: LAW, kind: 'markdown' };
  await server.call('POST /v1/documents', law);
  const page = await open();
  const form = page.getByRole('form', { name: 'New research' });
  await form.getByRole('combobox', { name: 'Knowledge base' }).selectOption('recht');
  await form.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await form.getByText('More', { exact: true }).click();
  const own = form.getByRole('textbox', { name: /Your own research queries/ });
  await own.fill('Genehmigung für Gefahrgut\n\nVoraussetzungen der Genehmigung');
  const address = await begin(page, 'Wer braucht eine Genehmigung für Gefahrgut im Hafen?');
  const plan = page.getByRole('region', { name: 'Plan' });
  await seen(plan);
  await page.locator('summary').filter({ hasText: 'Questions' }).click();
  await seen(page.getByText('There were no questions because you gave the research queries.'));

  await page.getByRole('main').getByRole('link', { name: 'Research', exact: true }).click();
  const rows = page.getByRole('region', { name: 'Your research' }).getByRole('listitem');
  await seen(rows.first().getByText('Waiting for you to approve the plan'));
  await looksRightInBoth(page);
  await rows.first().getByRole('link').click();
  expect(new URL(page.url()).hash).toBe(address);

  await plan.getByRole('button', { name: 'Approve and start' }).click();
  await seen(page.locator('article[aria-label=Report] [lang=de]').getByText(/Genehmigung/));
  await page.locator('summary').filter({ hasText: 'Tasks' }).click();
  await page.getByText('What it found').first().click();
  const references = page.getByRole('list', { name: 'References' }).first();
  await seen(references.getByText('depth 1: led to 1 passage'));
  await seen(page.getByText(/1 of \d+ references? followed, depth 1/));
  await looksRightInBoth(page);
});

test('what is cancelled says so and keeps what it has; what is not there is told of in words', async () => {
  const { page, complaints } = await browser.open(`${server.url}/#/research`);
  await begin(page, 'What must be checked when goods arrive?');
  await seen(page.getByRole('textbox', { name: 'Your answer' }));
  await press(page, 'Cancel', 'Cancel the research');
  await seen(page.getByText('The research was cancelled.'));
  expect(await page.getByRole('textbox', { name: 'Your answer' }).count()).toBe(0);
  await seen(page.getByRole('list', { name: 'Questions of round 1' }));
  await page.getByRole('button', { name: /^Delete: What must be checked/ }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await seen(page.getByRole('form', { name: 'New research' }));
  expect(await page.getByRole('link', { name: /^What must be checked/ }).count()).toBe(0);
  expect(complaints.splice(0)).toEqual([]);
  await page.goto(`${server.url}/#/research/unknown`);
  await seen(page.getByRole('alert').getByText(/unknown/));
  expect(complaints.splice(0).every((one) => one.includes('404'))).toBe(true);
});

test('a research whose answer was lost is begun once, however often it is sent', async () => {
  const { page, complaints } = await browser.open(`${server.url}/#/research`);
  const keys: (string | undefined)[] = [];
  await page.route('**/v1/research', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const form = page.getByRole('form', { name: 'New research' });
  const question = 'Who signs for a refund?';
  await form.getByRole('textbox', { name: 'What do you want to find out?' }).fill(question);
  await form.getByRole('button', { name: 'Start' }).click();
  await seen(form.getByRole('alert').filter({ hasText: 'cannot be reached' }));
  await form.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/#\/research\/.+/);
  expect(keys).toEqual([expect.any(String), keys[0]]);
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
  const { items } = (await server.call('GET /v1/research?limit=50')).body;
  expect(items.filter(({ title }: { title: string }) => title === question)).toHaveLength(1);
});

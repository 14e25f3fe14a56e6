import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { useBrowser, atRest, seen, send, looksRight } from '../support/browser.js';
import { addDocument, useServer } from '../support/server.js';
import { sampleModel } from '../support/sample-model.js';
import { root } from '../support/template-contents.js';
import { isThin } from '../support/database.js';

// The seven main views in both themes and at both ends of the widths. With SCREENSHOTS=write their pictures
// are recreated; a plain test run leaves them as they are.

const PICTURES = join(root, 'docs/screenshots');
const THEMES = ['light', 'dark'] as const;
const WIDTHS = [1600, 768, 360];
/** In `.ci/run` each width and each theme once. */
const SIGHTS = WIDTHS.flatMap((width, at) =>
  THEMES.filter((theme) => !isThin || theme === THEMES[at % 2]).map((colorScheme) => ({
    width,
    colorScheme,
  })),
);
const RULE =
  'When an order over 5000 is created, alert the operations manager with high severity and email finance@example.com';

const browser = useBrowser();
const server = useServer({ llm: sampleModel(), env: { EMBEDDER: 'local' } });

const views: Record<string, (page: Page) => Promise<void>> = {
  chat: async (page) => {
    await askForRules(page);
    await page.locator('summary').filter({ hasText: 'List workflow rules' }).click();
    await seen(page.getByRole('region', { name: 'Result of list_workflow_rules' }));
  },
  'why-these-tools': async (page) => {
    await askForRules(page);
    await page.getByText('Why these tools').click();
    await seen(page.getByRole('rowheader', { name: 'list_workflow_rules' }));
  },
  'workflow-preview': async (page) => {
    await send(page, RULE);
    await page.getByRole('button', { name: 'Review' }).click();
    await seen(page.getByRole('button', { name: /^Send email: / }));
    await seen(page.getByRole('button', { name: 'Accept' }));
    expect(await cutBoxes(page)).toEqual([]);
  },
  'table-preview': async (page) => {
    const { body } = await server.call('GET /v1/agent/library/tables?search=Orders');
    const { id } = body.items.find(({ name }: { name: string }) => name === 'Orders');
    await page.goto(`${server.url}/#/chat?context=tables&config_id=${id}`);
    await send(page, 'just the shipped orders please');
    await page.getByRole('button', { name: 'Review' }).click();
    await seen(page.getByRole('table', { name: 'Orders' }).getByRole('cell'));
  },
  library: async (page) => {
    await page.goto(`${server.url}/#/library`);
    await seen(page.getByText(/^1–\d+ of \d+ rules$/));
  },
  research: async (page) => {
    await page.goto(`${server.url}/#/research/${await finishedResearch()}`);
    const source = page.getByRole('button', { name: /^Source 1: / });
    await source.first().click();
    await seen(page.locator('[aria-current=location]'));
  },
  tools: async (page) => {
    await page.goto(`${server.url}/#/tools?context=workflow&q=who%20gets%20an%20alert`);
    await seen(page.getByText('Selected in'), page.getByRole('table').getByRole('rowheader'));
  },
};

test.each(Object.entries(views))('%s: no barrier, nothing cut off', async (name, show) => {
  const { page } = await browser.open(server.url, { viewport: { width: 1600, height: 1000 } });
  await show(page);
  for (const colorScheme of process.env['SCREENSHOTS'] === 'write' ? THEMES : []) {
    await page.emulateMedia({ colorScheme });
    await picture(page, `${name}-${colorScheme}`);
  }
  for (const { width, colorScheme } of SIGHTS) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 1000 });
    await page.emulateMedia({ colorScheme });
    await looksRight(page);
  }
});

async function askForRules(page: Page): Promise<void> {
  await send(page, 'Which workflow rules do we have?', 'Why these tools');
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
}

/** A research over both policies on returns, with its report; answers its id. */
async function finishedResearch(): Promise<string> {
  for (const year of [2024, 2025]) {
    const file = join(root, `samples/handbook/customer-returns-${year}.md`);
    await addDocument(server.url, `Returns ${year}`, await readFile(file, 'utf8'));
  }
  const { body } = await server.call('POST /v1/research', {
    query: 'How long can customers return goods, and who pays for the freight?',
    research_queries: ['time limit for returns', 'who pays the freight of a return'],
  });
  const id = String(body.research_id);
  await researchAt(id, 'awaiting_approval');
  await server.call(`POST /v1/research/${id}/plan`, { approve: true });
  await researchAt(id, 'complete');
  return id;
}

async function researchAt(id: string, wanted: string): Promise<void> {
  for (;;) {
    const { body } = await server.call(`GET /v1/research/${id}`);
    if (body.step === wanted) return;
    if (body.step === 'failed') throw new Error(body.error.message);
    await pause(50);
  }
}

/** The boxes of a drawn rule that have less room than their texts. */
const cutBoxes = (page: Page): Promise<string[]> =>
  page.locator('.react-flow__node button').evaluateAll((boxes) => {
    const cut = boxes.filter((box) => box.scrollHeight > box.clientHeight + 1);
    return cut.map(({ textContent }) => textContent);
  });

/** A picture for the docs, as large as can be read beside text. */
async function picture(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await atRest(page);
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

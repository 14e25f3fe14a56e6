import type { Page } from 'playwright-core';
import type { LlmMessage } from '../../src/llm/types.js';
import { useBrowser, seen, send, looksRight, reads, press } from '../support/browser.js';
import { addDocument, useServer } from '../support/server.js';
import { calls, says, ScriptedModel, type ScriptTurn } from '../support/scripted-model.js';

const browser = useBrowser();
const script = new ScriptedModel();
const server = useServer({ llm: script });
let handbook: string;
beforeAll(async () => {
  handbook = await addDocument(server.url, 'Receiving handbook', LONG);
});

const RULE = 'Rejected goods are kept in the blocked area for 30 days and then sent back.';
const filler = Array.from({ length: 130 }, (_, at) => `Paragraph ${at} is about pallets.`);
const LONG = `# Receiving\n\n${filler.join('\n\n')}\n\n## Rejected goods\n\n${RULE}\n\n- counted\n- weighed`;
const HOSTILE =
  '# <script>document.title="taken"</script>\n\nSee `<img src=x onerror=alert(1)>` and <b>bold</b>. Storks nest on the roof.';

/** The number under which the model has read a text. */
function numberOf(text: string, messages: readonly LlmMessage[]): number {
  const results = messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
  const blocks = results.flatMap((content) => JSON.parse(content).blocks ?? []);
  return blocks.find((block: { text?: string }) => block.text?.includes(text))?.number ?? 0;
}

const research = (id: string): ScriptTurn[] => [
  [calls('search_documents', { query: 'rejected goods' })],
  [calls('read_document', { doc_id: id, focus_query: 'rejected goods' })],
];

const answer: ScriptTurn = ({ messages }) => [
  says(`They are kept for **30 days** [${numberOf('30 days', messages)}].`),
];

test('a file is uploaded, asked about, and its citation opens the block it rests on', async () => {
  const { page, complaints } = await browser.open(`${server.url}/#/documents`);
  await page.getByLabel('Files to upload').setInputFiles([
    { name: 'storks.md', mimeType: 'text/markdown', buffer: Buffer.from(HOSTILE) },
    { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.from('') },
    { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('mp4') },
  ]);
  const uploads = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
  await seen(uploads.filter({ hasText: 'storks.md' }).filter({ hasText: 'Ready' }));
  await seen(uploads.filter({ hasText: 'nothing.txt' }).filter({ hasText: /empty/i }));
  await seen(uploads.filter({ hasText: 'film.mp4' }).filter({ hasText: /\.pdf/i }));
  // Both were refused before they were sent.
  expect(complaints).toEqual([]);

  await page.getByRole('searchbox', { name: 'Search in the text' }).fill('storks');
  await seen(page.getByText(/words: stork/));

  await page.getByRole('link', { name: 'Receiving handbook', exact: true }).click();
  await page.getByRole('link', { name: 'Ask about this: Receiving handbook' }).click();
  script.play(...research(handbook), answer);
  await send(page, 'How long do we keep rejected goods?');
  const steps = page.getByRole('list', { name: 'Steps' });
  await reads(steps, 'Read Receiving handbook', 'Found 1 document');
  // Each step once: no row of the raw call beside it.
  expect(await steps.getByRole('listitem').count()).toBe(2);
  expect(await page.locator('summary').filter({ hasText: 'Search documents' }).count()).toBe(0);
  await seen(page.getByRole('region', { name: 'Sources' }).getByText(RULE));

  // The same after a reload, from the stored events.
  await page.reload();
  await page.getByRole('button', { name: 'Source 1: Receiving handbook', exact: true }).click();
  const cited = page.locator('[aria-current=location]');
  await seen(cited.getByText(RULE));
  expect(await cited.evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true);
  await page.getByRole('link', { name: 'Open in Documents' }).click();
  await seen(page.getByRole('heading', { level: 1, name: 'Receiving handbook' }));
  await seen(cited.getByText(RULE));
  await page.getByRole('button', { name: 'Show earlier passages' }).click();
  await seen(page.getByText('Paragraph 100 is'));
});

test('text of a document that would be a page stays text', async () => {
  const id = await addDocument(server.url, '<img src=x onerror=alert(1)>', HOSTILE);
  const { page } = await browser.open(`${server.url}/#/documents/${id}`);
  await reads(page, 'Storks nest on the roof.', '<img src=x onerror=alert(1)>');
  expect(await page.locator('main img, main script').count()).toBe(0);
  expect(await page.title()).toBe('Sextant');
});

test('an agent moves the page once, says why, and leads back; a run read again moves nothing', async () => {
  script.play(
    ...research(handbook),
    ({ messages }) => [
      calls('open_document', {
        citation_number: numberOf('30 days', messages),
        reason: 'It says so there.',
      }),
    ],
    [says('Here it is.')],
    [calls('navigate_to', { kind: 'rule', id_or_name: 'low stock alert', reason: 'You asked.' })],
    [says('Done.')],
    [calls('show_map', { reason: 'You asked where.' })],
    [says('All four.')],
  );
  const { page } = await browser.open(`${server.url}/#/chat?context=documents`);
  await page.setViewportSize({ width: 1600, height: 1000 });
  await send(page, 'Show me where it says that.');
  const panel = page.getByRole('complementary', { name: 'Document' });
  await seen(panel.getByText('Opened by the agent: It says so there.'));
  await seen(panel.locator('[aria-current=location]').getByText(RULE));
  await panel.getByRole('button', { name: 'Back to the chat' }).click();
  expect(await panel.count()).toBe(0);
  await seen(page.getByRole('button', { name: 'Open Receiving handbook' }));

  await send(page, 'Take me to the low stock rule.', 'The agent brought you here: You asked.');
  await seen(page.getByRole('heading', { level: 1, name: 'Low Stock Alert' }));
  await page.getByRole('link', { name: 'Back to the chat' }).click();
  await seen(page.getByText('Done.', { exact: true }));
  await page.reload();
  await seen(page.getByText('Done.', { exact: true }));
  await seen(page.getByRole('link', { name: 'Go to Low Stock Alert' }));
  expect(await panel.count()).toBe(0);
  expect(page.url()).toContain('#/chat/');

  await send(page, 'Where are our warehouses?');
  const map = page.getByRole('complementary', { name: 'Map' });
  await seen(map.getByText('Opened by the agent: You asked where.'));
  await map.getByRole('button', { name: 'Back to the chat' }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Open the map' }).click();
  await seen(page.getByRole('img', { name: 'Map of 4 sites: Berlin Central, Lyon East' }));
  await seen(page.getByText('51.9489° N, 4.1424° E'));
  await looksRight(page);
});

test('the knowledge agent says how sure it is, and what it left out', async () => {
  script.play(
    [calls('knowledge_base_search', { query: 'rejected goods' })],
    [
      calls('generate_response', {
        answer: 'They are kept [1], perhaps [77].',
        sources: ['1'],
        confidence: 0.9,
        used_internal_kb: true,
        used_external_kb: false,
      }),
    ],
  );
  const { page } = await browser.open(`${server.url}/#/chat?context=knowledge`);
  await send(page, 'How long do we keep rejected goods?');
  await seen(page.getByText('Searching the knowledge base: rejected goods'));
  const sources = page.getByRole('region', { name: 'Sources' });
  await reads(sources, 'Confidence 45 %', 'Knowledge base used', 'Web not searched');
  await seen(sources.getByText(/Removed because.*\[77\]/));
});

test('a document of ones own says so, and is deleted after a question', async () => {
  await addDocument(server.url, 'To be deleted', 'Gone soon.');
  const { page } = await browser.open(`${server.url}/#/documents`);
  const row = page.getByRole('listitem').filter({ hasText: 'To be deleted' });
  await seen(row.getByText('Yours', { exact: true }));
  await press(page, 'Delete: To be deleted', 'Delete');
  await page.getByRole('link', { name: 'To be deleted' }).waitFor({ state: 'detached' });
});

const views: Record<string, (page: Page) => Promise<unknown>> = {
  documents: async (page) => {
    await page.goto(`${server.url}/#/documents`);
    await page.getByRole('searchbox', { name: 'Search in the text' }).fill('rejected goods');
    await seen(page.getByText(/The best \d+ of/));
  },
  document: async (page) => {
    const found = await server.call('GET /v1/documents/search?q=rejected+goods+30+days');
    const blocks = found.body.items.flatMap(({ blocks }: { blocks: object[] }) => blocks);
    const { block_id } = blocks.find(({ text }: { text: string }) => text === RULE);
    await page.goto(`${server.url}/#/documents/${handbook}?block=${block_id}`);
    await seen(page.getByText('Cited here'));
  },
  answer: async (page) => {
    script.play(...research(handbook), answer);
    await page.goto(`${server.url}/#/chat?context=documents`);
    await send(page, 'How long do we keep rejected goods?');
    await page.getByRole('button', { name: 'Source 1: Receiving handbook', exact: true }).click();
    await seen(page.getByText('Cited here'));
  },
};
const isInSight = (page: Page) =>
  page.locator('[aria-current=location]').evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= node.ownerDocument.documentElement.clientHeight;
  });

test.each(Object.entries(views))('%s: no barrier, nothing cut off', async (name, show) => {
  const { page } = await browser.open(server.url, { viewport: { width: 1600, height: 1000 } });
  await show(page);
  for (const width of [1600, 360]) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 1000 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await looksRight(page);
      if (name === 'answer') expect(await isInSight(page)).toBe(true);
    }
  }
});

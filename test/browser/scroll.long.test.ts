import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { useBrowser } from '../support/browser.js';
import { call } from '../support/call.js';
import { addDocument } from '../support/documents.js';
import { atRest, frameFaults, seen } from '../support/look.js';
import { calls, says, playing, ScriptedModel, type ScriptTurn } from '../support/scripted-model.js';
import { startTestServer, type TestServer } from '../support/server.js';

// The window never scrolls: what is longer than it scrolls inside the frame, however it is moved to.

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
/** With their answers 200 messages. */
const TURNS = 100;
const browser = useBrowser();
let script = new ScriptedModel([]);
const llm = playing(() => script);
let server: TestServer;
/** The addresses of the long things, by what they are. */
const at: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer({ env: { EMBEDDER: 'none' }, llm });
  const filler = Array.from(
    { length: 130 },
    (_, number) => `Paragraph ${number} is about pallets.`,
  );
  const text = `# Receiving\n\n${filler.join('\n\n')}\n\n## Rejected goods\n\nSent back after 30 days.`;
  const id = await addDocument(server.url, 'Receiving handbook', text);
  for (let number = 1; number < 15; number += 1) {
    await addDocument(server.url, `Handbook ${number}`, `# Part ${number}\n\nAbout pallets.`);
  }
  at['a document'] = `documents/${id}`;
  at['documents'] = 'documents';
  at['rules'] = 'library';
  at['a rule'] = `library/rules/${await firstOf('rules')}`;
  at['a table'] = `library/tables/${await firstOf('tables')}`;
  at['tools'] = 'tools?context=workflow&q=who%20gets%20an%20alert';
  at[`a chat of ${TURNS / 4}`] = `chat/${await longChat(TURNS / 4)}`;
  at['a chat'] = at[`a chat of ${TURNS}`] = `chat/${await longChat()}`;
  at['a chat with sources'] = `chat/${await chatWithSource(id)}`;
});
afterAll(() => server.close());

const VIEWS: Record<string, (page: Page) => Locator> = {
  'a document': (page) => page.getByText('Paragraph 1 is about pallets.'),
  documents: (page) => page.getByRole('link', { name: 'Handbook 14', exact: true }),
  rules: (page) => page.getByText(/^1–\d+ of \d+ rules$/),
  'a rule': (page) => page.getByRole('heading', { level: 1 }),
  'a table': (page) => page.getByRole('table').first(),
  tools: (page) => page.getByText('Selected in'),
  'a chat': (page) => page.getByText(`Answer ${TURNS} ends.`),
  'a chat with sources': (page) => page.getByRole('region', { name: 'Sources' }),
};

describe.each(SIZES)('at $width x $height', (viewport) => {
  test.each(Object.entries(VIEWS))('%s scrolls, the page does not', async (name, shown) => {
    const { page } = await browser.open(`${server.url}/#/${at[name]}`, { viewport });
    await seen(shown(page));
    await atRest(page);
    await picture(page, `${name}-${viewport.width}`);
    expect(await scrollAllToTheEnd(page)).toBeGreaterThan(0);
    // As the browser does when focus goes to something that is hidden from the eye.
    await page
      .locator('.visually-hidden')
      .evaluateAll((nodes) => nodes.forEach((node) => node.scrollIntoView({ block: 'center' })));
    expect(await frameFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(viewport.height);
  });

  test('a citation opens its document with the head of the panel in sight', async () => {
    const address = `${server.url}/#/${at['a chat with sources']}`;
    const { page } = await browser.open(address, { viewport });
    await page
      .getByRole('button', { name: /^Source 1: / })
      .first()
      .click();
    await seen(page.locator('[aria-current=location]'));
    await atRest(page);
    await picture(page, `citation-${viewport.width}`);
    const head = page.getByRole('heading', { level: 2, name: 'Receiving handbook' });
    expect((await head.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    expect(await frameFaults(page)).toEqual([]);
  });
});

test('four times as many turns cost about four times as much to read, not sixteen', async () => {
  const [short, long] = [await readingCost(TURNS / 4), await readingCost(TURNS)];
  expect(long).toBeLessThan(short * 5);
});

/** CPU time of the page, in ms, until it has read all events of a chat with so many turns. */
async function readingCost(turns: number): Promise<number> {
  const { page } = await browser.open(server.url);
  await seen(page.getByLabel('Message', { exact: true }));
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
  };
  const before = await spent();
  await page.goto(`${server.url}/#/${at[`a chat of ${turns}`]}`);
  // Only events tell which tools were offered.
  await seen(page.getByText('Why these tools').nth(turns - 1));
  await atRest(page);
  return (await spent()) - before;
}

async function firstOf(list: string): Promise<string> {
  const { body } = await call(server.url, `GET /v1/agent/library/${list}`);
  return body.items[0].id;
}

/** A conversation much longer than any window, with opened steps; answers its id. */
async function longChat(turns = TURNS): Promise<string> {
  const id = randomUUID();
  const body = Array.from({ length: 5 }, () => 'A paragraph of the answer.').join('\n\n');
  for (let number = 1; number <= turns; number += 1) {
    script = new ScriptedModel([
      [calls('list_workflow_rules')],
      [says(`${body}\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nAnswer ${number} ends.`)],
    ]);
    await say(id, 'workflow', `Question ${number}`);
  }
  return id;
}

async function chatWithSource(documentId: string): Promise<string> {
  const id = randomUUID();
  const answer: ScriptTurn = ({ messages }) => {
    const results = messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
    const blocks = results.flatMap((content) => JSON.parse(content).blocks ?? []);
    const found = blocks.find((block: { text?: string }) => block.text?.includes('30 days'));
    const filler = Array.from({ length: 30 }, () => 'More is said about it.').join('\n\n');
    return [says(`${filler}\n\nThey are sent back after 30 days [${found?.number}].`)];
  };
  script = new ScriptedModel([
    [calls('search_documents', { query: 'rejected goods' })],
    [calls('read_document', { doc_id: documentId, focus_query: 'rejected goods' })],
    answer,
  ]);
  await say(id, 'documents', 'How long do we keep rejected goods?');
  return id;
}

async function say(id: string, contextType: string, message: string): Promise<void> {
  const events = await server.chat({ message, context_type: contextType, conversation_id: id });
  expect(events.at(-1)?.event).toBe('message_complete');
}

/** Scrolls everything that can be scrolled down to its end, and answers how many pixels that were. */
async function scrollAllToTheEnd(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    let moved = 0;
    for (const node of document.querySelectorAll('main *')) {
      if (!['auto', 'scroll'].includes(getComputedStyle(node).overflowY)) continue;
      node.scrollTop = node.scrollHeight;
      moved += node.scrollTop;
    }
    return moved;
  })()`);
}

/** For people: with PICTURES naming a folder, what the page looks like. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll(' ', '-')}.png` });
}

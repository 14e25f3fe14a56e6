import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { newId } from '../../src/foundation/ids.js';
import type { AgentEvent } from '../../src/agentloop/events.js';
import { encodeSse } from '../../src/foundation/sse.js';
import { launchBrowser } from '../support/browser.js';
import { deferred } from '../support/deferred.js';
import {
  calls,
  done,
  fails,
  says,
  playing,
  ScriptedModel,
  waitsFor,
  type ScriptTurn,
} from '../support/scripted-model.js';
import { serve } from '../support/http-server.js';
import { proposesRules } from '../support/previews.js';
import { useServer } from '../support/server.js';
import { root } from '../support/template-contents.js';
import { useOpened } from '../support/use-opened.js';
import { event, start, usage, WHOLE } from '../support/whole-run.js';

const TOKEN = 'a-token-of-ada-0000';
let script = new ScriptedModel([]);
const llm = playing(() => script);
let page: Page;
/** What the page wrote as errors, and what it asked of anybody but the two. */
let complaints: string[] = [];

const host = useOpened(() =>
  serve((request, response) => {
    // Nothing unsafe, nothing but the server: what a careful host page allows.
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self' ${server.url}; connect-src ${server.url}`,
    );
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(example(isScript ? 'page.js' : 'index.html'));
  }),
);
const server = useServer(() => {
  const auth = { AUTH: 'static', AUTH_TOKENS: `ada:${TOKEN}` };
  return { llm, env: { EMBEDDER: 'local', ...auth, CORS_ORIGINS: host.url } };
});
const browser = useOpened(launchBrowser);
beforeEach(async () => {
  await page?.context().close();
  page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (![host.url, server.url].includes(new URL(request.url()).origin))
      complaints.push(`asked ${request.url()}`);
  });
});

/** The example as it lies there, for this server and this user. */
const example = (file: string) =>
  readFileSync(join(root, 'examples/widget', file), 'utf8')
    .replace('http://127.0.0.1:3000', server.url)
    .replace('YOUR_TOKEN', TOKEN);

const answer = (...turns: ScriptTurn[]) => void (script = new ScriptedModel(turns));
const open = () => page.goto(host.url);
const message = () => page.getByRole('textbox', { name: 'Message' });
async function say(text: string): Promise<void> {
  await message().fill(text);
  await message().press('Enter');
}
const told = () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
const seen = (text: string | RegExp) => page.getByRole('log').getByText(text).last().waitFor();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

async function proposed(name: string): Promise<void> {
  answer(...proposesRules([name], '', 'It waits.'));
  await open();
  await say('watch big orders');
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
  await seen('It waits.');
}
const storedRules = async (name: string): Promise<{ description: string }[]> => {
  const path = `/v1/workflow/rules?rows=5&search=${encodeURIComponent(name)}`;
  return (await server.call(`GET ${path}`, undefined, TOKEN)).body.items;
};

test('a chat on a page of another origin, with its context, said to screen readers once and whole', async () => {
  answer(
    [says('Hello'), says(' there.'), calls('discover', { category: 'entities' })],
    [says('Found.')],
  );
  await open();
  const spoken = await page.evaluateHandle<string[]>(`(() => {
    const root = document.querySelector('sextant-chat').shadowRoot;
    const live = root.querySelector('[aria-live=polite]');
    const changes = [];
    const watch = { childList: true, characterData: true, subtree: true };
    new MutationObserver(() => changes.push(live.textContent)).observe(live, watch);
    return changes;
  })()`);
  await say('what is there?');
  await seen('Found.');
  await page.getByRole('button', { name: 'Send' }).and(page.locator(':enabled')).waitFor();
  await page.getByText('Steps (1)').waitFor();
  expect(await spoken.jsonValue()).toEqual(['Hello there.\nFound.']);
  expect(JSON.stringify(script.last)).toContain('the host');
  expect(complaints).toEqual([]);
});

test('a preview is accepted, the host page is told, and what is stored otherwise is said', async () => {
  const name = `Widget ${newId()}`;
  await proposed(name);
  const card = page.getByRole('region', { name: 'Waiting for your decision' });
  // What is sent is shown field by field; its JSON only for who opens it.
  expect(await card.locator('dl').getByText(name, { exact: true }).isVisible()).toBe(true);
  expect(await card.locator('pre').isVisible()).toBe(false);
  const capitals = { path: '/customer/name', accepted: 'Ada', stored: 'ADA' };
  const gone = { path: '/exists', accepted: true, stored: false };
  await page.route('**/accept', async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), stored_otherwise: [capitals, gone] };
    await route.fulfill({ response, json });
  });
  await press('Accept');
  await page.getByText('Saved', { exact: true }).waitFor();
  await card.getByText('the backend shows this otherwise').waitFor();
  const said = await card.locator('dl').first().innerText();
  expect(said.split(/\s+/).join(' ')).toBe('customer.name Ada → ADA it cannot be read');
  expect(await storedRules(name)).toHaveLength(1);
  expect(await told()).toEqual(['preview', 'accepted']);
  expect(complaints).toEqual([]);
});

test('a preview is edited by keyboard alone; what is no JSON is said, and stays to be mended', async () => {
  const name = `Widget ${newId()}`;
  await proposed(name);
  await page.getByRole('button', { name: 'Edit' }).press('Enter');
  const content = page.getByRole('textbox', { name: 'Content' });
  const text = await content.inputValue();
  await content.fill(text.slice(1));
  await content.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('This is not a JSON object.').waitFor();
  await content.fill(JSON.stringify({ ...JSON.parse(text), description: 'As I want it' }));
  await content.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Saved as edited').waitFor();
  expect(await storedRules(name)).toMatchObject([{ description: 'As I want it' }]);
});

test('a preview is rejected with a reason', async () => {
  const name = `Widget ${newId()}`;
  await proposed(name);
  await press('Reject');
  await page.getByRole('textbox', { name: 'Why' }).fill('too many mails');
  await press('Reject');
  await page.getByText('Rejected; nothing was saved').waitFor();
  expect(await storedRules(name)).toEqual([]);
  expect(await told()).toEqual(['preview', 'rejected']);
});

/** An answer that proposes two rules. */
async function proposedTwo(names: readonly string[]): Promise<void> {
  answer(...proposesRules(names, '', 'Both wait.'));
  await say('watch both');
  await page.getByText('2 changes wait').waitFor();
}

test('several changes are accepted together by keyboard alone, or rejected', async () => {
  const names = [`Widget ${newId()}`, `Widget ${newId()}`];
  await open();
  await proposedTwo(names);
  await seen('Both wait.');
  await page.getByRole('button', { name: 'Accept all' }).press('Enter');
  await page.getByText('All are accepted').waitFor();
  for (const name of names) expect(await storedRules(name)).toHaveLength(1);
  await page.getByText('Saved', { exact: true }).nth(1).waitFor();
  expect((await told()).sort()).toEqual(['accepted', 'accepted', 'preview', 'preview']);
  await proposedTwo([`Widget ${newId()}`, `Widget ${newId()}`]);
  await press('Reject all');
  await page.getByText('All are rejected').waitFor();
  expect(complaints).toEqual([]);
});

test('it is legible in light and dark, takes the colours and the direction of its page', async () => {
  await proposed(`Widget ${newId()}`);
  expect(await page.getByRole('button', { name: 'Accept all' }).isVisible()).toBe(false);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const style = await page.evaluate<string[]>(`(() => {
      const { color, backgroundColor } = getComputedStyle(document.querySelector('sextant-chat'));
      return [color, backgroundColor];
    })()`);
    const [text = 0, background = 0] = style.map((colour) =>
      (colour.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, one) => sum + Number(one), 0),
    );
    expect(colorScheme === 'dark' ? text - background : background - text).toBeGreaterThan(400);
  }
  const paint = (css: string) =>
    page.evaluate<string[]>(`(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(${JSON.stringify(css)});
      document.adoptedStyleSheets = [sheet];
      const { shadowRoot } = document.querySelector('sextant-chat');
      const { color, fontSize } = getComputedStyle(shadowRoot.querySelector('.mine'));
      return [color, fontSize];
    })()`);
  // The host's rules end at the shadow root; its variables do not.
  const host = 'div { color: rgb(1, 2, 3) } sextant-chat { --sextant-text: rgb(4, 5, 6);';
  expect(await paint(`${host} --sextant-font: 20px serif }`)).toEqual(['rgb(4, 5, 6)', '20px']);
  const startOf = async (name: string) =>
    (await page.getByRole('button', { name, exact: true }).boundingBox())?.x ?? NaN;
  expect(await startOf('Accept')).toBeLessThan(await startOf('Reject'));
  await page.evaluate(`document.documentElement.setAttribute('dir', 'rtl')`);
  expect(await startOf('Accept')).toBeGreaterThan(await startOf('Reject'));
});

test('a page that is reloaded in the middle of an answer reads it on', async () => {
  const rest = deferred();
  answer([says('Before '), waitsFor(rest.promise), says('and after.')]);
  await open();
  await say('hi');
  await seen('Before');
  await page.reload();
  await seen('Before');
  rest.resolve();
  await seen('Before and after.');
  expect(await page.getByText('hi', { exact: true }).count()).toBe(1);
});

/** Answers the widget's next messages with these events, as the server writes them. */
async function answering(events: readonly AgentEvent[]): Promise<void> {
  const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/event-stream' };
  const frames = events.map(({ data, ...one }, at) =>
    encodeSse({ id: at + 1, event: 'name' in one ? one.name : one.type, data }),
  );
  await page.route('**/v1/agent/chat', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ headers, body: frames.join('') })
      : route.fallback(),
  );
}

test('of every event of a run it draws what a person needs, and passes the others over', async () => {
  await answering(WHOLE);
  await open();
  await say('hi');
  await page.getByRole('button', { name: '[2]' }).press('Enter');
  expect(await page.locator('li:focus').innerText()).toContain('Handbook');
  const act = page.getByRole('link', { name: 'Act' });
  expect(await act.getAttribute('href')).toBe('https://law.example/a');
  await page.getByText('Steps (2)').click();
  for (const text of ['search', 'Searches the handbook.', 'Sign in there', 'refused: too many.'])
    await seen(text);
  expect(await page.getByText('Two sources.').isVisible()).toBe(false);
  await page.getByText('Thinking').press('Enter');
  await seen('Two sources.');
  await page.getByRole('region', { name: 'A question of shop' }).waitFor();
  expect(await told()).toEqual([expect.stringContaining('ui_action')]);
  const log = await page.getByRole('log').innerText();
  for (const other of ['Law', 'tool_failed', 'plan', 'fallback']) expect(log).not.toContain(other);
  expect(complaints).toEqual([]);
});

test("a server's question is declined by keyboard, or answered on the server's page", async () => {
  const id = newId();
  const told = (name: string, more: object): AgentEvent => {
    return { type: 'plugin_event', name, data: { question_id: id, tool_use_id: 't', ...more } };
  };
  const asks = told('question', { source: 'shop', message: 'Colour?' });
  const ended = told('question_ended', { state: 'expired' });
  const end = event('message_complete', { finish_reason: 'stop', turns: 1, usage });
  await answering([start, asks, end]);
  await open();
  await say('buy it');
  const card = page.getByRole('region', { name: 'A question of shop' });
  await card.getByText('shop asks: Colour?').waitFor();
  const link = await card.getByRole('link', { name: 'Answer it there' }).getAttribute('href');
  expect(link).toBe(`${server.url}/#/chat/c1`);
  const declined = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith(`/questions/${id}/decline`),
  );
  await card.getByRole('button', { name: 'Decline' }).press('Enter');
  await declined;
  // Nobody asks it on this server, which says so.
  await card
    .getByRole('status')
    .getByText(/question/)
    .waitFor();
  await answering([start, asks, ended, end]);
  await say('and now?');
  await card.last().getByText('Not answered in time').waitFor();
  expect(await card.last().getByRole('button').count()).toBe(0);
});

test('an answer is stopped with Escape', async () => {
  const never = deferred();
  answer([says('And so'), waitsFor(never.promise)]);
  await open();
  await say('hi');
  await seen('And so');
  await message().press('Escape');
  await page
    .getByRole('alert')
    .getByText(/cancelled/)
    .waitFor();
  never.resolve();
});

test('a failure is said', async () => {
  answer([says('Half'), fails('The model broke.')]);
  await open();
  await say('hi');
  await page.getByRole('alert').waitFor();
  await page.evaluate(`document.querySelector('sextant-chat').setAttribute('context', '{')`);
  await say('and now?');
  await page.getByRole('alert').getByText('must be a JSON object').waitFor();
});

test('it is at most 45 kB gzipped, and posts nothing between windows', () => {
  const script = readFileSync(join(root, 'packages/widget/dist/embed.js'));
  expect(script.includes('postMessage')).toBe(false);
  expect(gzipSync(script).length).toBeLessThan(45_000);
  expect(script.length).toBeGreaterThan(5_000);
});

test('a form is filled in and sent, and refused where it is wrong', async () => {
  const operations = [{ tool: 'discover', values: [], notUsed: ['tell me'] }];
  answer(
    [says('Fill this in.'), { type: 'form', form: { operations, opens: true } }, done()],
    [says('That is all.')],
  );
  await open();
  await say('tell me');
  await seen('Not used of your message: “tell me”');
  await press('Run');
  await seen(/is missing/);
  await page.getByLabel(/^Category/).selectOption('entities');
  await press('Run');
  await seen('That is all.');
  expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
});

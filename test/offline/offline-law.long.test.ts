import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lawAgent, lawResearchAgent } from '../../src/plugins/law/agent.js';
import { oneModel } from '../../src/llm/models.js';
import { OfflineProvider } from '../../samples/offline-model/index.js';
import { lawSkill } from '../../src/plugins/law/offline/law.js';
import type { LlmProvider } from '../../src/llm/types.js';
import { call } from '../support/call.js';
import { Child } from '../support/child.js';
import { addDocument } from '../support/documents.js';
import { calls, says, ScriptedModel, waitsFor } from '../support/scripted-model.js';
import { startTestServer, type TestServer } from '../support/server.js';

// The law agents with the explorer as a process of its own, over the sample ordinances.

let model: LlmProvider = new OfflineProvider([lawSkill]);
const llm: LlmProvider = {
  name: 'delegate',
  model: 'delegate-1',
  streamChat: (request, signal) => model.streamChat(request, signal),
};
let dataDir: string;
let explorer: Child;
let server: TestServer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sextant-graph-'));
  const env = { DATA_DIR: dataDir, EXPLORER_PORT: '0', EMBEDDER: 'none', LOG_LEVEL: 'silent' };
  explorer = new Child(new URL('../../src/explorer-main.ts', import.meta.url), [], env);
  const url = /http:\S+(?=\/graphql)/.exec(await explorer.line())?.[0] ?? '';
  server = await startTestServer({
    env: { EMBEDDER: 'none', EXPLORER_URL: url },
    models: oneModel(llm),
  });
  await addDocument(server.url, 'House rules', '# Quiet\n\nThe yard is quiet from ten at night.');
  expect(await explorer.line()).toBe('The graph is ready.');
}, 60_000);
afterAll(async () => {
  await server?.close();
  await explorer?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

interface ToolResult {
  tool: string;
  result: { id?: number; source_id?: string; source_text?: string };
}

const asked = (content: string) => ({ messages: [{ role: 'user', content }] });

async function ask(question: string) {
  const { status, body } = await call(server.url, 'POST /research', asked(question));
  expect(status).toBe(200);
  return body as { reply: string; toolResults: ToolResult[] };
}

test.each([
  ['How long may a visiting vessel stay?', '§ 12-204', 'at most 14 days'],
  ['What does § 12-104 say?', '§ 12-104', 'Between 22:00 and 06:00 cargo may be moved'],
  ['What happens to abandoned vessels?', '§ 12-209', 'may sell or scrap it two months later'],
])('%s is answered from %s, which was read', async (question, cited, words) => {
  const { reply, toolResults } = await ask(question);
  expect(reply).toContain(words);
  const [, place = '', id = ''] = /\((§ [\d-]+) [^()]*\(?[^()]*\)?, node (\d+)\)/.exec(reply) ?? [];
  expect(place).toBe(cited);
  const read = toolResults.filter(({ tool }) => tool === 'get_node').map(({ result }) => result);
  const node = read.find((each) => each.id === Number(id));
  expect(node?.source_id).toBe(cited);
  expect(node?.source_text?.replace(/\s+/g, ' ')).toContain(words);
  expect(toolResults.map(({ tool }) => tool)).toEqual(
    expect.arrayContaining(['search_nodes', 'get_neighbors']),
  );
  const { body } = await call(server.url, 'POST /chat', asked(question));
  expect(body.reply).toContain(words);
});

test.each(
  [lawAgent, lawResearchAgent].flatMap(({ examples, contextType }) =>
    examples.map((example) => [contextType, example] as const),
  ),
)('the example of %s is answered: %s', async (contextType, example) => {
  const route = contextType === 'law' ? 'POST /chat' : 'POST /research';
  const { body } = await call(server.url, route, asked(example));
  expect(body.reply).toMatch(/, node \d+\)|· due /);
  expect(body.reply).not.toMatch(/Nothing that was found|could not be reached|failed/);
});

test('most questions to the ordinances are answered from the right section', async () => {
  const file = await readFile(new URL('./ordinance-questions.jsonl', import.meta.url), 'utf8');
  const questions = file
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { ask: string; section: string; says?: string });
  const wrong: string[] = [];
  for (const { ask: question, section, says: words = section } of questions) {
    const { body } = await call(server.url, 'POST /chat', asked(question));
    const reply = body.reply as string;
    const first = /” \(((?:\S+ )?§ [\d-]+)/.exec(reply)?.[1];
    if (first !== section || !reply.includes(words)) wrong.push(`${question} ${first}`);
  }
  const right = questions.length - wrong.length;
  console.info([`${right} of ${questions.length} right`, ...wrong].join('\n'));
  expect(wrong.length).toBeLessThanOrEqual(questions.length * 0.25);
}, 30_000);

test('what nothing answers is said, and deadlines are listed', async () => {
  const { body: nothing } = await call(
    server.url,
    'POST /chat',
    asked('What is the capital of France?'),
  );
  expect(nothing.reply).toContain('Nothing that was found answers this.');
  const { body: due } = await call(server.url, 'POST /chat', asked('Which deadlines are near?'));
  expect(due.reply).toMatch(/^- .* · due \d{4}-\d\d-\d\d, -?\d+ days left · /);
  const { body: none } = await call(server.url, 'POST /chat', asked('What does § 12-999 say?'));
  expect(none.reply).toBe('This provision was not found: § 12-999.');
  const { body: missed } = await call(server.url, 'POST /chat', asked('Is anything overdue?'));
  expect(missed.reply).toBe('There is nothing of the kind.');
});

test.each([
  [
    'Was steht in § 4 Abs. 2 der Speicherverordnung?',
    'SpVO § 4 Abs. 2',
    /^“\(2\) Die Erlaubnis ist/,
  ],
  ['paragraph 4 absatz 1 satz 2 spvo', 'SpVO § 4 Absatz 1 Satz 2', /^“Sie wird für fünf Jahre/],
  ['What does section 12-204 say?', '§ 12-204', /at most 14 days/],
  [
    'Was steht in § 4 Abs. 9 der Speicherverordnung?',
    'SpVO § 4',
    /^Diese Stelle .*: SpVO § 4 Abs\. 9/,
  ],
])('%s quotes %s', async (question, place, words) => {
  const { reply } = await ask(question);
  expect(reply).toContain(`(${place} `);
  expect(reply).toMatch(words);
});

test('a law that is not there is not answered from another', async () => {
  const { reply } = await ask('Was steht in § 4 BGB?');
  expect(reply).toBe('Diese Vorschrift wurde nicht gefunden: § 4 BGB.');
});

// The last one: the explorer does not come back.
test('the explorer dies in the middle of a run, and the answer still comes', async () => {
  const scripted = new ScriptedModel([
    [
      calls('search_knowledge', { query: 'quiet at night' }),
      calls('search_nodes', { search: 'night work' }),
    ],
    () => [waitsFor(explorer.kill()), calls('get_node', { id: 1 })],
    [calls('get_documents')],
    [says('Enough.')],
    [says('The yard is quiet from ten; the graph is missing.')],
  ]);
  model = scripted;
  const { status, body } = await call(server.url, 'POST /chat', asked('When is it quiet?'));
  expect([status, body]).toEqual([
    200,
    { reply: 'The yard is quiet from ten; the graph is missing.' },
  ]);
  scripted.expectUsedUp();
  const [, , third, , writing] = scripted.requests;
  expect(third?.messages.at(-1)).toMatchObject({ role: 'tool', name: 'get_node', isError: true });
  expect(third?.messages.at(-1)?.content).toMatch(
    /"explorer_unavailable".*Explorer tool get_node failed: the explorer may be unavailable .* tell the user/,
  );
  const told = writing?.messages.at(-2)?.content ?? '';
  expect(told.match(/^\[\d\] \w+|\(failed\)$/gm)).toEqual([
    ...['[1] search_knowledge', '[2] search_nodes', '[3] get_node', '(failed)'],
    '[4] get_documents',
  ]);
  expect(told).toContain('Night work on the quays');
  expect(told).toContain('The yard is quiet from ten at night.');
  expect(writing?.tools).toEqual([]);

  model = new OfflineProvider([lawSkill]);
  const { reply } = await ask('How long may a visiting vessel stay?');
  expect(reply).toContain('The knowledge graph could not be reached');
});

import { addDocument, refusal, useServer, dataOf } from '../support/server.js';
import { deferred } from '../support/deferred.js';
import { serveGraph } from '../support/fakes/explorer.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { bill, legiscan, courtListener, opinion } from '../support/fakes/legal.js';
import {
  calls,
  fails,
  says,
  ScriptedModel,
  waitsFor,
  type ScriptTurn,
} from '../support/scripted-model.js';
import { useOpened } from '../support/use-opened.js';

const NOISE =
  'Between 22:00 and 06:00 no winch may be run within 200 metres of a dwelling, except under § 12-110.';
function section(id: number, sourceId: string, title: string, sourceText: string) {
  const kind = { nodeType: 'section' as const, document: 'Harbour Ordinance' };
  return { ...kind, id, sourceId, title, sourceText };
}
const graph = {
  nodes: [
    section(45, '§ 12-104', 'Noise at night', NOISE),
    section(46, '§ 12-110', 'Exceptions', 'The harbour master may permit noise for one night.'),
  ],
  edges: [{ relation: 'cites' as const, from: 45, to: 46 }],
  similar: { 46: 0.82 },
};

const small = new ScriptedModel([], 'small-1');
const large = new ScriptedModel([], 'large-1');
const models = { main: new ScriptedModel([], 'main-1'), small, large };

const explorer = useOpened(() => serveGraph(graph));
const opinions = useOpened(() => FakeServer.start(courtListener([opinion()])));
const bills = useOpened(() => FakeServer.start(legiscan([bill()])));
const server = useServer(() => ({
  env: { EXPLORER_URL: explorer.url, ...opinions.env, ...bills.env },
  models,
}));
beforeAll(async () => {
  await addDocument(server.url, 'House rules', '# Quiet\n\nThe yard is quiet from ten at night.');
});

const asked = (content: string) => ({ messages: [{ role: 'user', content }] });

type Turns = readonly ScriptTurn[];
type Path = '/chat' | '/research';
async function ask(route: Path, body: object, searching: Turns, writing: Turns) {
  small.play(...searching);
  large.play(...writing);
  const answer = await server.call(`POST ${route}`, body);
  small.expectUsedUp();
  large.expectUsedUp();
  return answer;
}

const told = () => {
  const lines = large.last.messages.at(-2)?.content.split('\n') ?? [];
  return lines.filter((line) => line.startsWith('[')).map((line) => line.replace(/^\S+ /, ''));
};

const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name).sort();

test('a chat searches in parallel, drills down, and another model answers from four results', async () => {
  const question = asked('What do the ordinances say about noise at night?');
  const history = [...asked('Hello').messages, { role: 'assistant', content: 'Hello.' }];
  const searches = [
    calls('search_knowledge', { query: 'quiet at night' }),
    calls('search_nodes', { search: 'Noise', type: 'section' }),
  ];
  const drills = [[calls('get_node', { id: 45 })], [calls('get_neighbors', { id: 45 })]];
  const { status, body } = await ask(
    '/chat',
    { messages: [...history, ...question.messages] },
    [searches, ...drills, [says('I think it is forbidden.')]],
    [[says('No winch runs at night '), says('(§ 12-104).')]],
  );
  expect([status, body]).toEqual([200, { reply: 'No winch runs at night (§ 12-104).' }]);

  for (const { system, tools } of small.requests) {
    expect(names(tools)).toEqual([
      ...['find_similar', 'get_cases', 'get_deadlines', 'get_documents', 'get_neighbors'],
      ...['get_node', 'get_stats', 'search_knowledge', 'search_nodes'],
    ]);
    expect(system).toContain('The knowledge graph holds 2 nodes (section: 2) and 1 connection');
  }

  expect(large.requests).toHaveLength(1);
  const { system, messages, tools } = large.last;
  expect(tools).toEqual([]);
  expect(system).toContain('The knowledge graph holds 2 nodes');
  expect(told()).toEqual([
    'search_knowledge {"query":"quiet at night"}',
    'search_nodes {"search":"Noise","type":"section"}',
    'get_node {"id":45}',
    'get_neighbors {"id":45}',
  ]);
  expect(messages[3]?.content).toContain('The yard is quiet from ten at night.');
});

test('research asks sources outside and the graph, and answers with all results', async () => {
  const { status, body } = await ask(
    '/research',
    asked('Research the rules on court jurisdiction'),
    [
      [
        calls('search_opinions', { query: 'court jurisdiction' }),
        calls('search_statutes', { query: 'court jurisdiction', state: 'VA' }),
        calls('search_nodes', { search: 'Noise' }),
      ],
      [calls('get_node', { id: 45 }), calls('find_similar', { id: 45, limit: 5 })],
      [],
    ],
    [[says('## Jurisdiction')]],
  );
  expect([status, body.reply]).toEqual([200, '## Jurisdiction']);
  const node = { id: 45, source_id: '§ 12-104', source_text: NOISE };
  const opinions = { results: [{ case_name: 'Harbor Board v. Larsen' }] };
  const asks = { tool: 'search_opinions', arguments: { query: 'court jurisdiction' } };
  expect(body.toolResults).toMatchObject([
    { ...asks, result: opinions, is_error: false },
    { tool: 'search_statutes', result: { results: [{ bill_number: 'HB1042' }] } },
    { tool: 'search_nodes', is_error: false },
    { tool: 'get_node', arguments: { id: 45 }, result: node },
    { tool: 'find_similar', result: { similar: [{ score: 0.82 }] } },
  ]);
  expect(small.requests.map(({ tools }) => names(tools))).toEqual(
    Array(3).fill([
      ...['find_similar', 'get_neighbors', 'get_node', 'get_stats', 'search_nodes'],
      ...['search_opinions', 'search_statutes'],
    ]),
  );
  expect(large.last.tools).toEqual([]);
  expect(told()).toHaveLength(5);
  expect(large.last.messages.at(-2)?.content).toContain('Harbor Board v. Larsen');
});

test('the stream shows the calls with their results, and of the text only the answer', async () => {
  small.play([says('Let me see.'), calls('get_node', { id: 99 })], [says('Hm.')]);
  large.play([says('There is no such provision.')]);
  const events = await server.chat({ message: 'What is in node 99?', context_type: 'law' });
  expect(events.map(({ event }) => event)).toEqual([
    ...['run_start', 'tool_selection', 'message_start', 'tool_call_start', 'tool_call_result'],
    ...['message_start', 'content_chunk', 'message_complete'],
  ]);
  const error = { code: 'not_found', message: expect.stringContaining('no node 99') };
  const failed = { name: 'get_node', is_error: true, result: { error } };
  expect(dataOf(events, 'tool_call_result')[0]).toMatchObject(failed);
  expect(told()).toEqual(['get_node {"id":99} (failed)']);
  const usage = { input_tokens: 30, output_tokens: 15 };
  expect(events.at(-1)?.data).toMatchObject({ finish_reason: 'stop', turns: 2, usage });
});

describe('what is wrong is said', () => {
  const answered = {
    messages: [...asked('Hi').messages, { role: 'assistant', content: 'Hello.' }],
  };
  const many = Array(202).fill(asked('x').messages[0]);
  test.each<[string, unknown, string, string]>([
    ['no messages', {}, 'messages', 'messages must be a list of {role, content}'],
    ['an empty list', { messages: [] }, 'messages', 'must hold at least the message to answer'],
    ['an answer at the end', answered, 'messages[1].role', "the user's newest message last."],
    ['an empty question', asked(' \n'), 'messages[0].content', 'must not be empty'],
    [
      'a long message',
      asked('x'.repeat(32_001)),
      'messages[0].content',
      'at most 32000 characters',
    ],
    ['too many messages', { messages: many }, 'messages', 'at most 201 messages and holds 202'],
  ])('%s', async (_name, body, path, sentence) => {
    for (const route of ['/chat', '/research'] as const) {
      const answer = await server.call(`POST ${route}`, body);
      const refused = refusal(400, 'invalid_request', { details: [{ path }] });
      expect(answer).toMatchObject(refused);
      expect(JSON.stringify(answer.body)).toContain(sentence);
    }
  });

  test('a run that fails answers its error', async () => {
    const error = { code: 'model_error', message: 'overloaded', details: [] };
    const answer = await ask('/chat', asked('Hello'), [[fails('overloaded')]], []);
    expect(answer).toEqual({ status: 502, body: { error } });
  });

  test('a run that its user cancels answers that to who waits for it', async () => {
    const begun = deferred<void>();
    const hangs: ScriptTurn = () => {
      begun.resolve();
      return [waitsFor(new Promise(() => {}))];
    };
    const answer = ask('/research', asked('Research everything'), [hangs], []);
    await begun.promise;
    const running = "select id from sextant.runs where state = 'running'";
    const [run] = await server.db.query<{ id: string }>(running);
    await server.call(`POST /v1/agent/runs/${run?.id}/cancel`);
    expect(await answer).toMatchObject(refusal(409, 'cancelled'));
  });
});

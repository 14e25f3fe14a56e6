import { call, refusal, useServer, dataOf } from '../support/server.js';
import { says, ScriptedModel } from '../support/scripted-model.js';

const server = useServer({ env: { EMBEDDER: 'local' } });

const select = (body: object) => call(server.url, 'POST /v1/agent/tools/select', body);

const CORE = ['list_workflow_rules', 'discover'];
const OF_A_DRAFT = ['start_draft', 'add_draft_action', 'remove_draft_action', 'preview_draft'];
const OF_TABLES = ['list_table_configs', 'discover_table_reference'];
const OPEN = { workflow_id: '7d1f3b52-5c1e-4a8e-9a53-1c0a4f6e2b10' };

type Shown = { name: string; source: string };

it.each([
  ['workflow', 'show me all the active rules', {}, 28, [...CORE, ...OF_A_DRAFT]],
  ['workflow', 'who has to approve here?', OPEN, 28, CORE],
  ['tables', 'sort by quantity descending', {}, 24, OF_TABLES],
])(
  '%s: “%s” is offered what a chat is offered',
  async (contextType, message, context, count, core) => {
    const body = { message, context_type: contextType };
    const { status, body: shown } = await select({ ...body, request_context: context });
    expect(status).toBe(200);
    const events = await server.chat({ ...body, context });
    const event = events.find((one) => one.event === 'tool_selection')?.data;
    expect(shown).toMatchObject({ ...event, elapsed_ms: expect.any(Number) });
    expect(shown.query).toBe(message);
    expect(shown.counts.context).toBe(count);
    const namesOf = (tools: Shown[]) => tools.map(({ name }) => name);
    const from = (wanted: string) =>
      namesOf(shown.tools.filter(({ source }: Shown) => source === wanted));
    expect(from('core')).toEqual([...core, 'find_tools']);
    expect(shown.counts.offered).toBeLessThanOrEqual(core.length + 6 + 1);
    expect(shown.ranking).toHaveLength(shown.counts.context);
    shown.ranking.forEach((tool: { rank: number }, at: number) => expect(tool.rank).toBe(at + 1));
    expect(namesOf(shown.ranking.slice(0, 6))).toEqual(expect.arrayContaining(from('ranked')));
  },
);

it('ranks a follow-up by what it leans on', async () => {
  const history = [{ role: 'user', content: 'email the supplier' }];
  const { body } = await select({ message: 'him too', context_type: 'workflow', history });
  expect(body.query).toBe('email the supplier\nhim too');
});

it.each([
  [{ message: 'hi', context_type: 'garden' }, 'unknown_context_type'],
  [{ message: ' ', context_type: 'tables' }, 'invalid_request'],
  [{ message: 'hi', context_type: 'tables', history: [[]] }, 'invalid_request'],
  [{ message: 'hi', context_type: 'tables', model: 'x' }, 'invalid_request'],
])('refuses %j', async (body, code) => {
  expect(await select(body)).toMatchObject(refusal(400, code));
});

const script = new ScriptedModel();
const token = (name: string) => `${name}-0123456789abcdef`;
const shared = useServer(() => {
  const tokens = `ada:${token('ada')},bob:${token('bob')},cyd:${token('cyd')}:operator`;
  const env = { AUTH: 'static', AUTH_TOKENS: tokens, METRICS_TOKEN: token('metrics') };
  return { llm: script, env: { EMBEDDER: 'local', ...env } };
});

it('tells model, page and operators what no tool does, of others only what three said', async () => {
  const ask = async (name: string, message: string) => {
    script.play([says('That is not possible here.')]);
    const headers = { authorization: `Bearer ${token(name)}` };
    return shared.chat({ message, context_type: 'workflow' }, headers);
  };
  const frequent = async () =>
    (await shared.call('GET /v1/agent/tools/unmet?days=1', undefined, token('cyd'))).body.words;
  const events = await ask('ada', 'Translate this contract into Finnish');
  const words = ['Finnish', 'contract', 'Translate'];
  expect(dataOf(events, 'tool_selection')).toMatchObject([{ unmet_words: words }]);
  expect(script.last.unmetWords).toEqual(words);
  await ask('bob', 'Translate the contract into finnish');
  await ask('cyd', 'Play some jazz in the kitchen');
  expect(await frequent()).toContainEqual({ word: 'jazz', runs: 1, users: 1 });
  expect(JSON.stringify(await frequent())).not.toContain('finnish');
  await ask('cyd', 'Translate a contract into Finnish');
  expect(await frequent()).toContainEqual({ word: 'finnish', runs: 3, users: 3 });
  const headers = { authorization: `Bearer ${token('metrics')}` };
  const metrics = await (await fetch(`${shared.url}/metrics`, { headers })).text();
  expect(metrics).toContain('sextant_unmet_needs_total{context="workflow"} 4\n');
  const { conversation_id: id } = events[0]?.data as { conversation_id: string };
  await shared.call(`DELETE /v1/agent/conversations/${id}`, undefined, token('ada'));
  expect(JSON.stringify(await frequent())).not.toContain('finnish');
});

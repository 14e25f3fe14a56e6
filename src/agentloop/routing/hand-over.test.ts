import { agentWith, eventsOf, runToEnd, tool } from '../../../test/support/loop.js';
import { HandTimer } from '../../../test/support/runs.js';
import { calls, says, ScriptedModel } from '../../../test/support/scripted-model.js';
import { wireName } from '../events.js';
import type { Agent } from '../agent.js';
import type { AgentChoice, ChooseIndexed } from './agent-router.js';
import { HAND_OVER } from './hand-over.js';

const agent = (contextType: string, maxTurns = 20): Agent => ({
  ...agentWith([`${contextType}_tool`], maxTurns),
  contextType,
  title: contextType.toUpperCase(),
  description: `Does ${contextType}.`,
  groups: [contextType],
  systemPrompt: () => `You are ${contextType}.`,
});

const [red, green, blue] = [agent('red'), agent('green'), agent('blue')];
const tools = ['red', 'green', 'blue'].map((name) => tool(`${name}_tool`, { groups: [name] }));
const choice: AgentChoice = {
  agent: red,
  confidence: 0.5,
  why: 'examples',
  alternatives: [
    { agent: green, confidence: 0.3 },
    { agent: blue, confidence: 0.2 },
  ],
};
const over = (to: string, why = 'It is theirs.') => calls(HAND_OVER, { agent: to, why });
const offered = ({ requests }: ScriptedModel) =>
  requests.map(({ tools: specs }) => specs.map(({ name }) => name));

async function run(llm: ScriptedModel, given: Partial<AgentChoice> = {}) {
  const request = { agent: red, choice: { ...choice, ...given } };
  const ran = await runToEnd({ llm, tools, request });
  llm.expectUsedUp();
  return ran;
}

it('lets the other agent go on in the same run with the same messages', async () => {
  const llm = new ScriptedModel([[over('green')], [calls('green_tool')], [says('Done.')]]);
  const { events, recorded } = await run(llm);
  expect(events.map(wireName)).toEqual([
    ...['agent_selected', 'tool_selection', 'message_start'],
    ...['tool_call_start', 'tool_call_result', 'agent_selected', 'tool_selection'],
    ...['message_start', 'tool_call_start', 'tool_call_result', 'message_start'],
    ...['content_chunk', 'message_complete'],
  ]);
  const [first, second] = eventsOf(events, 'agent_selected');
  const others = [
    { agent: 'green', title: 'GREEN', confidence: 0.3 },
    { agent: 'blue', title: 'BLUE', confidence: 0.2 },
  ];
  const how = { why: 'examples', confidence: 0.5, alternatives: others };
  expect(first).toEqual({ agent: 'red', title: 'RED', ...how });
  const before = [{ agent: 'red' }, { agent: 'blue' }];
  const handed = { why: 'handed_over', reason: 'It is theirs.', alternatives: before };
  expect(second).toMatchObject({ agent: 'green', ...handed });
  const systems = ['You are red.', 'You are green.', 'You are green.'];
  expect(llm.requests.map(({ system }) => system)).toEqual(systems);
  const roles = ['user', 'assistant', 'tool', 'assistant', 'tool'];
  expect(llm.last.messages.map(({ role }) => role)).toEqual(roles);
  expect(recorded.map(({ role }) => role)).toEqual([...roles, 'assistant']);
  expect(offered(llm).slice(0, 2)).toEqual([
    ['red_tool', 'find_tools', HAND_OVER],
    ['green_tool', 'find_tools', HAND_OVER],
  ]);
});

it('counts calls and seconds on, within the limits of who goes on', async () => {
  const time = new HandTimer();
  const [ran, left]: unknown[][] = [[], []];
  let now = 0;
  const policy = { ...red.policy, maxToolCalls: 1, maxRunSeconds: 90, closingSeconds: 20 };
  const alternatives = [{ agent: { ...green, policy }, confidence: 0 }];
  const more = [calls('green_tool'), calls('green_tool')];
  const turns = [[calls('red_tool')], [over('green')], more, [says('')]];
  await runToEnd({
    llm: new ScriptedModel(turns),
    tools: tools.map((one) => ({ ...one, execute: async () => ({ result: ran?.push('ran') }) })),
    request: { agent: red, choice: { ...choice, alternatives } },
    deps: { timer: time.timer, now: () => now },
    onEvent: ({ type }) => {
      if (type === 'message_start') left?.push(time.set.map(({ ms }) => ms / 1000));
      now += type === 'tool_call_result' ? 20_000 : 0;
    },
  });
  expect(ran).toHaveLength(1);
  // That of the run, and of the turns of one that keeps time for an answer.
  expect(left).toEqual([[600], [600], [50, 30], [50, 30]]);
});

it('names the other agents, and refuses any other name', async () => {
  const llm = new ScriptedModel([[over('purple')], [over('red')], [says('Mine then.')]]);
  const { events } = await run(llm);
  const spec = llm.requests[0]?.tools.find(({ name }) => name === HAND_OVER);
  expect(spec?.description).toContain('green (GREEN: Does green)');
  expect(spec?.inputSchema).toMatchObject({ properties: { agent: { enum: ['green', 'blue'] } } });
  expect(eventsOf(events, 'tool_call_result').map((each) => each.is_error)).toEqual([true, true]);
  expect(eventsOf(events, 'agent_selected')).toHaveLength(1);
});

it('is offered twice in a run and no more', async () => {
  const llm = new ScriptedModel([[over('green')], [over('red')], [over('blue')], [says('Well.')]]);
  const { events } = await run(llm);
  const selected = eventsOf(events, 'agent_selected').map((each) => each.agent);
  expect(selected).toEqual(['red', 'green', 'red']);
  const there = offered(llm).map((names) => names.includes(HAND_OVER));
  expect(there).toEqual([true, true, false, false]);
  expect(eventsOf(events, 'tool_call_result').at(-1)).toMatchObject({ is_error: true });
});

it('is not there where the user named the agent, or there is no other one', async () => {
  const named = new ScriptedModel([[says('Hi.')]]);
  const { events } = await runToEnd({ llm: named, tools, request: { agent: red } });
  expect(eventsOf(events, 'agent_selected')).toEqual([]);
  expect(offered(named)[0]).not.toContain(HAND_OVER);
  const alone = new ScriptedModel([[says('Hi.')]]);
  await run(alone, { alternatives: [] });
  expect(offered(alone)[0]).not.toContain(HAND_OVER);
});

it('gives the other agent turns of its own within those of a run', async () => {
  const tight = agent('green', 2);
  const llm = new ScriptedModel([
    ...[[calls('red_tool')], [calls('red_tool')], [over('green')]],
    ...[[calls('green_tool')], [says('Done.')]],
  ]);
  const { events } = await run(llm, { alternatives: [{ agent: tight, confidence: 0.3 }] });
  expect(events.at(-1)).toMatchObject({ type: 'message_complete', data: { turns: 5 } });
});

it('is with the agent that is chosen once the index is built, where there was none at first', async () => {
  const llm = new ScriptedModel([[says('Hello.')]]);
  const chosen = { ...choice, agent: green, alternatives: [{ agent: red, confidence: 0.1 }] };
  const chooseIndexed: ChooseIndexed = async (_signal, onIndexing) => {
    onIndexing(0.25);
    return chosen;
  };
  const { events } = await runToEnd({ llm, tools, request: { agent: red, choice, chooseIndexed } });
  expect(events.slice(0, 2)).toMatchObject([
    { type: 'indexing', data: { share: 0.25 } },
    { type: 'agent_selected', data: { agent: 'green', why: 'examples' } },
  ]);
  expect(eventsOf(events, 'agent_selected')).toHaveLength(1);
  expect(llm.requests[0]?.system).toBe('You are green.');
});

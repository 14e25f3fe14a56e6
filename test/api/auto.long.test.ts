import { newId } from '../../src/foundation/ids.js';
import { type WireEvent, useServer, dataOf, postJson } from '../support/server.js';
import { calls, says, ScriptedModel } from '../support/scripted-model.js';

// Who answers where a request does not say so, over the whole server with its own embedder.

const script = new ScriptedModel();
const server = useServer({ llm: script, env: { EMBEDDER: 'local' } });

const selected = (events: readonly WireEvent[]) => dataOf(events, 'agent_selected');

async function ask(message: string, more: object = {}) {
  script.play([says('Well.')], [says('Well.')], [says('Well.')]);
  const events = await server.chat({ message, ...more });
  const start = events[0]?.data as { run_id: string; conversation_id: string };
  return { events, start, chosen: selected(events)[0] };
}

describe('a message that names no agent', () => {
  it.each([
    ['Pause the Low Stock Alert rule', 'workflow'],
    ['How many orders are there per status?', 'tables'],
    ['Zeig mir die Lager auf einer Karte', 'documents'],
  ])('%s is answered by %s, which is told first', async (message, agent) => {
    const { events, start, chosen } = await ask(message);
    expect(events.slice(0, 2).map(({ event }) => event)).toEqual(['run_start', 'agent_selected']);
    expect(events[0]?.data).toMatchObject({ context_type: agent });
    expect(chosen).toMatchObject({ agent, confidence: expect.any(Number) });
    expect(chosen?.alternatives).toHaveLength(5);
    const run = await server.call(`GET /v1/agent/runs/${start.run_id}`);
    expect(run.body.context_type).toBe(agent);
    const again = await fetch(`${server.url}/v1/agent/runs/${start.run_id}/events`);
    expect(await again.text()).toContain('event: agent_selected');
  });

  it('says the same with auto', async () => {
    const { chosen } = await ask('Pause the Low Stock Alert rule', { context_type: 'auto' });
    expect(chosen?.agent).toBe('workflow');
  });

  it('is answered by whom the user names, without a word of a choice', async () => {
    const { events } = await ask('How many orders are there?', { context_type: 'workflow' });
    expect(events[0]?.data).toMatchObject({ context_type: 'workflow' });
    expect(selected(events)).toEqual([]);
  });
});

it('a hand-over is stored: the run and the next message are the other agent’s', async () => {
  const conversation_id = newId();
  const handsOver = calls('hand_over', { agent: 'tables', why: 'It asks for rows.' });
  script.play([handsOver], [says('Seven.')]);
  const events = await server.chat({ message: 'Pause the Low Stock Alert rule', conversation_id });
  script.expectUsedUp();
  expect(selected(events)).toMatchObject([
    { agent: 'workflow' },
    { agent: 'tables', why: 'handed_over', reason: 'It asks for rows.' },
  ]);
  const { run_id } = events[0]?.data as { run_id: string };
  const run = await server.call(`GET /v1/agent/runs/${run_id}`);
  expect(run.body.context_type).toBe('tables');
  const { chosen } = await ask('and now?', { conversation_id });
  expect(chosen).toMatchObject({ agent: 'tables', why: 'conversation' });
});

it('other protocols leave it to the server too, each in its words', async () => {
  script.play([says('One.')]);
  const parts = [{ type: 'text', text: 'Pause the Low Stock Alert rule' }];
  const body = { id: 'chat-1', messages: [{ id: 'm', role: 'user', parts }] };
  const ui = await postJson(`${server.url}/api/ai/chat`, body);
  expect(await ui.text()).toContain('{"type":"data-agent","id":"agent","data":{"agent":"workflow"');
  const models = await server.call('GET /v1/models');
  expect(models.body.data[0]).toMatchObject({ id: 'auto', object: 'model' });
  expect((await server.call('GET /v1/models/auto')).body.id).toBe('auto');
  script.play([says('Two.')]);
  const messages = [{ role: 'user', content: 'How many orders are there per status?' }];
  const asked = { model: 'auto', messages };
  const completion = await server.call('POST /v1/chat/completions', asked);
  expect(completion.body.choices[0].message.content).toBe('Two.');
});

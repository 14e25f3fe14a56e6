import { HttpAgent, type AgentSubscriber, type BaseEvent, type Message } from '@ag-ui/client';
import { newId } from '../../src/foundation/ids.js';
import { useChatServer, type User } from './chat-server.js';
import { proposesRules } from '../support/previews.js';
import { calls, done, fails, says, waitsFor, type ScriptTurn } from '../support/scripted-model.js';

const { script, server, rule, answer, proposal, as, storedRules, ...ada } = useChatServer();

/** What the client complains about: it drops what it does not understand, with a warning only. */
const warned = jest.spyOn(console, 'warn').mockImplementation(() => {});
beforeEach(() => void warned.mockClear());

// oxlint-disable-next-line typescript/no-explicit-any -- the tests look into it
type Loose = Record<string, any>;

/** An agent of the client's, and how to talk to it. */
function thread(options: { user?: User; threadId?: string; state?: object } = {}) {
  const { user = 'ada', threadId = `thread ${newId()}`, state = {} } = options;
  const url = `${server.url}/api/ag-ui`;
  const agent = new HttpAgent({ url, headers: as(user), threadId, initialState: state });
  const events: (BaseEvent & Loose)[] = [];
  const watch: AgentSubscriber = { onEvent: ({ event }) => void events.push(event) };
  const run = async (parameters: Parameters<HttpAgent['runAgent']>[0] = {}) => {
    events.length = 0;
    const forwardedProps = { context_type: 'workflow', ...(parameters as Loose)['forwardedProps'] };
    return agent.runAgent({ ...parameters, forwardedProps }, watch);
  };
  return {
    agent,
    events,
    run,
    say: (content: string, parameters: Parameters<typeof run>[0] = {}) => {
      agent.addMessage({ id: newId(), role: 'user', content });
      return run(parameters);
    },
    types: () => events.map(({ type }) => String(type)),
    last: () => events.at(-1) as Loose,
    texts: () => {
      const said = agent.messages.filter(({ role, content }) => role === 'assistant' && content);
      return said.map(({ content }) => content);
    },
    results: () => agent.messages.flatMap(decisionIn),
    card: () => agent.messages.find(({ role }) => role === 'activity') as Loose | undefined,
  };
}

/** A thread whose message has been answered, by these turns of the model. */
async function told(chat: ReturnType<typeof thread>, text: string, ...turns: ScriptTurn[]) {
  answer(...turns);
  await chat.say(text);
  return chat;
}

/** What the result of a call says of its preview. */
function decisionIn({ role, content }: Message): Loose[] {
  const told = role === 'tool' ? (JSON.parse(content as string) as Loose) : {};
  return 'status' in told ? [told] : [];
}

const custom = (events: readonly Loose[], name: string) =>
  events.find((event) => event['type'] === 'CUSTOM' && event['name'] === name);

const get = async (path: string) => (await ada.get(path)).body as Loose;
const tell = async (path: string, body?: object) =>
  expect((await ada.post(path, body)).status).toBe(200);
const decide = (id: string, way: string) => tell(`/v1/agent/previews/${id}/${way}`, {});

describe('a run', () => {
  test('comes as texts, a call with its result, the selection and its end', async () => {
    const looks = [says('Let me '), says('look.'), calls('discover', { category: 'entities' })];
    answer(looks, [says('Found.')]);
    const chat = thread();
    const { result } = await chat.say('what is there?');
    expect(result).toEqual({ finish_reason: 'stop', turns: 2 });
    expect([chat.texts(), chat.types()[0]]).toEqual([['Let me look.', 'Found.'], 'RUN_STARTED']);
    const usage = [{ inputTokens: 20, outputTokens: 10 }];
    const end = { type: 'RUN_FINISHED', outcome: { type: 'success' }, usage };
    expect(chat.last()).toMatchObject(end);
    const roles = chat.agent.messages.map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'assistant', 'tool', 'assistant']);
    const [made] = (chat.agent.messages[2] as Loose)['toolCalls'];
    expect(made.function).toEqual({ name: 'discover', arguments: '{"category":"entities"}' });
    expect(custom(chat.events, 'tool_selection')?.['value'].tools.length).toBeGreaterThan(3);
    expect(warned).not.toHaveBeenCalled();
  });

  test("keeps the client's state beside the server's part of it", async () => {
    const chat = await told(thread({ state: { mine: [1, 2] } }), 'hi', [says('Hello.')]);
    const { mine, sextant } = chat.agent.state as Loose;
    expect(mine).toEqual([1, 2]);
    const { runs } = await get(`/v1/agent/conversations/${sextant.conversation_id}`);
    expect(runs.map(({ run_id }: Loose) => run_id)).toEqual([sextant.run_id]);
  });

  test('goes on with its thread, whose messages the server keeps', async () => {
    const chat = await told(thread(), 'one', [says('First.')]);
    await told(chat, 'two', [says('Second.')]);
    expect(script.last.messages.map(({ content }) => content)).toEqual(['one', 'First.', 'two']);
  });

  test('that is asked for again under its UUID is the same run', async () => {
    answer([says('Once.')]);
    const chat = thread();
    const runId = newId();
    await chat.say('hi', { runId });
    const first = (chat.agent.state as Loose)['sextant'].run_id;
    const again = thread({ threadId: chat.agent.threadId });
    again.agent.setMessages(chat.agent.messages.slice(0, 1));
    await again.run({ runId });
    expect((again.agent.state as Loose)['sextant'].run_id).toBe(first);
    expect(again.texts()).toEqual(['Once.']);
    script.expectUsedUp();
  });

  test('is cancelled by its route, and ends as that', async () => {
    answer([says('Hold on'), waitsFor(new Promise(() => {}))]);
    const chat = thread();
    const held = chat.agent.subscribe({
      onTextMessageContentEvent: async () => {
        const { run_id: id } = (chat.agent.state as Loose)['sextant'];
        await tell(`/v1/agent/runs/${id}/cancel`);
      },
    });
    await chat.say('hi');
    held.unsubscribe();
    expect(chat.last()).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } });
    expect(chat.texts()).toEqual(['Hold on']);
  });

  test('that fails says why', async () => {
    const chat = await told(thread(), 'hi', [says('Half an '), fails('The model broke.')]);
    expect(chat.last()).toMatchObject({ type: 'RUN_ERROR', code: 'model_error' });
    expect(chat.texts()).toEqual(['Half an ']);
  });

  test.each<[string, Loose, RegExp]>([
    ['an agent that is none', { context_type: 'garden' }, /no agent for the context type/],
    ['a context that is none', { context: 7 }, /forwardedProps\.context must be an object/],
  ])('is refused %s before it begins', async (_name, forwardedProps, message) => {
    const silent = jest.spyOn(console, 'error').mockImplementation(() => {});
    await expect(thread().say('hi', { forwardedProps })).rejects.toThrow(message);
    silent.mockRestore();
  });
});

describe('a preview', () => {
  test('is a card whose state follows what was decided elsewhere, with the next run', async () => {
    proposal();
    const chat = thread();
    await chat.say('watch big orders');
    expect(chat.last()['outcome']).toEqual({ type: 'success' });
    const card = chat.card();
    const content = { kind: 'workflow_preview', state: 'waiting', preview_id: card?.['id'] };
    expect(card).toMatchObject({ activityType: 'preview', content });
    await decide(card?.['id'], 'accept');
    await told(chat, 'and now?', [says('Saved.')]);
    const outcome = { result: { name: rule.name } };
    expect(chat.card()?.['content']).toMatchObject({ ...content, state: 'accepted', outcome });
    expect(warned).not.toHaveBeenCalled();
  });

  test('does not keep the user from going on where interrupts were not asked for', async () => {
    proposal();
    const chat = thread();
    await chat.say('watch big orders');
    await told(chat, 'something else', [says('Of course.')]);
    expect(chat.texts().at(-1)).toBe('Of course.');
  });
});

describe('an interrupt', () => {
  const interrupts = { forwardedProps: { interrupts: true } };
  async function interrupted() {
    proposal();
    const chat = thread();
    await chat.say('watch big orders', interrupts);
    const { outcome } = chat.last();
    const named = ({ toolCallName }: Loose) => toolCallName === 'preview_workflow';
    const { toolCallId } = chat.events.find(named) as Loose;
    const asked = { reason: 'tool_call', toolCallId, message: expect.stringContaining(rule.name) };
    expect(outcome).toMatchObject({ type: 'interrupt', interrupts: [asked] });
    expect(chat.agent.pendingInterrupts).toHaveLength(1);
    // What the user decides is the result of the call.
    expect(chat.results()).toEqual([]);
    return { chat, id: outcome.interrupts[0].id as string };
  }
  const entry = (interruptId: string, payload: object) => {
    return { interruptId, status: 'resolved' as const, payload };
  };
  const resolved = (id: string, payload: object) => ({ resume: [entry(id, payload)] });
  const isWaiting = async (id: string) =>
    expect((await get(`/v1/agent/previews/${id}`))['state']).toBe('waiting');

  test('that is approved saves the change, which is the result of its call', async () => {
    const { chat, id } = await interrupted();
    await chat.run(resolved(id, { approved: true }));
    expect(chat.card()?.['content'].state).toBe('accepted');
    expect(chat.results()).toMatchObject([{ status: 'accepted', result: { name: rule.name } }]);
    expect(chat.agent.pendingInterrupts).toEqual([]);
    expect(await storedRules()).toHaveLength(1);
    expect(warned).not.toHaveBeenCalled();
  });

  test('that is rejected saves nothing', async () => {
    const { chat, id } = await interrupted();
    await chat.run(resolved(id, { approved: false, reason: 'No mails' }));
    expect(chat.card()?.['content'].state).toBe('rejected');
    expect(chat.results()).toEqual([{ status: 'rejected', reason: 'No mails' }]);
    expect(await storedRules()).toEqual([]);
  });

  test('takes an edited content', async () => {
    const { chat, id } = await interrupted();
    const { payload } = await get(`/v1/agent/previews/${id}`);
    const edited = { ...payload, description: 'As I want it' };
    await chat.run(resolved(id, { accepted: true, payload: edited }));
    expect(chat.card()?.['content']).toMatchObject({ state: 'accepted', edited: true });
    expect(await storedRules()).toMatchObject([{ description: 'As I want it' }]);
  });

  test('that is cancelled leaves the preview waiting, and a message goes on at once', async () => {
    const { chat, id } = await interrupted();
    answer([says('Later, then.')]);
    await chat.say('later', { resume: [{ interruptId: id, status: 'cancelled' }] });
    expect(chat.texts().at(-1)).toBe('Later, then.');
    await isWaiting(id);
  });

  test('is decided before the message that comes with it is answered', async () => {
    const { chat, id } = await interrupted();
    answer([says('Good.')]);
    await chat.say('done', resolved(id, { approved: true }));
    expect(script.last.messages.at(-1)?.content).toMatch(/was accepted by the user[^]*done$/);
  });

  test('of many is answered with all of them at once, else nothing is decided', async () => {
    answer(...proposesRules([rule.name, `Other ${newId()}`], 'Look: '));
    const chat = thread();
    await chat.say('watch big orders', interrupts);
    const [one, two] = chat.agent.pendingInterrupts.map(({ id }) => id) as [string, string];
    const again = thread({ threadId: chat.agent.threadId });
    await again.run(resolved(one, { approved: true }));
    expect(again.last()).toMatchObject({ type: 'RUN_ERROR', code: 'invalid_request' });
    expect(again.last()['message']).toMatch(`Missing: ${two}.`);
    await isWaiting(one);
    const skip = { interruptId: two, status: 'cancelled' as const };
    await chat.run({ resume: [entry(one, { approved: true }), skip] });
    expect(await storedRules()).toHaveLength(1);
    await isWaiting(two);
  });

  test("of another user's, or of another thread, is unknown", async () => {
    const { chat, id } = await interrupted();
    const { threadId } = chat.agent;
    for (const other of [thread({ user: 'bob', threadId }), thread()]) {
      await other.run(resolved(id, { approved: true }));
      expect(other.last()).toMatchObject({ type: 'RUN_ERROR', code: 'invalid_request' });
      expect(other.last()['message']).toMatch(/this thread has none of that id/);
    }
    await isWaiting(id);
  });

  test('that has expired can be cancelled only', async () => {
    const { chat, id } = await interrupted();
    const past = 'update sextant.previews set expires_at = created_at where id = $1';
    await server.db.query(past, [id]);
    await chat.run(resolved(id, { approved: true }));
    expect(chat.last()).toMatchObject({ type: 'RUN_ERROR', code: 'preview_expired' });
    await chat.run({ resume: [{ interruptId: id, status: 'cancelled' }] });
    expect(chat.last()).toMatchObject({ outcome: { type: 'success' } });
  });

  test.each([
    ['that was decided elsewhere tells what it was', 'preview_decided', []],
    ['whose card showed something else is asked again', 'conflict', [{ reason: 'tool_call' }]],
  ])('%s, and saves nothing', async (_name, code, pending) => {
    const { chat, id } = await interrupted();
    const isConflict = code === 'conflict';
    if (!isConflict) await decide(id, 'reject');
    const hash = isConflict ? { payload_sha256: '0'.repeat(64) } : {};
    await chat.run(resolved(id, { approved: true, ...hash }));
    expect(custom(chat.events, 'decision_error')?.['value'].code).toBe(code);
    expect(chat.agent.pendingInterrupts).toMatchObject(pending);
    expect(await storedRules()).toEqual([]);
  });

  test.each([
    [{}, /resume\[0\] must be/],
    [{ approved: true, editedArgs: {} }, /send that, edited, as payload\.payload/],
  ])('answered by %j is an error of the run', async (wrong, message) => {
    const chat = thread();
    await chat.run(resolved('x', wrong));
    expect(chat.types()).toEqual(['RUN_STARTED', 'RUN_ERROR']);
    expect(chat.last()['message']).toMatch(message);
  });
});

describe('the route', () => {
  const input = { threadId: 't', runId: 'r', messages: [], tools: [], context: [] };
  const post = (asked: string | object) => {
    const headers = { 'content-type': 'application/json', ...as('ada') };
    const body = typeof asked === 'string' ? asked : JSON.stringify({ ...input, ...asked });
    return fetch(`${server.url}/api/ag-ui`, { method: 'POST', headers, body });
  };

  test.each<[string, string | object, RegExp]>([
    ['half a JSON', '{"threadId": "t", "mess', /not valid JSON/],
    ['nothing to answer', {}, /must end with a message of the user/],
    ['media', { messages: [{ role: 'user', content: [{ type: 'image' }] }] }, /texts only/],
  ])('refuses %s', async (_name, body, message) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as Loose)['error'].message).toMatch(message);
  });

  test('takes a history of two megabytes with messages that it does not know', async () => {
    answer([says('Still here.')]);
    const long = Array.from({ length: 400 }, (_, i) => 'x'.repeat(5_000 + i));
    const user = [...long, 'hi'].map((content) => ({ role: 'user', content }));
    const unknown = { role: 'from-the-future', content: { a: 1 } };
    const messages = [unknown, { role: 'reasoning', content: 'A thought' }, ...user];
    const forwardedProps = { context_type: 'workflow' };
    const response = await post({ threadId: newId(), messages, forwardedProps });
    expect(await response.text()).toMatch(/Still here\.[^]*"RUN_FINISHED"[^\n]*\n\n$/);
    expect(JSON.stringify(script.last.messages)).not.toContain('A thought');
  });
});

describe('a form in place of an answer', () => {
  const operations = [{ tool: 'list_workflow_rules', values: [], notUsed: ['which?'] }];
  const form = { type: 'form' as const, form: { operations, opens: true } };
  const shown = () => answer([says('Fill this in.'), form, done()], [says('These are all.')]);
  const payload = { tool: 'list_workflow_rules', arguments: {} };

  test('is an event, and resuming with it filled in begins with its call', async () => {
    shown();
    const chat = thread();
    await chat.say('which?');
    expect(chat.last()).toMatchObject({ outcome: { type: 'success' } });
    const { form_id: interruptId } = custom(chat.events, 'operation_form')?.['value'];
    await chat.run({ resume: [{ interruptId, status: 'resolved', payload }] });
    const call = chat.events.find(({ type }) => String(type) === 'TOOL_CALL_START');
    expect(call).toMatchObject({ toolCallName: 'list_workflow_rules' });
    expect(chat.texts()).toEqual(['Fill this in.', 'These are all.']);
    expect(warned).not.toHaveBeenCalled();
  });

  test('is an interrupt where the client wants them, with the schema of what may be answered', async () => {
    shown();
    const chat = thread();
    await chat.say('which?', { forwardedProps: { interrupts: true } });
    const { outcome } = chat.last();
    const interrupts = [{ reason: 'input_required' }];
    expect(outcome).toMatchObject({ type: 'interrupt', interrupts });
    const [{ id: interruptId, responseSchema }] = outcome.interrupts;
    expect(responseSchema.anyOf[0].properties.tool).toEqual({ const: 'list_workflow_rules' });
    await chat.run({ resume: [{ interruptId, status: 'resolved', payload }] });
    expect(chat.texts().at(-1)).toBe('These are all.');
    expect(warned).not.toHaveBeenCalled();
  });

  test('two of them, or one beside a new message, are refused', async () => {
    shown();
    const chat = thread();
    await chat.say('which?');
    const { form_id: interruptId } = custom(chat.events, 'operation_form')?.['value'];
    const entry = { interruptId, status: 'resolved' as const, payload };
    await chat.run({ resume: [entry, entry] });
    expect(chat.last()['message']).toMatch(/more than one form/);
    await chat.say('and?', { resume: [entry] });
    expect(chat.last()['message']).toMatch(/must not end with a new/);
  });
});

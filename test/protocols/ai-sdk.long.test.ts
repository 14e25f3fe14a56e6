import { newId } from '../../src/foundation/ids.js';
import { useChatServer } from './chat-server.js';
import { deferred } from '../support/deferred.js';
import { calls, done, fails, says, waitsFor, type ScriptTurn } from '../support/scripted-model.js';
import { uiChat, type Major, type Part, type UiChatOptions } from '../support/ui-chat.js';

const majors: readonly Major[] = [7, 6, 5];

const { script, server, rule, answer, proposal, get, storedRules, as, ...ada } = useChatServer();

const open = (major: Major, more: Partial<UiChatOptions> = {}) =>
  uiChat({ major, api: `${server.url}/api/ai/v${major}/chat`, headers: as('ada'), ...more });

type Page = ReturnType<typeof open>;
/** A page whose message has been answered, by these turns of the model. */
async function told(page: Page, text: string, ...turns: ScriptTurn[]) {
  answer(...turns);
  await page.chat.sendMessage({ text });
  return page;
}

const toolPart = (parts: readonly Part[], name: string) =>
  parts.find(({ type, toolName }) => type === 'dynamic-tool' && toolName === name);

const post = (body: unknown, path = '/api/ai/chat', more: object = {}) => {
  const headers = { 'content-type': 'application/json', ...as('ada'), ...more };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${server.url}${path}`, { method: 'POST', headers, body: text });
};
const said = () => script.last.messages.map(({ content }) => content);

const decide = (id: string, way: string) => ada.post(`/v1/agent/previews/${id}/${way}`, {});

describe.each(majors)('AI SDK %i', (major) => {
  test('text, a tool call, the selection and the end come as parts of one message', async () => {
    const looks = [says('Let me '), says('look.'), calls('discover', { category: 'entities' })];
    const page = await told(open(major), 'what is there?', looks, [says('Found.')]);
    expect(page).toMatchObject({ status: 'ready', error: undefined, text: 'Let me look.|Found.' });
    const texts = page.parts.filter(({ type }) => type === 'text');
    expect(texts).toMatchObject([{ state: 'done' }, { state: 'done' }]);
    const call = toolPart(page.parts, 'discover');
    expect(call).toMatchObject({ state: 'output-available', input: { category: 'entities' } });
    expect(page.part('data-selection')?.['data'].tools.length).toBeGreaterThan(3);
    const { metadata, id } = page.messages.at(-1) as Part;
    expect(metadata).toMatchObject({ run_id: id, finish_reason: 'stop', turns: 2 });
    const { body } = await get(`/v1/agent/conversations/${metadata.conversation_id}`);
    expect(body.runs).toHaveLength(1);
  });

  test('the next message of the chat goes on with the same conversation, without its history', async () => {
    const page = await told(open(major, { id: 'my chat' + newId() }), 'one', [says('First.')]);
    await told(page, 'two', [says('Second.')]);
    const roles = page.messages.map(({ role }) => role).join(' ');
    expect(roles).toBe('user assistant user assistant');
    const [, first, , second] = page.messages.map(({ metadata }) => metadata as Part);
    expect(second?.['conversation_id']).toBe(first?.['conversation_id']);
    expect(said()).toEqual(['one', 'First.', 'two']);
  });

  test('an answer is made again as a version beside the one before', async () => {
    const page = await told(open(major), 'say it', [says('Badly.')]);
    answer([says('Well.')]);
    await page.chat.regenerate();
    expect(page.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect([page.text, said()]).toEqual(['Well.', ['say it']]);
    await told(page, 'go on', [says('Next.')]);
    expect(said()).toEqual(['say it', 'Well.', 'go on']);
    const { metadata } = page.messages.at(-1) as Part;
    const { body } = await get(`/v1/agent/conversations/${metadata.conversation_id}`);
    const before = [null, null, body.runs[1].run_id].map((id) => ({ after_run_id: id }));
    expect(body.runs).toMatchObject(before);
  });

  test("a run's failure is the chat's error, and ends its calls", async () => {
    const page = await told(open(major), 'hi', [says('Half an '), fails('The model broke.')]);
    expect([page.status, page.text]).toEqual(['error', 'Half an ']);
    expect(page.error?.message).toMatch(/model/i);
    expect(page.part('data-error')?.['data']).toMatchObject({ code: 'model_error' });
  });

  test('behind a proxy that keeps the stream back until its end, all of it still comes', async () => {
    answer([says('Let me look.'), calls('discover', { category: 'entities' })], [says('Found.')]);
    const buffering: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      return new Response(await response.arrayBuffer(), response);
    };
    const page = open(major, { fetch: buffering });
    await page.chat.sendMessage({ text: 'what is there?' });
    expect([page.status, page.text]).toEqual(['ready', 'Let me look.|Found.']);
  });

  test('a page that was reloaded in the middle of an answer reads it from its start', async () => {
    const rest = deferred();
    answer([says('Before '), waitsFor(rest.promise), says('and after.')]);
    const before = open(major, { id: `chat ${newId()}` });
    const sent = before.chat.sendMessage({ text: 'hi' });
    while (before.text === '') await new Promise((resolve) => setImmediate(resolve));
    await before.chat.stop();
    await sent;
    const after = open(major, { id: before.chat.id, messages: before.messages.slice(0, 1) });
    const resumed = after.chat.resumeStream();
    while (after.text === '') await new Promise((resolve) => setImmediate(resolve));
    rest.resolve();
    await resumed;
    expect(after).toMatchObject({ text: 'Before and after.', status: 'ready' });
  });

  test('a chat that nobody answers at the moment has nothing to resume', async () => {
    const page = open(major, { id: `never seen ${newId()}` });
    await page.chat.resumeStream();
    expect([page.messages, page.error, page.status]).toEqual([[], undefined, 'ready']);
  });
});

describe.each(majors)('a form in place of an answer, in version %i', (major) => {
  const operations = [{ tool: 'list_workflow_rules', values: [], notUsed: ['which?'] }];
  const form = { type: 'form' as const, form: { operations, opens: true } };
  async function shown() {
    const page = await told(
      open(major),
      'which?',
      [says('Fill this in.'), form, done()],
      [says('These are all.')],
    );
    const part = page.part('data-form');
    expect([page.error, page.text]).toEqual([undefined, 'Fill this in.']);
    expect(part?.['data'].operations[0]).toMatchObject({ tool: 'list_workflow_rules' });
    return { page, formId: part?.['data'].form_id as string };
  }
  const filled = (data: object) => ({ parts: [{ type: 'data-form' as const, data }] });

  test('comes as a part, and a message with it filled in begins with its call', async () => {
    const { page, formId } = await shown();
    const data = { form_id: formId, tool: 'list_workflow_rules', arguments: {} };
    await page.chat.sendMessage(filled(data));
    expect([page.error, page.text]).toEqual([undefined, 'These are all.']);
    const call = { state: 'output-available', input: {} };
    expect(toolPart(page.parts, 'list_workflow_rules')).toMatchObject(call);
    expect((await get(`/v1/agent/forms/${formId}`)).body.sent_at).toEqual(expect.any(String));
  });

  test('one that is wrong, or of another user, begins nothing', async () => {
    const { page, formId } = await shown();
    const data = { form_id: formId, tool: 'list_workflow_rules', arguments: { no_field: 1 } };
    await page.chat.sendMessage(filled(data));
    expect(page.error?.message).toMatch(/no_field/);
    const forged = open(major, { headers: as('bob') });
    await forged.chat.sendMessage(filled({ ...data, arguments: {} }));
    expect(forged.error?.message).toMatch(/There is no form/);
    await page.chat.sendMessage(filled({ form_id: formId }));
    expect(page.error?.message).toMatch(/data-form must be/);
  });
});

test.each([
  ['accept', 'accepted', 1],
  ['reject', 'rejected', 0],
])('a preview is a card in version 5: the routes %s it', async (way, state, count) => {
  proposal();
  const page = open(5);
  await page.chat.sendMessage({ text: 'watch big orders' });
  expect(page.error).toBeUndefined();
  expect(toolPart(page.parts, 'preview_workflow')).toMatchObject({ state: 'output-available' });
  const card = page.part('data-preview');
  expect(card?.['data']).toMatchObject({ kind: 'workflow_preview', preview_id: card?.['id'] });
  expect(page.text).toMatch(/It waits for you\.$/);
  await decide(card?.['id'], way);
  expect(await storedRules()).toHaveLength(count);
  await told(page, 'and now?', [says('I see.')]);
  expect(page.text).toBe('I see.');
  expect(script.last.messages.at(-1)?.content).toMatch(`was ${state} by the user`);
});

describe.each([7, 6] as const)('approvals in version %i', (major) => {
  const callOf = (page: Page) => toolPart(page.parts, 'preview_workflow');
  async function proposed(more: Partial<UiChatOptions> = {}) {
    proposal();
    const page = open(major, { sendAutomatically: true, ...more });
    await page.chat.sendMessage({ text: 'watch big orders' });
    expect(page.error).toBeUndefined();
    const call = callOf(page);
    expect(call).toMatchObject({ state: 'approval-requested' });
    const previewId = call?.['approval'].id as string;
    expect(page.part('data-preview')?.['data'].preview_id).toBe(previewId);
    const respond = async (tab: Page, response: { approved: boolean; reason?: string }) => {
      await tab.chat.addToolApprovalResponse({ id: previewId, ...response });
      await tab.settled();
    };
    const approve = (tab = page) => respond(tab, { approved: true });
    const reject = () => respond(page, { approved: false, reason: 'No mails' });
    const isWaiting = async () =>
      expect((await get(`/v1/agent/previews/${previewId}`)).body.state).toBe('waiting');
    return { page, previewId, approve, reject, isWaiting };
  }

  test('accepting saves the change, and the message says so', async () => {
    const { page, approve } = await proposed();
    await approve();
    expect([page.error, page.messages.length]).toEqual([undefined, 2]);
    const output = { status: 'accepted', result: { name: rule.name } };
    expect(callOf(page)).toMatchObject({ state: 'output-available', output });
    expect(page.part('data-preview')?.['data'].state).toBe('accepted');
    expect(await storedRules()).toHaveLength(1);
  });

  test('rejecting saves nothing and keeps the reason for the model', async () => {
    const { page, previewId, reject } = await proposed();
    await reject();
    expect(callOf(page)).toMatchObject({ state: 'output-denied' });
    const { body } = await get(`/v1/agent/previews/${previewId}`);
    expect(body).toMatchObject({ state: 'rejected', reason: 'No mails' });
    expect(await storedRules()).toEqual([]);
    await told(page, 'and now?', [says('Understood.')]);
    expect(script.last.messages.at(-1)?.content).toMatch(/was rejected by the user.*No mails/);
  });

  describe('in a client that sends nothing by itself', () => {
    const quiet = { sendAutomatically: false };
    const cards = (page: Page) =>
      page.parts.filter(({ type }) => type === 'data-preview').map(({ data }) => data.state);

    test('the next message brings the approval: the change is saved, shown and told to the model', async () => {
      const { page, approve } = await proposed(quiet);
      await approve();
      expect(await storedRules()).toEqual([]);
      await told(page, 'done?', [says('Good.')]);
      expect([page.error, page.text, cards(page)]).toEqual([undefined, 'Good.', ['accepted']]);
      expect(await storedRules()).toHaveLength(1);
      expect(script.last.messages.at(-1)?.content).toMatch(/accepted by the user/);
      // It stays answered in the client's history, and is not done or shown again.
      await told(page, 'really?', [says('Sure.')]);
      expect([page.error, page.text, cards(page)]).toEqual([undefined, 'Sure.', []]);
      expect(await storedRules()).toHaveLength(1);
    });

    test('so does a later one, also for a refusal and its reason', async () => {
      const { page, reject } = await proposed(quiet);
      await told(page, 'what is it?', [says('It still waits.')]);
      await reject();
      await told(page, 'and now?', [says('Understood.')]);
      expect([page.text, cards(page)]).toEqual(['Understood.', ['rejected']]);
      expect(script.last.messages.at(-1)?.content).toMatch(/was rejected by the user.*No mails/);
      expect(await storedRules()).toEqual([]);
    });

    test("another user's preview is not accepted by it, and a message that is refused decides nothing", async () => {
      const { page, approve, isWaiting } = await proposed(quiet);
      await approve();
      const forged = open(major, { headers: as('bob'), messages: page.messages });
      answer([says('Hello Bob.')]);
      await forged.chat.sendMessage({ text: 'done?' });
      expect(forged.part('data-error')?.['data'].message).toMatch(/There is no preview/);
      await page.chat.sendMessage({ text: ' ' });
      expect(page.error?.message).toMatch(/no text/);
      await isWaiting();
    });
  });

  test('what has been decided elsewhere is told, and nothing is done twice', async () => {
    const { page, previewId, approve } = await proposed();
    await decide(previewId, 'reject');
    await approve();
    const errorText = expect.stringContaining('The preview is rejected');
    expect(callOf(page)).toMatchObject({ state: 'output-error', errorText });
    expect(await storedRules()).toEqual([]);
  });

  test("nobody accepts another user's preview with a history of their own making", async () => {
    const { page, approve, isWaiting } = await proposed();
    const { messages } = page;
    const forged = open(major, { headers: as('bob'), messages, sendAutomatically: true });
    await approve(forged);
    expect(callOf(forged)?.['errorText']).toMatch(/There is no preview/);
    await isWaiting();
  });

  test('an input that was changed in the history changes nothing of what is saved', async () => {
    const { page, approve } = await proposed();
    const messages = structuredClone(page.messages);
    const call = toolPart(messages.at(-1)?.parts ?? [], 'preview_workflow') as Part;
    call['input'].workflow.name = 'Something else';
    const changed = open(major, { messages, sendAutomatically: true });
    await approve(changed);
    expect(callOf(changed)?.['output'].result.name).toBe(rule.name);
    expect(await storedRules()).toHaveLength(1);
  });

  test('a page that showed another content cannot have this one saved', async () => {
    const { page, approve } = await proposed();
    const messages = structuredClone(page.messages);
    const card = messages.at(-1)?.parts.find(({ type }) => type === 'data-preview') as Part;
    card['data'].payload_sha256 = '0'.repeat(64);
    const changed = open(major, { messages, sendAutomatically: true });
    await approve(changed);
    expect(callOf(changed)?.['errorText']).toMatch(/showed something else/);
    expect(await storedRules()).toEqual([]);
  });

  test('of two tabs that accept at once both are told that it is saved, and it is saved once', async () => {
    const { page, approve } = await proposed();
    const tabs = [page, open(major, { messages: page.messages, sendAutomatically: true })];
    await Promise.all(tabs.map(approve));
    const states = tabs.map((tab) => callOf(tab)?.['state']);
    expect(states).toEqual(['output-available', 'output-available']);
    expect(await storedRules()).toHaveLength(1);
  });
});

describe('the route', () => {
  const message = (part: object, role = 'user') => ({ messages: [{ role, parts: [part] }] });
  const text = { type: 'text', text: 'hi' };
  const hello = { id: 'x', ...message(text) };
  const errorOf = async (response: Response) => {
    const { error } = (await response.json()) as { error: Record<'code' | 'message', string> };
    return [response.status, error.code, error.message];
  };

  test('refuses an agent that does not exist, by the list of those that do', async () => {
    const known = expect.stringMatching(/Use one of: workflow/);
    const refused = await errorOf(await post({ ...hello, context_type: 'garden' }));
    expect(refused).toEqual([400, 'unknown_context_type', known]);
  });

  test.each<[string, string | object, RegExp]>([
    ['half a JSON', '{"id":"x","messages":[{"role":"us', /not valid JSON/],
    ['no messages', { messages: [], context_type: 'workflow' }, /must end with/],
    ['messages that are none', { messages: [1, null, 'x'] }, /must end with/],
    ['a file', message({ type: 'file', url: 'data:,x' }), /cannot carry files/],
    ['a message without a text', message({ type: 'data-x' }), /has no text/],
    ["an assistant's without a decision", message(text, 'assistant'), /no approval that was answ/],
  ])('refuses %s', async (_name, body, words) => {
    const refused = await post(typeof body === 'string' ? body : { ...hello, ...body });
    const wanted = [400, 'invalid_request', expect.stringMatching(words)];
    expect(await errorOf(refused)).toMatchObject(wanted);
  });

  const chats = ['/api/ai/chat', '/api/ag-ui', '/v1/chat/completions'];
  test.each(chats)('%s is closed to pages of other origins, as the chat is', async (path) => {
    const refused = await errorOf(await post({}, path, { origin: 'https://evil.example' }));
    expect(refused.slice(0, 2)).toEqual([403, 'origin_refused']);
  });

  test('knows no other version', async () => {
    const refused = await errorOf(await post(hello, '/api/ai/v4/chat'));
    expect(refused).toEqual([404, 'not_found', expect.stringMatching(/v5\/chat/)]);
  });

  test('takes a history of two megabytes with parts that it does not know, and what pages add', async () => {
    answer([says('Still here.')]);
    const unknown = [{ type: 'reasoning', text: 'A thought' }, { type: 'from-the-future' }, 7];
    const earlier = Array.from({ length: 400 }, (_, i) => {
      const parts = [{ type: 'text', text: `${i} ${'x'.repeat(5_000)}` }, ...unknown];
      return { id: `m${i}`, role: i % 2 === 0 ? 'user' : 'assistant', parts };
    });
    const messages = [...earlier, ...hello.messages];
    const page = { context_type: 'workflow', somethingOfThePage: { nested: true } };
    const body = { id: newId(), messages, ...page };
    expect(JSON.stringify(body).length).toBeGreaterThan(2_000_000);
    const response = await post(body);
    const stream = response.headers.get('x-vercel-ai-ui-message-stream');
    expect([response.status, stream]).toEqual([200, 'v1']);
    expect(await response.text()).toMatch(/Still here\.[^]*data: \[DONE\]\n\n$/);
    expect(script.last.messages.length).toBeGreaterThan(3);
    expect(JSON.stringify(script.last.messages)).not.toContain('A thought');
  });

  test('refuses more than that, and says how much there may be', async () => {
    const long = message({ type: 'text', text: 'x'.repeat(5_000_000) });
    const answered = await errorOf(await post({ ...hello, ...long }));
    expect(answered).toEqual([413, 'body_too_large', expect.stringMatching(/4194304 bytes/)]);
  });
});

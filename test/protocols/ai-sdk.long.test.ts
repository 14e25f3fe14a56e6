import { beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '../../src/foundation/ids.js';
import { useServer } from '../support/server.js';
import { deferred } from '../support/deferred.js';
import {
  calls,
  done,
  fails,
  says,
  ScriptedModel,
  waitsFor,
  type ScriptTurn,
} from '../support/scripted-model.js';
import { proposesRules } from '../support/previews.js';
import { uiChat, type Major, type Part, type UiChatOptions } from '../support/ui-chat.js';

const majors: readonly Major[] = [7, 6, 5];

const script = new ScriptedModel();
const tokens = { ada: 'a-token-of-ada-0000', bob: 'a-token-of-bob-0000' };
const as = (user: keyof typeof tokens) => ({ authorization: `Bearer ${tokens[user]}` });
const server = useServer(() => {
  const list = Object.entries(tokens).map(([user, token]) => `${user}:${token}`);
  return {
    llm: script,
    env: { AUTH: 'static', AUTH_TOKENS: list.join(','), EMBEDDER: 'local' },
  };
});
let ruleName: string;
beforeEach(() => void (ruleName = `Big orders ${newId()}`));

const open = (major: Major, more: Partial<UiChatOptions> = {}) =>
  uiChat({ major, api: `${server.url}/api/ai/v${major}/chat`, headers: as('ada'), ...more });

/** The model's turns of the next run. */
const answer = (...turns: ScriptTurn[]) => void script.play(...turns);

/** A run that proposes a rule. */
const proposal = () => answer(...proposesRules([ruleName], 'Look: '));

const toolPart = (parts: readonly Part[], name: string) =>
  parts.find(({ type, toolName }) => type === 'dynamic-tool' && toolName === name);

const get = (path: string) => server.call(`GET ${path}`, undefined, tokens.ada);
const storedRules = async () => {
  const { body } = await get(`/v1/workflow/rules?rows=500&search=${encodeURIComponent(ruleName)}`);
  return body.items as { name: string }[];
};
const post = (body: unknown, headers: Record<string, string> = as('ada')) =>
  fetch(`${server.url}/api/ai/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const decide = (id: string, way: string) =>
  server.call(`POST /v1/agent/previews/${id}/${way}`, {}, tokens.ada);

describe.each(majors)('AI SDK %i', (major) => {
  test('text, a tool call, the selection and the end come as parts of one message', async () => {
    answer(
      [says('Let me '), says('look.'), calls('discover', { category: 'entities' })],
      [says('Found.')],
    );
    const page = open(major);
    await page.chat.sendMessage({ text: 'what is there?' });
    expect([page.status, page.error]).toEqual(['ready', undefined]);
    expect(page.text).toBe('Let me look.|Found.');
    const texts = page.parts.filter(({ type }) => type === 'text');
    expect(texts.map(({ state }) => state)).toEqual(['done', 'done']);
    const call = toolPart(page.parts, 'discover');
    expect(call).toMatchObject({ state: 'output-available', input: { category: 'entities' } });
    expect(page.part('data-selection')?.['data'].tools.length).toBeGreaterThan(3);
    const { metadata, id } = page.messages.at(-1) as Part;
    expect(metadata).toMatchObject({ run_id: id, finish_reason: 'stop', turns: 2 });
    const { body } = await get(`/v1/agent/conversations/${metadata.conversation_id}`);
    expect(body.runs).toHaveLength(1);
  });

  test('the next message of the chat goes on with the same conversation, without its history', async () => {
    answer([says('First.')]);
    const page = open(major, { id: 'my chat' + newId() });
    await page.chat.sendMessage({ text: 'one' });
    answer([says('Second.')]);
    await page.chat.sendMessage({ text: 'two' });
    expect(page.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
    const conversations = page.messages.map(
      ({ metadata }) => (metadata as Part | undefined)?.['conversation_id'] as string | undefined,
    );
    expect(conversations[3]).toBe(conversations[1]);
    expect(script.last.messages.map(({ content }) => content)).toEqual(['one', 'First.', 'two']);
  });

  test('an answer is made again as a version beside the one before', async () => {
    answer([says('Badly.')]);
    const page = open(major);
    await page.chat.sendMessage({ text: 'say it' });
    answer([says('Well.')]);
    await page.chat.regenerate();
    expect(page.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(page.text).toBe('Well.');
    expect(script.last.messages.map(({ content }) => content)).toEqual(['say it']);
    answer([says('Next.')]);
    await page.chat.sendMessage({ text: 'go on' });
    const said = script.last.messages.map(({ content }) => content);
    expect(said).toEqual(['say it', 'Well.', 'go on']);
    const { metadata } = page.messages.at(-1) as Part;
    const { body } = await get(`/v1/agent/conversations/${metadata.conversation_id}`);
    const [, second] = body.runs as { run_id: string }[];
    const before = body.runs.map(({ after_run_id: id }: { after_run_id: unknown }) => id);
    expect(before).toEqual([null, null, second?.run_id]);
  });

  test("a run's failure is the chat's error, and ends its calls", async () => {
    answer([says('Half an '), fails('The model broke.')]);
    const page = open(major);
    await page.chat.sendMessage({ text: 'hi' });
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
    answer([says('Fill this in.'), form, done()], [says('These are all.')]);
    const page = open(major);
    await page.chat.sendMessage({ text: 'which?' });
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
    expect(toolPart(page.parts, 'list_workflow_rules')).toMatchObject({
      state: 'output-available',
      input: {},
    });
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
  answer([says('I see.')]);
  await page.chat.sendMessage({ text: 'and now?' });
  expect(page.text).toBe('I see.');
  expect(script.last.messages.at(-1)?.content).toMatch(`was ${state} by the user`);
});

describe.each([7, 6] as const)('approvals in version %i', (major) => {
  async function proposed(more: Partial<UiChatOptions> = {}) {
    proposal();
    const page = open(major, { sendAutomatically: true, ...more });
    await page.chat.sendMessage({ text: 'watch big orders' });
    expect(page.error).toBeUndefined();
    const call = toolPart(page.parts, 'preview_workflow');
    expect(call).toMatchObject({ state: 'approval-requested' });
    const card = page.part('data-preview');
    expect(card?.['data'].preview_id).toBe(call?.['approval'].id);
    return { page, previewId: call?.['approval'].id as string };
  }
  const callOf = (page: ReturnType<typeof open>) => toolPart(page.parts, 'preview_workflow');

  test('accepting saves the change, and the message says so', async () => {
    const { page, previewId } = await proposed();
    await page.chat.addToolApprovalResponse({ id: previewId, approved: true });
    await page.settled();
    expect([page.error, page.messages.length]).toEqual([undefined, 2]);
    expect(callOf(page)).toMatchObject({
      state: 'output-available',
      output: { status: 'accepted', result: { name: ruleName } },
    });
    expect(page.part('data-preview')?.['data'].state).toBe('accepted');
    expect(await storedRules()).toHaveLength(1);
  });

  test('rejecting saves nothing and keeps the reason for the model', async () => {
    const { page, previewId } = await proposed();
    await page.chat.addToolApprovalResponse({ id: previewId, approved: false, reason: 'No mails' });
    await page.settled();
    expect(callOf(page)).toMatchObject({ state: 'output-denied' });
    const { body } = await get(`/v1/agent/previews/${previewId}`);
    expect(body).toMatchObject({ state: 'rejected', reason: 'No mails' });
    expect(await storedRules()).toEqual([]);
    answer([says('Understood.')]);
    await page.chat.sendMessage({ text: 'and now?' });
    expect(script.last.messages.at(-1)?.content).toMatch(/was rejected by the user.*No mails/);
  });

  describe('in a client that sends nothing by itself', () => {
    const quiet = { sendAutomatically: false };
    const cards = (page: ReturnType<typeof open>) =>
      page.parts.filter(({ type }) => type === 'data-preview').map(({ data }) => data.state);

    test('the next message brings the approval: the change is saved, shown and told to the model', async () => {
      const { page, previewId } = await proposed(quiet);
      await page.chat.addToolApprovalResponse({ id: previewId, approved: true });
      await page.settled();
      expect(await storedRules()).toEqual([]);
      answer([says('Good.')]);
      await page.chat.sendMessage({ text: 'done?' });
      expect([page.error, page.text, cards(page)]).toEqual([undefined, 'Good.', ['accepted']]);
      expect(await storedRules()).toHaveLength(1);
      expect(script.last.messages.at(-1)?.content).toMatch(/accepted by the user/);
      // It stays answered in the client's history, and is not done or shown again.
      answer([says('Sure.')]);
      await page.chat.sendMessage({ text: 'really?' });
      expect([page.error, page.text, cards(page)]).toEqual([undefined, 'Sure.', []]);
      expect(await storedRules()).toHaveLength(1);
    });

    test('so does a later one, also for a refusal and its reason', async () => {
      const { page, previewId } = await proposed(quiet);
      answer([says('It still waits.')]);
      await page.chat.sendMessage({ text: 'what is it?' });
      await page.chat.addToolApprovalResponse({
        id: previewId,
        approved: false,
        reason: 'No mails',
      });
      answer([says('Understood.')]);
      await page.chat.sendMessage({ text: 'and now?' });
      expect([page.text, cards(page)]).toEqual(['Understood.', ['rejected']]);
      expect(script.last.messages.at(-1)?.content).toMatch(/was rejected by the user.*No mails/);
      expect(await storedRules()).toEqual([]);
    });

    test("another user's preview is not accepted by it, and a message that is refused decides nothing", async () => {
      const { page, previewId } = await proposed(quiet);
      await page.chat.addToolApprovalResponse({ id: previewId, approved: true });
      const forged = open(major, { headers: as('bob'), messages: page.messages });
      answer([says('Hello Bob.')]);
      await forged.chat.sendMessage({ text: 'done?' });
      expect(forged.part('data-error')?.['data'].message).toMatch(/There is no preview/);
      await page.chat.sendMessage({ text: ' ' });
      expect(page.error?.message).toMatch(/no text/);
      expect((await get(`/v1/agent/previews/${previewId}`)).body.state).toBe('waiting');
    });
  });

  test('what has been decided elsewhere is told, and nothing is done twice', async () => {
    const { page, previewId } = await proposed();
    await decide(previewId, 'reject');
    await page.chat.addToolApprovalResponse({ id: previewId, approved: true });
    await page.settled();
    expect(callOf(page)).toMatchObject({ state: 'output-error' });
    expect(callOf(page)?.['errorText']).toMatch(/The preview is rejected/);
    expect(await storedRules()).toEqual([]);
  });

  test("nobody accepts another user's preview with a history of their own making", async () => {
    const { page, previewId } = await proposed();
    const forged = open(major, {
      headers: as('bob'),
      messages: page.messages,
      sendAutomatically: true,
    });
    await forged.chat.addToolApprovalResponse({ id: previewId, approved: true });
    await forged.settled();
    expect(callOf(forged)?.['errorText']).toMatch(/There is no preview/);
    expect((await get(`/v1/agent/previews/${previewId}`)).body.state).toBe('waiting');
  });

  test('an input that was changed in the history changes nothing of what is saved', async () => {
    const { page, previewId } = await proposed();
    const messages = structuredClone(page.messages);
    const call = toolPart(messages.at(-1)?.parts ?? [], 'preview_workflow') as Part;
    call['input'].workflow.name = 'Something else';
    const changed = open(major, { messages, sendAutomatically: true });
    await changed.chat.addToolApprovalResponse({ id: previewId, approved: true });
    await changed.settled();
    expect(callOf(changed)?.['output'].result.name).toBe(ruleName);
    expect(await storedRules()).toHaveLength(1);
  });

  test('a page that showed another content cannot have this one saved', async () => {
    const { page, previewId } = await proposed();
    const messages = structuredClone(page.messages);
    const card = messages.at(-1)?.parts.find(({ type }) => type === 'data-preview') as Part;
    card['data'].payload_sha256 = '0'.repeat(64);
    const changed = open(major, { messages, sendAutomatically: true });
    await changed.chat.addToolApprovalResponse({ id: previewId, approved: true });
    await changed.settled();
    expect(callOf(changed)?.['errorText']).toMatch(/showed something else/);
    expect(await storedRules()).toEqual([]);
  });

  test('of two tabs that accept at once both are told that it is saved, and it is saved once', async () => {
    const { page, previewId } = await proposed();
    const tabs = [page, open(major, { messages: page.messages, sendAutomatically: true })];
    await Promise.all(
      tabs.map(async (tab) => {
        await tab.chat.addToolApprovalResponse({ id: previewId, approved: true });
        await tab.settled();
      }),
    );
    expect(tabs.map((tab) => callOf(tab)?.['state'])).toEqual([
      'output-available',
      'output-available',
    ]);
    expect(await storedRules()).toHaveLength(1);
  });
});

describe('the route', () => {
  const hello = { id: 'x', messages: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }] };
  const errorOf = async (response: Response) => {
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    return [response.status, error.code, error.message];
  };

  test('refuses an agent that does not exist, by the list of those that do', async () => {
    expect(await errorOf(await post({ ...hello, context_type: 'garden' }))).toEqual([
      400,
      'unknown_context_type',
      expect.stringMatching(/Use one of: workflow/),
    ]);
  });

  test.each<[string, unknown, number, RegExp]>([
    ['half a JSON', '{"id":"x","messages":[{"role":"us', 400, /not valid JSON/],
    ['no messages', { id: 'x', messages: [], context_type: 'workflow' }, 400, /must end with/],
    ['messages that are none', { id: 'x', messages: [1, null, 'x'] }, 400, /must end with/],
    [
      'a file',
      { ...hello, messages: [{ role: 'user', parts: [{ type: 'file', url: 'data:,x' }] }] },
      400,
      /cannot carry files/,
    ],
    [
      'a message without a text',
      { ...hello, messages: [{ role: 'user', parts: [{ type: 'data-x' }] }] },
      400,
      /has no text/,
    ],
    [
      "an assistant's message without a decision",
      { ...hello, messages: [{ role: 'assistant', parts: [{ type: 'text', text: 'x' }] }] },
      400,
      /no approval that was answered/,
    ],
  ])('refuses %s', async (_name, body, status, message) => {
    expect(await errorOf(await post(body))).toMatchObject([
      status,
      'invalid_request',
      expect.stringMatching(message),
    ]);
  });

  test.each(['/api/ai/chat', '/api/ag-ui', '/v1/chat/completions'])(
    '%s is closed to pages of other origins, as the chat is',
    async (path) => {
      const response = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: 'https://evil.example',
          ...as('ada'),
        },
        body: '{}',
      });
      const { error } = (await response.json()) as { error: { code: string } };
      expect([response.status, error.code]).toEqual([403, 'origin_refused']);
    },
  );

  test('knows no other version', async () => {
    const response = await fetch(`${server.url}/api/ai/v4/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...as('ada') },
      body: JSON.stringify(hello),
    });
    expect(await errorOf(response)).toEqual([404, 'not_found', expect.stringMatching(/v5\/chat/)]);
  });

  test('takes a history of two megabytes with parts that it does not know, and what pages add', async () => {
    answer([says('Still here.')]);
    const earlier = Array.from({ length: 400 }, (_, i) => ({
      id: `m${i}`,
      role: i % 2 === 0 ? 'user' : 'assistant',
      parts: [
        { type: 'text', text: `${i} ${'x'.repeat(5_000)}` },
        { type: 'reasoning', text: 'A thought' },
        { type: 'from-the-future', blob: 'y' },
        7,
      ],
    }));
    const body = {
      ...hello,
      id: newId(),
      context_type: 'workflow',
      messages: [...earlier, ...hello.messages],
      somethingOfThePage: { nested: true },
    };
    expect(JSON.stringify(body).length).toBeGreaterThan(2_000_000);
    const response = await post(body);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    expect(await response.text()).toMatch(/Still here\.[^]*data: \[DONE\]\n\n$/);
    expect(script.last.messages.length).toBeGreaterThan(3);
    expect(JSON.stringify(script.last.messages)).not.toContain('A thought');
  });

  test('refuses more than that, and says how much there may be', async () => {
    const messages = [{ role: 'user', parts: [{ type: 'text', text: 'x'.repeat(5_000_000) }] }];
    const answered = await errorOf(await post({ ...hello, messages }));
    expect(answered).toEqual([413, 'body_too_large', expect.stringMatching(/4194304 bytes/)]);
  });
});

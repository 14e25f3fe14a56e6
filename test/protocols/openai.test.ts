import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';
import OpenAI, { APIError } from 'openai';
import { newId } from '../../src/foundation/ids.js';
import { deferred } from '../support/deferred.js';
import {
  calls,
  done,
  fails,
  says,
  thinks,
  waitsFor,
  ScriptedModel,
  type ScriptTurn,
} from '../support/scripted-model.js';
import { proposesRules } from '../support/previews.js';
import { useServer } from '../support/server.js';

const script = new ScriptedModel();
const ADA = 'a-token-of-ada-0000';
const SHARED = 'a-secret-of-the-frontend';
const auth = { AUTH: 'static', AUTH_TOKENS: `ada:${ADA}`, FORWARDED_USERS_SECRET: SHARED };
/** A text with the page of its conversation as LINK. */
const linked = (text: string) =>
  text.replace(/https:\/\/sextant\.example\.com\/#\/chat\/[0-9a-f-]{36}/, 'LINK');
const page = { PUBLIC_URL: 'https://sextant.example.com/', RUN_GRACE_S: '0' };
const server = useServer({ llm: script, env: { ...auth, ...page, EMBEDDER: 'local' } });

/** The model's turns of the next run. */
const answer = (...turns: ScriptTurn[]) => void script.play(...turns);
const asked = () => script.last.messages.map(({ content }) => content);

const client = (apiKey = ADA, defaultHeaders: Record<string, string> = {}) =>
  new OpenAI({ baseURL: `${server.url}/v1`, apiKey, defaultHeaders, maxRetries: 0 });
const user = (content: string) => ({ role: 'user' as const, content });
const ask = (...messages: OpenAI.ChatCompletionMessageParam[]) => ({ model: 'workflow', messages });

async function rejection(promise: PromiseLike<unknown>): Promise<APIError> {
  const error: unknown = await promise.then(undefined, (thrown: unknown) => thrown);
  if (error instanceof APIError) return error;
  throw new Error(`no API error but ${String(error)}`);
}

async function streamed(messages: OpenAI.ChatCompletionMessageParam[], options: object = {}) {
  const body = { ...ask(...messages), ...options, stream: true as const };
  const stream = await client().chat.completions.create(body);
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}
/** What a whole answer to this says. */
const told = async (content: string, from = client()) => {
  const { choices } = await from.chat.completions.create(ask(user(content)));
  return choices[0]?.message.content;
};
const textOf = (chunks: readonly OpenAI.ChatCompletionChunk[]) =>
  chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');

/** A run that proposes a rule. */
const proposal = (name: string) => answer(...proposesRules([name], 'Look:', 'That is all.'));

describe('the openai package', () => {
  test('lists the agents as models', async () => {
    const models = [];
    for await (const model of client().models.list()) models.push(model.id);
    expect(models).toEqual(expect.arrayContaining(['workflow', 'tables', 'knowledge']));
    const model = { id: 'tables', object: 'model' };
    expect(await client().models.retrieve('tables')).toMatchObject(model);
    await expect(client().models.retrieve('no-agent')).rejects.toThrow(/^404 .*no-agent/);
  });

  test('gets a whole answer with its usage', async () => {
    answer([thinks('A thought'), says('Hello'), says(' there.')]);
    const completion = await client().chat.completions.create(ask(user('hi')));
    const said = { role: 'assistant', content: 'Hello there.', reasoning_content: 'A thought' };
    const choices = [{ index: 0, finish_reason: 'stop', message: said }];
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const of = { object: 'chat.completion', model: 'workflow' };
    expect(completion).toMatchObject({ ...of, choices, usage });
  });

  test('gets a streamed answer; tools are not among it, and turns are kept apart', async () => {
    answer([says('Let me look.'), calls('discover', { category: 'entities' })], [says('Found.')]);
    const chunks = await streamed([user('what is there?')]);
    expect(textOf(chunks)).toBe('Let me look.\n\nFound.');
    expect(JSON.stringify(chunks)).not.toContain('tool_calls');
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  test('gets the usage of a stream when it asks for it, and not otherwise', async () => {
    answer([says('a')]);
    const with_ = await streamed([user('hi')], { stream_options: { include_usage: true } });
    expect(with_.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 15 } });
    answer([says('a')]);
    const without = await streamed([user('hi')]);
    expect(without.every(({ usage }) => usage === undefined)).toBe(true);
  });

  test('may send what is not known here', async () => {
    answer([says('Fine.')]);
    const known = { temperature: 0.3, top_p: 0.9, frequency_penalty: 1, max_tokens: 7, n: 1 };
    const completion = await client().chat.completions.create({
      ...ask({ role: 'system', content: 'You are a pirate.' }, user('hi')),
      ...known,
      tools: [{ type: 'function', function: { name: 'f', parameters: {} } }],
      user: 'somebody',
      from_the_future: { x: 1 },
    } as OpenAI.ChatCompletionCreateParamsNonStreaming);
    expect([completion.choices[0]?.message.content, asked()]).toEqual(['Fine.', ['hi']]);
  });

  test('brings the conversation itself, or names one that the server keeps', async () => {
    const earlier = [user('one'), { role: 'assistant' as const, content: 'First.' }];
    answer([says('Second.')]);
    await client().chat.completions.create(ask(...earlier, user('two')));
    expect(asked()).toEqual(['one', 'First.', 'two']);

    const named = client(ADA, { 'x-conversation-id': `chat ${newId()}` });
    answer([says('Kept.')]);
    await told('remember this', named);
    answer([says('I do.')]);
    await told('do you?', named);
    expect(asked()).toEqual(['remember this', 'Kept.', 'do you?']);
  });

  test('shows a preview as a sentence and a link to where it is decided', async () => {
    const name = `Big orders ${newId()}`;
    proposal(name);
    const text = textOf(await streamed([user('watch big orders')]));
    expect(text).toMatch(/^Look:\n\n\*\*Waiting for your decision until 20/);
    expect(text).toContain(name);
    expect(linked(text)).toMatch(/\[review it here\]\(LINK\)\.\n\nThat is all\.$/);
    proposal(name);
    expect(await told('watch big orders')).toMatch(/review it here[^]*That is all\.$/);
  });

  test('shows a form as a sentence and a link to where it is filled in', async () => {
    const operations = [{ tool: 'list_workflow_rules', values: [], notUsed: [] }];
    answer([says('Fill this in.'), { type: 'form', form: { operations, opens: true } }, done()]);
    const text = textOf(await streamed([user('which?')]));
    expect(linked(text)).toMatch(/^Fill this in\.\n\nWhat fits: “.+”\. Fill it in here: LINK$/);
  });

  test('is told why a stream broke off, and why a whole answer did not come', async () => {
    answer([says('Half an '), fails('The model broke.')]);
    const error = await rejection(streamed([user('hi')]));
    expect([error.code, error.message]).toEqual(['model_error', expect.stringMatching(/model/i)]);
    answer([fails('The model broke.')]);
    const whole = await rejection(told('hi'));
    expect(whole).toMatchObject({ status: 502, code: 'model_error', type: 'server_error' });
  });

  const image = [{ type: 'image_url' as const, image_url: { url: 'data:,x' } }];
  test.each<[string, object, string, string?]>([
    ['a model that is none', { model: 'gpt-4o' }, 'context_type', 'unknown_context_type'],
    ['no messages', { messages: [] }, 'messages'],
    ['an image', { messages: [{ role: 'user', content: image }] }, 'messages'],
    ['a wrong field', { stream: 'yes' }, 'stream'],
  ])('is told what is wrong with %s', async (_name, more, param, code = 'invalid_request') => {
    const request = { ...ask(user('hi')), ...more };
    const error = await rejection(client().chat.completions.create(request));
    expect(error).toMatchObject({ status: 400, code, param, type: 'invalid_request_error' });
  });

  test('is refused without a key, in the shape that it reads', async () => {
    const error = { code: 'unauthorized', type: 'authentication_error', param: null };
    const refused = await rejection(client('a-wrong-key-000000').models.list());
    expect(refused).toMatchObject({ status: 401, ...error });
  });

  test('ends a run by leaving it', async () => {
    const ended = deferred();
    answer((_request, signal) => {
      signal.addEventListener('abort', () => ended.resolve());
      return [says('Hold on'), waitsFor(new Promise(() => {}))];
    });
    const stream = await client().chat.completions.create({ ...ask(user('hi')), stream: true });
    for await (const { choices } of stream) if (choices[0]?.delta.content === 'Hold on') break;
    await ended.promise;
  });

  test('may bring a history of two megabytes', async () => {
    answer([says('Still here.')]);
    const earlier = Array.from({ length: 400 }, (_, i) => user(`${i} ${'x'.repeat(5_000)}`));
    expect(textOf(await streamed([...earlier, user('hi')]))).toBe('Still here.');
  });

  test('is refused half a JSON', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ADA}` };
    const init = { method: 'POST', headers, body: '{"model": "workflow", "messages": [{"ro' };
    const response = await fetch(`${server.url}/v1/chat/completions`, init);
    const message = expect.stringMatching(/not valid JSON/);
    const of = { code: 'invalid_request', type: 'invalid_request_error' };
    const error = { ...of, param: null, details: [], message };
    expect([response.status, await response.json()]).toEqual([400, { error }]);
  });
});

describe('what a frontend asks for its own sake starts no run', () => {
  const task = (words: string) =>
    `### Task:\n${words}\n### Chat History:\n<chat_history>\nUSER: Which rules watch stock?\nASSISTANT: Two.\n</chat_history>`;
  const title = 'Generate a concise, 3-5 word title with an emoji summarizing the chat history.';
  const tags = 'Generate 1-3 broad tags categorizing the main themes of the chat history.';
  const followUps = 'Suggest 3-5 relevant follow-up questions or prompts.';
  const libreChat =
    'Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the title itself.\n\nConversation:\nUser: Which rules watch stock?\nAI: Two.';
  test.each([
    ['a title, as Open WebUI asks', task(title), '{"title":"Which rules watch stock?"}'],
    ['tags', task(tags), '{"tags":["General"]}'],
    ['follow-ups', task(followUps), '{"follow_ups":[]}'],
    ['a title, as LibreChat asks', libreChat, 'Which rules watch stock?'],
  ])('%s', async (_name, prompt, expected) => {
    answer();
    expect(await told(prompt)).toBe(expected);
    expect(textOf(await streamed([user(prompt)]))).toBe(expected);
    script.expectUsedUp();
  });

  test('what a person says of titles does', async () => {
    answer([says('Here.')]);
    expect(await told('Please generate a concise, 3-5 word title for my rule')).toBe('Here.');
  });
});

describe('a frontend with the shared secret', () => {
  const idOf = async (user?: string, token = SHARED) => {
    const headers = new Headers({ authorization: `Bearer ${token}` });
    if (user !== undefined) headers.set('X-OpenWebUI-User-Id', user);
    const response = await fetch(`${server.url}/v1/agent/info`, { headers });
    const body = (await response.json()) as { user_id?: string; error?: { message: string } };
    return body.user_id ?? body.error?.message;
  };

  test('says for whom it asks, and has to', async () => {
    for (const user of ['u1', 'u2']) expect(await idOf(user)).toBe(`forwarded:${user}`);
    expect(await idOf()).toMatch(/send the header x-openwebui-user-id once/);
    expect(await idOf('a b')).toMatch(/send the header/);
  });

  test("keeps its users' chats apart, and its secret from tools", async () => {
    answer([calls('list_workflow_rules')], [says('Done.')]);
    const as = (user: string) =>
      client(SHARED, { 'X-OpenWebUI-User-Id': user, 'X-OpenWebUI-Chat-Id': 'c' });
    await told('mine', as('u1'));
    expect(JSON.stringify(script.last.messages)).toMatch(/unauthorized|platform/);
    answer([says('Hello.')]);
    await told('and mine', as('u2'));
    expect(asked()).toEqual(['and mine']);
  });

  test('is the only one whose header counts', async () => {
    expect(await idOf('u1', ADA)).toBe('static:ada');
  });
});

test('the AI SDK with the compatible provider streams', async () => {
  const baseURL = `${server.url}/v1`;
  const provider = { name: 'sextant', baseURL, apiKey: ADA, includeUsage: true };
  answer([says('Hello'), says(' there.')]);
  const result = streamText({ model: createOpenAICompatible(provider)('workflow'), prompt: 'hi' });
  expect([await result.text, await result.finishReason]).toEqual(['Hello there.', 'stop']);
  expect(await result.usage).toMatchObject({ inputTokens: 10, outputTokens: 5 });
});

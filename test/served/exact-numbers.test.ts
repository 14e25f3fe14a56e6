import { HttpAgent, type BaseEvent } from '@ag-ui/client';
import fc from 'fast-check';
import type { RequestListener } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import OpenAI from 'openai';
import { parseJson, writeJson } from '../../src/foundation/exact-json.js';
import { newId } from '../../src/foundation/ids.js';
import type { JsonObject } from '../../src/foundation/json.js';
import { serve } from '../support/http-server.js';
import { calls, says, ScriptedModel } from '../support/scripted-model.js';
import { useServer } from '../support/server.js';
import { uiChat, type Major, type Part } from '../support/ui-chat.js';
import { useOpened } from '../support/use-opened.js';

// A backend with 64-bit ids and long decimals, and every place where a number passes through the server.

const big = { type: 'integer', format: 'int64' };
const properties = {
  ...Object.fromEntries(['id', 'owner_id'].map((name) => [name, big])),
  ...Object.fromEntries(['balance', 'price'].map((name) => [name, { type: 'number' }])),
  name: { type: 'string' },
  small: { type: 'integer' },
};
const content = { 'application/json': { schema: { type: 'object', properties } } };
const body = { required: true, content };
const id = { name: 'id', in: 'path', required: true, schema: big };
const answers = { '200': { description: 'ok', content } };
const owned = [
  id,
  { name: 'after', in: 'query', schema: big },
  { name: 'at_least', in: 'query', schema: { type: 'number' } },
  { name: 'trace', in: 'header', schema: big },
];
const gone = { '204': { description: 'gone' } };
const listed = { '200': { description: 'ok' } };
const document = {
  openapi: '3.0.3',
  info: { title: 'Accounts', version: '1' },
  paths: {
    '/accounts': { post: { operationId: 'createAccount', requestBody: body, responses: answers } },
    '/accounts/{id}': {
      get: { operationId: 'getAccount', parameters: [id], responses: answers },
      put: { operationId: 'putAccount', parameters: [id], requestBody: body, responses: answers },
      delete: { operationId: 'deleteAccount', parameters: [id], responses: gone },
    },
    '/owners/{id}': { get: { operationId: 'listOwned', parameters: owned, responses: listed } },
  },
};

const stored = new Map<string, string>();
const requests: string[] = [];

/** Keeps and answers texts as they came: no number is read here. */
const keepTexts: RequestListener = (request, response) =>
  void void textOf(request).then((text) => {
    const { method = '', url = '', headers } = request;
    const trace = headers['trace'] === undefined ? '' : ` ${String(headers['trace'])}`;
    requests.push(`${method} ${url}${trace}${text === '' ? '' : ` ${text}`}`);
    const path = method === 'POST' ? `/accounts/${/"id":(\d+)/.exec(text)?.[1] ?? ''}` : url;
    if (method === 'PUT' || method === 'POST') stored.set(path, text);
    const found = stored.get(path);
    if (method === 'DELETE') stored.delete(path);
    response.writeHead(found === undefined ? 404 : method === 'DELETE' ? 204 : 200, {
      'content-type': 'application/json',
    });
    response.end(method === 'DELETE' ? '' : (found ?? '{}'));
  });

const script = new ScriptedModel();
const backend = useOpened(() => serve(keepTexts));
const server = useServer(() => {
  const names = ['createAccount', 'getAccount', 'putAccount', 'deleteAccount', 'listOwned'];
  const bank = {
    title: 'Accounts',
    description: 'Accounts and their owners.',
    sources: ['bank'],
    core_tools: names.map((name) => `bank_${name}`),
  };
  const sources = { bank: { openapi: './openapi.json', base_url: backend.url } };
  const files = { 'openapi.json': document, 'sextant.yaml': { sources, agents: { bank } } };
  return { llm: script, files };
});
beforeEach(() => {
  stored.clear();
  requests.length = 0;
});

async function ask(path: string, sent?: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const init = sent === undefined ? {} : { method: 'POST', headers, body: sent };
  const answer = await fetch(`${server.url}${path}`, init);
  const text = await answer.text();
  if (answer.status >= 300) throw new Error(`${path} ${answer.status} ${text}`);
  return text;
}

/** The text of a run in which the model makes these calls, its arguments as it writes them. */
async function run(...made: [tool: string, args: string][]): Promise<string> {
  const steps = made.map(([tool, args]) => calls(`bank_${tool}`, parseJson(args) as JsonObject));
  script.play(steps, [says('Done.')]);
  return ask('/v1/agent/chat', JSON.stringify({ message: 'x', context_type: 'bank', context: {} }));
}

/** The value of a field in the last event of this name, as it stands on the wire. */
function idIn(text: string, field: string): string {
  const found = text.match(new RegExp(`"${field}":"([^"]+)"`, 'g'))?.at(-1) ?? '';
  return found.slice(field.length + 4, -1);
}

test('a number of the model is in the path, the query and a header as it was written', async () => {
  const path = '/owners/1234567890123456789?after=9007199254740993&at_least=0.1000000000000000055';
  stored.set(path, '[]');
  await run([
    'listOwned',
    '{"id":1234567890123456789,"after":9007199254740993,"at_least":0.1000000000000000055,"trace":9223372036854775807}',
  ]);
  expect(requests).toEqual([`GET ${path} 9223372036854775807`]);
});

test('what a read answers reaches the page and the model with its digits', async () => {
  const text = '{"id":7,"owner_id":9007199254740993,"balance":1.10,"limit":1e400}';
  stored.set('/accounts/7', text);
  expect(await run(['getAccount', '{"id":7}'])).toContain(`"result":${text}`);
  expect(JSON.stringify(script.last.messages)).toContain(JSON.stringify(text).slice(1, -1));
});

const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.bigInt({ min: 1n, max: 10n ** 25n }),
    fc.option(fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 22 })),
  )
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`);
const integer = fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }).map(String);

test('from arguments to undo, no digit of any number changes', async () => {
  const cases = fc.asyncProperty(integer, integer, integer, number, number, async (...numbers) => {
    const [one, owner, newOwner, balance, newBalance] = numbers;
    const before = `{"id":${one},"name":"old","owner_id":${owner},"balance":${balance}}`;
    const wanted = `{"id":${one},"name":"new","owner_id":${newOwner},"balance":${newBalance}}`;
    stored.set(`/accounts/${one}`, before);
    const events = await run(['putAccount', `{"id":${one},"body":${wanted}}`]);
    const preview = idIn(events, 'preview_id');
    const shown = await ask(`/v1/agent/previews/${preview}`);
    const event = /data: (.*"preview_id".*"before".*|.*"before".*"preview_id".*)/.exec(events)?.[1];
    for (const text of [event ?? '', shown])
      expect(parseJson(text)).toMatchObject({
        before: parseJson(before),
        after: parseJson(wanted),
        request: { path: `/accounts/${one}`, body: parseJson(wanted) },
      });
    expect(parseJson(shown)).toMatchObject({ payload: { body: parseJson(wanted) } });
    await ask(`/v1/agent/previews/${preview}/accept`, '{}');
    expect(stored.get(`/accounts/${one}`)).toBe(wanted);
    const undone = await ask(`/v1/agent/change-sets/${idIn(events, 'change_set_id')}/undo`, '{}');
    await ask(`/v1/agent/change-sets/${(parseJson(undone) as { id: string }).id}/accept`, '{}');
    expect(parseJson(stored.get(`/accounts/${one}`) ?? '')).toEqual(parseJson(before));
  });
  await fc.assert(cases, { numRuns: 4 });
});

test('a person edits a number beyond 2^53, and what did not change keeps its notation', async () => {
  stored.set('/accounts/7', '{"id":7,"name":"a","owner_id":1,"balance":1.10}');
  const edit = '{"id":7,"body":{"id":7,"name":"a","owner_id":9007199254740993,"balance":1.10}}';
  const preview = idIn(await run(['putAccount', edit]), 'preview_id');
  const { payload } = parseJson(await ask(`/v1/agent/previews/${preview}`)) as JsonObject;
  const edited = writeJson({ payload }).replace('9007199254740993', '9007199254740995');
  await ask(`/v1/agent/previews/${preview}/accept`, edited);
  expect(stored.get('/accounts/7')).toBe(
    '{"id":7,"name":"a","owner_id":9007199254740995,"balance":1.10}',
  );
});

test('a later change of a set gets the id that the earlier one made', async () => {
  const events = await run(
    ['createAccount', '{"body":{"id":9007199254740993,"name":"a"}}'],
    ['createAccount', '{"body":{"id":9007199254740995,"name":"b","owner_id":"{{change_1.id}}"}}'],
  );
  await ask(`/v1/agent/change-sets/${idIn(events, 'change_set_id')}/accept`, '{}');
  expect(stored.get('/accounts/9007199254740995')).toContain('"owner_id":9007199254740993');
});

test('what somebody changed by one beyond 2^53 makes the preview stale; another notation does not', async () => {
  const state = (owner: string) => `{"id":7,"name":"a","owner_id":${owner},"balance":1.10}`;
  const wanted = '{"id":7,"body":{"id":7,"name":"b","owner_id":9007199254740993,"balance":1.10}}';
  stored.set('/accounts/7', state('9007199254740993'));
  const first = idIn(await run(['putAccount', wanted]), 'preview_id');
  stored.set('/accounts/7', state('9007199254740992'));
  expect(await ask(`/v1/agent/previews/${first}/accept`, '{}').catch(String)).toContain('stale');
  stored.set('/accounts/7', state('9007199254740993'));
  const second = idIn(await run(['putAccount', wanted]), 'preview_id');
  stored.set('/accounts/7', state('9007199254740993').replace('1.10', '1.1'));
  await ask(`/v1/agent/previews/${second}/accept`, '{}');
  expect(requests.filter((line) => line.startsWith('PUT'))).toHaveLength(1);
});

describe('clients of others get what no double has as a text, with its digits', () => {
  const ID = '9007199254740993';
  const BALANCE = '0.1000000000000000055';
  const MOST = '9223372036854775807';
  const STORED = `{"id":${ID},"balance":${BALANCE},"price":1.10,"small":7}`;
  const WANTED = `{"id":${ID},"balance":${MOST},"price":1.10,"small":8}`;
  const account = { id: ID, balance: BALANCE, price: 1.1, small: 7 };
  const wanted = { id: ID, balance: MOST, price: 1.1, small: 8 };
  beforeEach(() => void stored.set(`/accounts/${ID}`, STORED));

  function use(tool: 'getAccount' | 'putAccount'): void {
    const body = tool === 'putAccount' ? `,"body":${WANTED}` : '';
    const input = parseJson(`{"id":${ID}${body}}`) as JsonObject;
    script.play([calls(`bank_${tool}`, input)], [says('Done.')]);
  }

  describe.each<Major>([5, 6, 7])('AI SDK %i', (major) => {
    const open = () =>
      uiChat({ major, api: `${server.url}/api/ai/v${major}/chat`, body: { context_type: 'bank' } });

    test('arguments and results of a read', async () => {
      use('getAccount');
      const page = open();
      await page.chat.sendMessage({ text: 'go' });
      const part = page.parts.find(({ toolName }) => toolName === 'bank_getAccount');
      expect(part).toMatchObject({ input: { id: ID }, output: account });
    });

    test('the card of a change', async () => {
      use('putAccount');
      const page = open();
      await page.chat.sendMessage({ text: 'go' });
      const { data } = page.part('data-preview') as Part;
      expect(data).toMatchObject({ before: account, after: wanted, request: { body: wanted } });
      expect(data.diff).toContainEqual(
        expect.objectContaining({ path: '/balance', before: BALANCE, value: MOST }),
      );
    });
  });

  describe('AG-UI', () => {
    const ask = async (): Promise<(BaseEvent & JsonObject)[]> => {
      const agent = new HttpAgent({ url: `${server.url}/api/ag-ui`, threadId: newId() });
      const events: (BaseEvent & JsonObject)[] = [];
      agent.addMessage({ id: newId(), role: 'user', content: 'go' });
      const given = { forwardedProps: { context_type: 'bank' } };
      await agent.runAgent(given, { onEvent: ({ event }) => void events.push(event) });
      return events;
    };
    const textOf = (events: readonly JsonObject[], type: string, field: string) =>
      events
        .filter((event) => event['type'] === type)
        .map((event) => String(event[field]))
        .join('');

    test('arguments and results of a read', async () => {
      use('getAccount');
      const events = await ask();
      expect(textOf(events, 'TOOL_CALL_ARGS', 'delta')).toBe(`{"id":${ID}}`);
      expect(textOf(events, 'TOOL_CALL_RESULT', 'content')).toBe(STORED);
    });

    test('the card of a change', async () => {
      use('putAccount');
      const texts = JSON.stringify(await ask());
      for (const digits of [ID, BALANCE, MOST]) expect(texts).toContain(digits);
      expect(texts).not.toMatch(/9007199254740992|0\.1[,}]|9223372036854776000/);
    });
  });

  test('the lines of a change for clients of OpenAI', async () => {
    use('putAccount');
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none', maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: 'go' }];
    const { choices } = await client.chat.completions.create({ model: 'bank', messages });
    const text = choices[0]?.message.content ?? '';
    expect(text).toContain(BALANCE);
    expect(text).toContain(MOST);
    expect(text).not.toContain('9223372036854776000');
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HttpAgent, type BaseEvent } from '@ag-ui/client';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { parseJson } from '../../src/foundation/exact-json.js';
import { newId } from '../../src/foundation/ids.js';
import type { JsonObject } from '../../src/foundation/json.js';
import { serve, type TestServer as Backend } from '../support/http-server.js';
import { calls, says, ScriptedModel } from '../support/scripted-model.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { uiChat, type Major, type Part } from '../support/ui-chat.js';

// Numbers that no double has, read by the clients of others: each arrives with its digits, as a number's text.

const ID = '9007199254740993';
const BALANCE = '0.1000000000000000055';
const STORED = `{"id":${ID},"balance":${BALANCE},"price":1.10,"small":7}`;
const WANTED = `{"id":${ID},"balance":9223372036854775807,"price":1.10,"small":8}`;

const schema = {
  type: 'object',
  properties: {
    id: { type: 'integer', format: 'int64' },
    ...{ balance: { type: 'number' }, price: { type: 'number' }, small: { type: 'integer' } },
  },
};
const content = { 'application/json': { schema } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
const responses = { 200: { description: 'ok', content } };
const document = {
  openapi: '3.0.3',
  info: { title: 'Accounts', version: '1' },
  paths: {
    '/accounts/{id}': {
      get: { operationId: 'getAccount', parameters, responses },
      put: { operationId: 'putAccount', parameters, responses, requestBody: { content } },
    },
  },
};

let script = new ScriptedModel([]);
let folder: string;
let backend: Backend;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exact-'));
  backend = await serve((_request, response) => {
    response.setHeader('content-type', 'application/json').end(STORED);
  });
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  const agent = { title: 'Accounts', description: 'Accounts.', sources: ['bank'] };
  const core_tools = ['bank_getAccount', 'bank_putAccount'];
  const config = {
    sources: { bank: { openapi: './openapi.json', base_url: backend.url } },
    agents: { bank: { ...agent, core_tools } },
  };
  const configFile = join(folder, 'sextant.yaml');
  await writeFile(configFile, JSON.stringify(config));
  const llm = {
    name: 'scripted',
    model: 'scripted-1',
    streamChat: (...asked: Parameters<ScriptedModel['streamChat']>) => script.streamChat(...asked),
  };
  server = await startTestServer({ env: { EMBEDDER: 'none' }, llm, configFile });
});
afterAll(async () => {
  await server.close();
  await backend.close();
  await rm(folder, { recursive: true });
});

/** A run that reads the account, and one that proposes what is wanted. */
function use(tool: 'getAccount' | 'putAccount'): void {
  const body = tool === 'putAccount' ? `,"body":${WANTED}` : '';
  const input = parseJson(`{"id":${ID}${body}}`) as JsonObject;
  script = new ScriptedModel([[calls(`bank_${tool}`, input)], [says('Done.')]]);
}

/** As a client that reads doubles has it: what no double has is a text, the rest are numbers. */
const stored = { id: ID, balance: BALANCE, price: 1.1, small: 7 };
const wanted = { id: ID, balance: '9223372036854775807', price: 1.1, small: 8 };

describe.each<Major>([5, 6, 7])('AI SDK %i', (major) => {
  const open = () =>
    uiChat({ major, api: `${server.url}/api/ai/v${major}/chat`, body: { context_type: 'bank' } });

  test('arguments and results of a read', async () => {
    use('getAccount');
    const page = open();
    await page.chat.sendMessage({ text: 'go' });
    const part = page.parts.find(({ toolName }) => toolName === 'bank_getAccount');
    expect(part).toMatchObject({ input: { id: ID }, output: stored });
  });

  test('the card of a change', async () => {
    use('putAccount');
    const page = open();
    await page.chat.sendMessage({ text: 'go' });
    const { data } = page.part('data-preview') as Part;
    expect(data).toMatchObject({ before: stored, after: wanted, request: { body: wanted } });
    expect(data.diff).toContainEqual(
      expect.objectContaining({ path: '/balance', before: BALANCE, value: '9223372036854775807' }),
    );
  });
});

describe('AG-UI', () => {
  const ask = async (): Promise<(BaseEvent & JsonObject)[]> => {
    const agent = new HttpAgent({ url: `${server.url}/api/ag-ui`, threadId: newId() });
    const events: (BaseEvent & JsonObject)[] = [];
    agent.addMessage({ id: newId(), role: 'user', content: 'go' });
    await agent.runAgent(
      { forwardedProps: { context_type: 'bank' } },
      { onEvent: ({ event }) => void events.push(event) },
    );
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
    for (const digits of [ID, BALANCE, '9223372036854775807']) expect(texts).toContain(digits);
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
  expect(text).toContain('9223372036854775807');
  expect(text).not.toContain('9223372036854776000');
});

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { configFileSchema } from '../../src/app/config/file/config-file.schema.js';
import type { JsonObject } from '../../src/foundation/json.js';
import {
  deep,
  HostileClient,
  inField,
  keys,
  list,
  MAX_CPU_MS,
  type Hostile,
} from '../support/hostile.js';
import { calls, playing, says, ScriptedModel, type ScriptTurn } from '../support/scripted-model.js';
import { useServer } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';

/* What one hostile answer of a backend or an MCP server costs the thread that serves everybody. */

let call = { name: '', input: {} as JsonObject };
const client = useOpened(() => new HostileClient());
const backend = new Worker(new URL('../support/hostile-backend.mjs', import.meta.url));

/** Calls what it is told to once, and then says that it did. */
const turn: ScriptTurn = ({ messages }) =>
  messages.at(-1)?.role === 'user' ? [calls(call.name, call.input)] : [says('done')];
const llm = playing(() => new ScriptedModel([turn]));

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const item = { content: { 'application/json': { schema: { type: 'object' } } } };
const writes = { requestBody: item, responses: { 200: { description: 'ok', ...item } } };
const path = {
  parameters: [id],
  get: { operationId: 'getItem', responses: { 200: { description: 'ok', ...item } } },
  put: { operationId: 'putItem', ...writes },
  patch: { operationId: 'patchItem', ...writes },
  delete: { operationId: 'deleteItem', responses: { 204: { description: 'ok' } } },
};
const info = { title: 'Items', version: '1' };
const document: JsonObject = { openapi: '3.0.3', info, paths: { '/items/{id}': path } };
const tools = ['read', 'write'].map((name) => ({
  name,
  description: `A tool to ${name}.`,
  inputSchema: { type: 'object', properties: { name: { type: 'string' }, as: { type: 'string' } } },
}));

const server = useServer(async () => {
  const [{ port }] = (await once(backend, 'message')) as [{ port: number }];
  await tellBackend({ tools: JSON.stringify(tools) });
  const url = `http://127.0.0.1:${port}`;
  const sources = {
    api: { openapi: './items.json', base_url: url },
    mcp: { mcp: { url: `${url}/mcp` }, reads: ['read'] },
  };
  const names = ['api_getItem', 'api_putItem', 'api_patchItem', 'api_deleteItem'];
  const core_tools = [...names, 'mcp_read', 'mcp_write'];
  const items = { title: 'Items', description: 'Items.', sources: ['api', 'mcp'], core_tools };
  const files = { 'items.json': document, 'sextant.yaml': { sources, agents: { items } } };
  for (const [name, answer] of Object.entries(corpus)) await tellBackend({ set: name, answer });
  return { llm, files, env: { MAX_RUNS_PER_USER: '10000' } };
});
afterAll(() => backend.terminate());

async function tellBackend(message: object): Promise<void> {
  backend.postMessage(message);
  await once(backend, 'message');
}

const row =
  '{"id":#,"name":"Item number #","price":1.5,"tags":["a","b"],"owner":{"id":#,"name":"x"}}';
const fields = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"k#_${at}":"value ${at}"`).join(',')}}`;

/** What answers the backend gives: as much as it may send, and more than may be parsed. */
const corpus: Record<string, Hostile> = {
  small: keys(3),
  rows: list(row, 12_000, true),
  'rows in an object': inField('items', list(row, 12_000, true)),
  '1.3 million {}': list('{}', 1_300_000),
  '39,000 {}': list('{}', 39_000),
  '79,000 numbers': list('1', 79_000),
  '79,000 texts': list('"t#"', 79_000, true),
  '79,000 numbers of many digits': list('0.10000000000000000001', 79_000),
  '11,900 keys': keys(11_900),
  '9,900 keys': keys(9_900),
  '19,900 values of a field': inField('items', list('1', 19_900)),
  '350,000 keys': keys(350_000),
  '79 objects of 150 keys': list(fields(150), 79, true),
  '1,250 objects of 150 keys': list(fields(150), 1_250, true),
  'objects of 150 keys in an object': inField('items', list(fields(150), 79, true)),
  '30 keys of 100,000 characters': keys(30, `"k#${'x'.repeat(100_000)}":1`),
  '30 texts of 100,000 characters': keys(30, `"k#":"${'x'.repeat(100_000)}"`),
  'one text of 4 MB': { ...list('x', 4_000_000), separator: '', prefix: '"', suffix: '"' },
  '4 MB of escapes': { ...list('\\u202e', 600_000), separator: '', prefix: '"', suffix: '"' },
  '4 MB of lines': { ...list('\\n', 2_000_000), separator: '', prefix: '"', suffix: '"' },
  '400 levels': deep('{"a":', '}', 400),
  '60 levels': deep('{"a":', '}', 60),
  '100,000 levels': deep('[', ']', 100_000),
  'an error': inField('error', inField('details', list('{"message":"x"}', 60_000))),
  'no JSON': { ...list('{', 1_000_000), separator: '', prefix: '', suffix: '' },
};

const body = { name: 'other', k1: 2, items: [1, 2] };
const ways: [string, (name: string) => { name: string; input: JsonObject }][] = [
  ['read of an API', (id) => ({ name: 'api_getItem', input: { id } })],
  ['PUT', (id) => ({ name: 'api_putItem', input: { id, body } })],
  ['PATCH', (id) => ({ name: 'api_patchItem', input: { id, body } })],
  ['DELETE', (id) => ({ name: 'api_deleteItem', input: { id } })],
  ['read of an MCP server', (name) => ({ name: 'mcp_read', input: { name } })],
  ['read of its text', (name) => ({ name: 'mcp_read', input: { name, as: 'text' } })],
];

/** What a source of each kind is configured by. */
const kinds = ['openapi', 'mcp'];

test('every kind of source answers with the corpus', () => {
  const { sources } = configFileSchema['properties'] as Record<string, JsonObject>;
  const { oneOf } = sources?.['additionalProperties'] as { oneOf: { required: string[] }[] };
  expect(oneOf.map(({ required }) => required[0])).toEqual(kinds);
});

const chat = '{"message":"do it","context_type":"items"}';

test.each(ways)(
  '%s: no answer keeps the main thread for long',
  async (_way, asked) => {
    const slow: string[] = [];
    const message = { prefix: chat, part: '', separator: '', count: 0, suffix: '' };
    for (const name of Object.keys(corpus)) {
      call = asked(name);
      const url = `${server.url}/v1/agent/chat`;
      const { ms } = await client.leastCost(url, 'POST', message, { drain: true });
      if (ms > MAX_CPU_MS) slow.push(`${name}: ${Math.round(ms)} ms`);
    }
    expect(slow).toEqual([]);
  },
  600_000,
);

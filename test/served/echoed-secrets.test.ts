import { createLogger } from '../../src/foundation/logger.js';
import { serve } from '../support/http-server.js';
import { hostileServer } from '../support/mcp/open-mcp.js';
import { calls, says, ScriptedModel } from '../support/scripted-model.js';
import { useServer } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';

/* Backends that repeat secrets of this server, their own and those of others: none reaches model, stream or log. */

const TOKEN = 'eyJhbGciOi.eyJzdWIiOi.of-the-caller';
const secrets = {
  /** What the environment names as secrets. */
  OPENAI_API_KEY: 'sk-of-the-model-17',
  OTHER_URL: 'postgres://me:of-the-database-5@db/sextant',
  /** What nothing but the config file makes secrets. */
  FIRST: 'of-the-first-source/1',
  SECOND: 'of-the-second-source/2',
  THIRD: 'of-the-third-source/3',
};
const all = ['of-the-', 'b2YtdGhl', 'mLXRoZ', 'vZi10aG'];

const script = new ScriptedModel();
const log: string[] = [];

const operation = { operationId: 'echo', responses: { 200: { description: 'ok' } } };
const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
const document = {
  openapi: '3.0.3',
  info: { title: 'Echo', version: '1' },
  paths: {
    '/echo': { get: operation },
    '/fail': { get: { ...operation, operationId: 'fail' } },
    '/thing': {
      get: { ...operation, operationId: 'thing' },
      put: { ...operation, operationId: 'change', requestBody },
    },
  },
};

const backend = useOpened(() =>
  serve(({ headers, url }, response) => {
    const said = [...Object.values(secrets), TOKEN, headers.authorization, headers['x-key']];
    const text = said.join(', ');
    response.writeHead(url === '/fail' ? 500 : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        text,
        headers: Object.entries(headers),
        base64: btoa(text),
        error: { message: text },
        address: `?q=${encodeURIComponent(text)}`,
        [text]: 1,
      }),
    );
  }),
);
const server = useServer(() => {
  const api = { openapi: './api.json', base_url: backend.url };
  const tools = [{ name: 'env', inputSchema: { type: 'object' } }];
  const program = hostileServer({ tools, onCall: 'environment' });
  if (!('command' in program)) throw new Error('no program');
  const { command, args } = program;
  const given = { ITS_KEY: '${THIRD}', FIRST: '${FIRST}', PLACE: 'Frankfurt' };
  const sources = {
    first: { ...api, auth: [{ forward: 'authorization' }, { header: 'x-key', env: 'FIRST' }] },
    second: { ...api, auth: { bearer_env: 'SECOND' } },
    third: { mcp: { command, args, env: given }, reads: ['env'] },
  };
  const core_tools = ['first_echo', 'first_fail', 'first_change', 'second_echo', 'third_env'];
  const agents = { all: { title: 'All', sources: Object.keys(sources), core_tools } };
  const files = { 'api.json': document, 'sextant.yaml': { sources, agents } };
  const logger = createLogger('debug', { write: (line: string) => void log.push(line) });
  const tokens = { AUTH: 'static', AUTH_TOKENS: `ada:${TOKEN}`, LLM_PROVIDER: 'openai' };
  return { llm: script, files, env: { ...secrets, ...tokens, LLM_MODEL: 'any' }, logger };
});

test.each([
  ['first_echo', {}],
  ['second_echo', {}],
  ['first_fail', {}],
  ['first_change', { body: { name: 'new' } }],
  ['third_env', {}],
])('%s', async (name, input) => {
  script.play([calls(name, input)], [says('done')]);
  const headers = { authorization: `Bearer ${TOKEN}` };
  const events = await server.chat({ message: 'do it', context_type: 'all' }, headers);
  const given = JSON.stringify(script.requests.at(-1)?.messages);
  const shown = [given, JSON.stringify(events), ...log].join('\n');
  expect(events.at(-1)).toMatchObject({ event: 'message_complete' });
  expect(given).toContain(name === 'first_change' ? 'preview_sent' : '[redacted]');
  expect(shown).toContain('[redacted]');
  if (name === 'third_env') expect(given).toContain('Frankfurt');
  expect(all.filter((one) => shown.includes(one))).toEqual([]);
});

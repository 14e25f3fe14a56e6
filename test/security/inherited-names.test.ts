import { text } from 'node:stream/consumers';
import { newId } from '../../src/foundation/ids.js';
import { createLogger } from '../../src/foundation/logger.js';
import type { JsonObject } from '../../src/foundation/json.js';
import { useServer } from '../support/server.js';
import { serve } from '../support/http-server.js';
import { calls, says, ScriptedModel } from '../support/scripted-model.js';
import { useOpened } from '../support/use-opened.js';

/* Names that every object inherits, wherever a name comes from outside: they are names like others. */

const NAMES = 'constructor toString valueOf hasOwnProperty isPrototypeOf __proto__'.split(' ');
/** Also names of files, agents and sources. */
const PLAIN = NAMES.filter((name) => /^[a-z]+$/.test(name));

/** Fields of bodies that hold a name or a word. */
const VALUES = [
  ...['context_type', 'model', 'kind', 'action', 'target_id', 'tool', 'provider'],
  ...['query', 'name', 'rating', 'id'],
];

const script = new ScriptedModel();
/** What the backend was asked, and what went wrong. */
let asked: string[] = [];
const failed: unknown[] = [];
const logger = createLogger('error', { write: (line: string) => void failed.push(line) });

const string = { type: 'string' };
const object = (properties: JsonObject) => ({ type: 'object', properties });
/** A field of this name, even where an assignment would not make one. */
const field = (name: string, value: unknown) =>
  JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as JsonObject;
const bodyOf = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });

function pathOf(name: string): JsonObject {
  const requestBody = bodyOf(object(field(name, string)));
  const responses = { 200: { description: 'ok', ...requestBody } };
  const parameters = [{ name, in: 'query', schema: string }];
  const reads = { operationId: name, summary: `Reads ${name}`, tags: [name], parameters };
  const writes = { operationId: `write ${name}`, summary: `Writes ${name}`, requestBody };
  return {
    [`/read-${name}`]: { get: { ...reads, responses } },
    [`/write-${name}`]: { post: { ...writes, responses } },
  };
}

const info = { title: 'Names', version: '1' };
const paths = Object.assign({}, ...NAMES.map(pathOf)) as JsonObject;
const document = { openapi: '3.0.3', info, paths };
const agent = (sources: string[]) => ({ title: 'Names', description: 'Names.', sources });

const backend = useOpened(() =>
  serve((request, response) => {
    void text(request).then((body) => {
      asked.push(`${request.method} ${request.url} ${body}`.trim());
      const { pathname } = new URL(request.url ?? '', 'http://x');
      response.setHeader('content-type', 'application/json');
      response.end(`{${JSON.stringify(pathname.replace(/^\/\w+-/, ''))}:"found"}`);
    });
  }),
);
const server = useServer(() => {
  const source = { openapi: './names.json', base_url: backend.url };
  const sources = Object.fromEntries(PLAIN.map((name) => [name, source]));
  const agents = Object.fromEntries(PLAIN.map((name) => [`${name}_agent`, agent([name])]));
  const files = { 'names.json': document, 'sextant.yaml': { sources, agents } };
  return { llm: script, files, logger };
});
const sample = useServer({ llm: script, logger, env: { RESEARCH_WORKERS: '0' } });

/** As often as an agent asks once more. */
const NO = Array.from({ length: 30 }, () => [says('No.')]);

type Schema = { properties: JsonObject };
type Item = { name: string; operation: JsonObject; source: string; input_schema: Schema };

const firstField = (schema: Schema | undefined) => Object.keys(schema?.properties ?? {})[0] ?? '';

test('a source, its operations, parameters and fields may have them', async () => {
  const { body } = await server.call('GET /v1/agent/tools');
  const tools = (body.items as Item[]).filter(({ source }) => source === 'constructor');
  for (const name of NAMES) {
    const find = (path: string) =>
      tools.find(({ operation }) => JSON.stringify(operation).includes(`${path}"`));
    const [read, write] = [find(`/read-${name}`), find(`/write-${name}`)];
    expect([name, typeof read, typeof write]).toEqual([name, 'object', 'object']);
    // A model may be given another name for it.
    const argument = firstField(read?.input_schema);
    const inBody = firstField(write?.input_schema.properties['body'] as Schema);
    asked = [];
    script.play(
      [calls(read?.name ?? '', field(argument, 'x'))],
      [calls(write?.name ?? '', { body: field(inBody, 'y') })],
      [says('See.')],
    );
    const events = await server.chat({ message: name, context_type: 'constructor_agent' });
    expect([name, asked]).toEqual([name, [`GET /read-${name}?${name}=x`]]);
    const preview = events.find(({ event }) => event.endsWith('preview'));
    const id = String((preview?.data as JsonObject)['preview_id']);
    const accepted = await server.call(`POST /v1/agent/previews/${id}/accept`, {});
    expect([name, accepted.status]).toEqual([name, 200]);
    expect(asked.at(-1)).toBe(`POST /write-${name} {"${name}":"y"}`);
  }
});

test('no agent fails when its model calls a tool of such a name', async () => {
  const { body } = await sample.call('GET /v1/agent/info');
  const agents = (body as unknown as { agents: { context_type: string }[] }).agents;
  expect(agents.length).toBeGreaterThan(3);
  for (const { context_type } of agents) {
    const wrong = NAMES.map((name) => calls(name, field(name, {})));
    script.play(wrong, ...NO);
    const context = field('toString', 1);
    const events = await sample.chat({ message: 'hi', context_type, context });
    const codes = events.map(({ data }) => (data as JsonObject)['code']);
    expect([context_type, codes]).not.toEqual([context_type, expect.arrayContaining(['internal'])]);
  }
});

test('no route answers 500 where an id, a query, a header, a field or a value is one', async () => {
  const answers: string[] = [];
  for (const name of ['constructor', 'hasOwnProperty', '__proto__'])
    for (const { method, path } of sample.routes) {
      if (method === 'HEAD' || method === 'OPTIONS') continue;
      const url = `${sample.url}${path.replaceAll(/:\w+/g, name).replace('*', name)}?${name}=1`;
      const key = { authorization: 'Bearer ada', [name]: name, 'idempotency-key': newId() };
      const headers = new Headers(key);
      if (method !== 'GET') headers.set('content-type', 'application/json');
      const values = Object.fromEntries(VALUES.map((of) => [of, name]));
      const nested = { config: field(name, {}), arguments: field(name, 1) };
      const filled = { ...values, message: 'hi', ...nested };
      for (const body of method === 'GET' ? [undefined] : [field(name, name), filled]) {
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
        const { status } = await fetch(url, init);
        if (status === 500) answers.push(`${name}: ${method} ${path}`);
      }
    }
  expect([answers, failed]).toEqual([[], []]);
});

test('a body cannot have one as a field that nobody knows', async () => {
  for (const name of NAMES) {
    const message = { message: 'hi', context_type: 'workflow', ...field(name, 1) };
    const text = JSON.stringify(message).replace('}', `,${JSON.stringify(name)}:1}`);
    const refused = await sample.post(text);
    expect([name, refused.status]).toEqual([name, 400]);
  }
});

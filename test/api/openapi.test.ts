import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, validate } from '@readme/openapi-parser';
import type { EventData as ClientEvents } from '@sextant/client';
import { CLIENT_TYPES, clientTypes } from '../../scripts/lib/schema-types.mjs';
import type { EventData } from '../../src/agentloop/events.js';
import { defaultDocumentLimits } from '../../src/agenttools/sources/openapi/document/parse-text.js';
import { prepareDocument } from '../../src/agenttools/sources/openapi/prepare-document.js';
import { ScriptedModel } from '../support/scripted-model.js';
import { useServer } from '../support/server.js';
import { root } from '../support/template-contents.js';
import { readDocument, referredTo } from '../../web/src/api-page/api-document.js';

// oxlint-disable-next-line typescript/no-explicit-any -- the tests look into it
type Loose = Record<string, any>;

const server = useServer({ llm: new ScriptedModel([]) });
let document: Loose;
beforeAll(async () => {
  document = (await (await fetch(`${server.url}/openapi.json`)).json()) as Loose;
});

/** Routes that are not the API: the page's files, the numbers for operators, and the embedded sample ERP. */
const ELSEWHERE =
  /^(\/|\/\*|\/metrics|\/embed\.js|\/sign-in\.json|\/v1\/agent\/catalog|\/v1\/openapi\.json)$|^\/v1\/(workflow|data|config|introspection|core|pages|forms|content)(\/|$)/;

const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test('names every route of the server and no other', () => {
  const own = server.routes.filter(({ path }) => !ELSEWHERE.test(path));
  const served = own.map(named).filter((route) => !/^(HEAD|OPTIONS)/.test(route));
  const stated = Object.entries(document['paths'] as Loose).flatMap(([path, operations]) => {
    const colons = path.replaceAll(/\{(\w+)\}/g, ':$1');
    return Object.keys(operations).map((method) => `${method.toUpperCase()} ${colons}`);
  });
  expect(stated.sort()).toEqual([...new Set(served)].sort());
  expect(stated.length).toBeGreaterThan(50);
});

describe('the page that shows it', () => {
  test('has every route with its error, and every schema that one refers to', () => {
    const shown = readDocument(document);
    const operations = shown.tags.flatMap((tag) => tag.operations);
    const stated = Object.values(document['paths'] as Loose).flatMap((path) => Object.keys(path));
    expect(operations).toHaveLength(stated.length);
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    for (const { answers } of operations) {
      const told = answers.map(({ status, schema }) => [status, referredTo(schema)]);
      expect(told).toContainEqual(['error', 'ErrorBody']);
    }
    const names = shown.schemas.map(([name]) => name);
    const found = JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
    const referred = [...found].map(([, name]) => name);
    expect(referred.length).toBeGreaterThan(20);
    expect(names).toEqual(expect.arrayContaining(referred));
    const chat = operations.find(({ path }) => path === '/v1/agent/chat');
    const events = chat?.answers.flatMap((answer) => answer.events.map(([name]) => name));
    expect(events).toContain('content_chunk');
  });

  test('shows nothing of what is not there', () => {
    for (const broken of [undefined, null, 1, [], { paths: [], info: 'x' }, { paths: { '/a': 1 } }])
      expect(readDocument(broken)).toMatchObject({ tags: [], schemas: [], title: '' });
  });
});

test('is a valid document', async () => {
  const result = await validate(await parse(structuredClone(document) as never));
  expect(result).toMatchObject({ valid: true });
});

test('can be imported as a source of tools', () => {
  const limits = { limits: defaultDocumentLimits, budget: 3000 };
  const options = { source: 'self', patterns: {}, examples: {}, ...limits };
  const prepared = prepareDocument(JSON.stringify(document), options);
  expect(prepared.findings).toEqual([]);
  expect(prepared.counts.usable).toBe(prepared.counts.declared);
  expect(prepared.operations.map(({ toolName }) => toolName)).toContain('self_previews_accept');
});

test('the types of the client are those of the document', async () => {
  const stored = readFileSync(join(root, CLIENT_TYPES), 'utf8');
  const said = (await clientTypes(root, document)) === stored;
  expect(said ? '' : `${CLIENT_TYPES} is old: npm run client:types`).toBe('');
});

test("the types of the stream's events are the server's own", () => {
  const toServer = (data: ClientEvents): EventData => data;
  const toClient = (data: EventData): ClientEvents => data;
  const all = {} as EventData & ClientEvents;
  expect([toServer(all), toClient(all)]).toEqual([{}, {}]);
  const { get } = document['paths']['/v1/agent/runs/{id}/events'] as Loose;
  expect(Object.keys(get.responses['200']['x-events'])).toContain('content_chunk');
});

describe('a body is stated as it is checked', () => {
  const chat = () => document['components'].schemas.ChatBody as Loose;

  test('with its fields, which of them are needed, and that there are no others', () => {
    expect(chat()).toMatchObject({
      required: ['message'],
      additionalProperties: false,
      properties: {
        message: { type: 'string' },
        conversation_id: { type: 'string', format: 'uuid' },
        history: { type: 'array', items: { $ref: '#/components/schemas/HistoryMessage' } },
      },
    });
    const { role } = document['components'].schemas.HistoryMessage.properties;
    expect(role.enum).toEqual(['user', 'assistant']);
  });

  test('what the document calls wrong is refused, what it calls open is not', async () => {
    const { error } = (await server.call('POST /v1/agent/chat', {})).body;
    expect(error.details.map(({ path }: Loose) => path)).toEqual(chat()['required']);
    const open = document['components'].schemas.AiChatBody as Loose;
    expect(open['additionalProperties']).toBe(true);
    const answered = await server.call('POST /api/ai/chat', { id: 'x', messages: [], more: 1 });
    expect(answered.body.error.message).toMatch(/must end with/);
  });

  test('a query is stated as parameters', () => {
    const { parameters } = document['paths']['/v1/agent/previews'].get as Loose;
    const schema = expect.objectContaining({ maximum: 200, minimum: 1 });
    const limit = expect.objectContaining({ name: 'limit', in: 'query', schema });
    expect(parameters).toContainEqual(limit);
  });
});

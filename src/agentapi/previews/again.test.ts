import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { text } from 'node:stream/consumers';
import { call, readEvents, useServer, type WireEvent } from '../../../test/support/server.js';
import { serve } from '../../../test/support/http-server.js';
import { calls, says, ScriptedModel } from '../../../test/support/scripted-model.js';
import { useOpened } from '../../../test/support/use-opened.js';

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const integer = { type: 'integer' };
const properties = { id: integer, price: integer, note: { type: 'string' } };
const content = { 'application/json': { schema: { type: 'object', properties } } };
const responses = { 200: { description: 'ok', content } };
const get = { operationId: 'getThing', responses };
const patch = { operationId: 'updateThing', requestBody: { content }, responses };
const paths = { '/things/{id}': { parameters: [ID], get, patch } };
const document = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths };

let thing = { id: 5, price: 1, note: 'x' };
let refusal: object | undefined;
const backend = useOpened(() =>
  serve((request, response) => {
    void text(request).then((body) => {
      const isRefused = request.method === 'PATCH' && refusal !== undefined;
      if (isRefused) return void response.writeHead(422).end(JSON.stringify(refusal));
      if (request.method === 'PATCH') thing = { ...thing, ...(JSON.parse(body) as object) };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(thing));
    });
  }),
);
const script = new ScriptedModel();
const server = useServer({ llm: script });
beforeAll(async () => {
  const words = { title: 'Things', description: 'Answers questions about things.' };
  const agent = { ...words, run_script: true };
  const source = { id: 'shop', source: { base_url: backend.url }, agent };
  const added = { ...source, document: JSON.stringify(document) };
  expect((await call(server.url, 'POST /v1/agent/sources', added)).status).toBe(201);
});

type Data = Record<string, unknown>;
const previewIn = (events: readonly WireEvent[]) =>
  events.find(({ event }) => String(event) === 'change_preview')?.data as Data;
const cheaper = () => calls('shop_updateThing', { id: 5, body: { price: 8250 } });

async function proposed(conversation_id?: unknown): Promise<Data> {
  script.play([cheaper()], [says('See.')]);
  const events = await server.chat({ message: 'thing 5', context_type: 'shop', conversation_id });
  return { ...previewIn(events), run: events[0]?.data };
}
const path = (id: unknown, way = '') => `/v1/agent/previews/${String(id)}${way}`;
const stored = async (id: unknown) => (await call(server.url, `GET ${path(id)}`)).body;
const act = (id: unknown, way: string) => call(server.url, `POST ${path(id, way)}`, {});

async function again(id: unknown): Promise<WireEvent[]> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  return readEvents(await fetch(`${server.url}${path(id, '/again')}`, init));
}

test('what is stale is prepared again with its values, from what is stored now, and linked', async () => {
  const old = await proposed();
  const error = { code: 'conflict', message: expect.stringContaining('it is waiting') };
  expect((await act(old['preview_id'], '/again')).body).toMatchObject({ error });
  thing = { ...thing, price: 7 };
  expect((await act(old['preview_id'], '/accept')).body.error.code).toBe('preview_stale');
  script.play([says('See.')]);
  const events = await again(old['preview_id']);
  script.expectUsedUp();
  const fresh = previewIn(events);
  const { conversation_id } = old['run'] as Data;
  expect(events[0]?.data).toMatchObject({ conversation_id });
  expect(fresh).toMatchObject({ replaces: [old['preview_id']], before: { price: 7 } });
  // That a person asked for it again makes none of its values theirs.
  const made = { path: '/body/price', origin: 'none', found: [] };
  expect(old['origins']).toContainEqual(made);
  expect(fresh['origins']).toEqual(old['origins']);
  const before = await stored(old['preview_id']);
  expect(before).toMatchObject({ state: 'stale', superseded_by: fresh['preview_id'] });
  expect((await act(fresh['preview_id'], '/accept')).body.state).toBe('accepted');
  expect(thing.price).toBe(8250);
});

test('what was refused likewise, and what was wrong by field stays with it', async () => {
  thing = { ...thing, price: 2 };
  const old = await proposed();
  refusal = { errors: { price: ['is too high'] } };
  expect((await act(old['preview_id'], '/accept')).body.preview.state).toBe('failed');
  refusal = undefined;
  script.play([says('See.')]);
  const fresh = previewIn(await again(old['preview_id']));
  expect(fresh['replaces']).toEqual([old['preview_id']]);
  const details = [{ path: 'price', message: 'is too high' }];
  const refused = await stored(old['preview_id']);
  expect(refused).toMatchObject({ state: 'failed', superseded_by: fresh['preview_id'] });
  expect(refused.error.details).toEqual(details);
  expect((await act(fresh['preview_id'], '/accept')).body.state).toBe('accepted');
});

test('what has expired likewise, also a step of a script, but for one that uses what an earlier step makes', async () => {
  thing = { ...thing, price: 1 };
  const plan = `const { ref } = await tools.shop_updateThing({ id: 5, body: { price: 8250 } });
await tools.shop_updateThing({ id: 5, body: { note: '{{' + ref + '.note}}' } });`;
  script.play([calls('run_script', { script: plan })], [says('See.')]);
  const events = await server.chat({ message: 'thing 5 please', context_type: 'shop' });
  const shown = events.filter(({ event }) => String(event) === 'change_preview');
  const [step, second] = shown.map(({ data }) => data as Data);
  await server.db.query('update sextant.previews set expires_at = created_at');
  script.play([says('See.')]);
  const fresh = previewIn(await again(step?.['preview_id']));
  script.expectUsedUp();
  expect(fresh['replaces']).toEqual([step?.['preview_id']]);
  const expired = { state: 'expired', superseded_by: fresh['preview_id'] };
  expect(await stored(step?.['preview_id'])).toMatchObject(expired);
  expect((await act(fresh['preview_id'], '/accept')).body.state).toBe('accepted');
  expect(thing.price).toBe(8250);
  const message = expect.stringMatching(/uses what change_1 of its plan makes/);
  const { body } = await act(second?.['preview_id'], '/again');
  expect(body.error).toMatchObject({ code: 'conflict', message });
});

test('what an MCP client proposed likewise; what undoes, or was proposed in no chat, says what to do', async () => {
  thing = { ...thing, price: 1 };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
  const input = { name: 'shop_updateThing', arguments: { id: 5, body: { price: 8250 } } };
  const over = await client.callTool({ name: 'propose_change', arguments: input });
  await client.close();
  const old = over.structuredContent as Data;
  const expire = () => server.db.query('update sextant.previews set expires_at = created_at');
  await expire();
  script.play([says('See.')]);
  const fresh = previewIn(await again(old['preview_id']));
  expect(fresh['replaces']).toEqual([old['preview_id']]);
  expect((await act(fresh['preview_id'], '/accept')).body.state).toBe('accepted');
  const set = `/v1/agent/change-sets/${String(fresh['change_set_id'])}`;
  const undo = (await call(server.url, `POST ${set}/undo`, {})).body;
  await expire();
  const refusal = async (id: unknown) => (await act(id, '/again')).body.error;
  const message = expect.stringContaining('undo the set of that again');
  expect(await refusal(undo.steps[0].preview_id)).toMatchObject({ code: 'conflict', message });
  await server.db.query('delete from sextant.conversations');
  const elsewhere = expect.stringContaining('propose it again where that was done');
  expect(await refusal(old['preview_id'])).toMatchObject({ code: 'conflict', message: elsewhere });
});

import type { JsonObject } from '../../src/foundation/json.js';
import { addDocument, useServer } from '../support/server.js';
import { FakeServer, type FakeTurn } from '../support/fakes/fake-server.js';
import { openai } from '../support/fakes/openai.js';
import { useOpened } from '../support/use-opened.js';

const RULES = `# Hofordnung

## § 4 Abhandenkommen

Das Abhandenkommen ist dem Hafenamt unverzüglich mitzuteilen.

## § 5 Gebühren

Die Gebühr ist im Voraus zu zahlen, auch wenn die Kiste leer ist.
`;

const model = useOpened(() => FakeServer.start(openai));
const server = useServer(() => ({ env: { ...model.env, QUERY_VARIANTS: 'on' } }));
beforeAll(() => addDocument(server.url, 'Hofordnung', RULES));

const usage = { usage: { input: 100, output: 10 } };
const calling = (name: string, args: JsonObject) => [{ call: { name, arguments: args } }, usage];
const search = calling('knowledge_base_search', { query: 'Kiste gemopst, was tun' });
const answer = calling('generate_response', {
  answer: 'Das ist dem Hafenamt mitzuteilen [1].',
  sources: ['1'],
  confidence: 0.9,
  used_internal_kb: true,
  used_external_kb: false,
});

async function ask(variants: FakeTurn) {
  model.script([search, variants, answer]);
  const { body } = await server.call('POST /api/chat/query', { query: 'Kiste gemopst?' });
  const read = JSON.stringify(model.last.body.messages);
  return { body, read, requests: model.requests.length };
}

test('an agent searches in the model’s words too, and their tokens are the run’s', async () => {
  const { body, read, requests } = await ask([{ text: 'Abhandenkommen mitteilen' }, usage]);
  expect(requests).toBe(3);
  expect(JSON.stringify(model.requests[1]?.body)).toContain('§ 4 Abhandenkommen');
  expect(read).toContain('unverzüglich mitzuteilen');
  expect(body).toMatchObject({
    answer: expect.stringContaining('[1]'),
    usage: { input_tokens: 300, output_tokens: 30 },
  });
});

test('a model that fails at it costs nothing but the other words, at once', async () => {
  const { read, requests } = await ask([{ refuse: { status: 500, message: 'too much to do' } }]);
  expect(requests).toBe(3);
  expect(read).toContain('own words only');
});

test('the route that searches asks no model', async () => {
  model.script([]);
  const { status } = await server.call('GET /v1/documents/search?q=Kiste');
  expect([status, model.requests]).toEqual([200, []]);
});

import { newId } from '../../foundation/ids.js';
import { done, says, ScriptedModel } from '../../../test/support/scripted-model.js';
import { readStream, startTestServer, type TestServer } from '../../../test/support/server.js';
import type { WireEvent } from '../../../test/support/server.js';

const operations = [{ tool: 'list_workflow_rules', values: [], notUsed: ['which triggers?'] }];
const form = { type: 'form' as const, form: { operations, opens: true } };

let server: TestServer;
let formId: string;
let conversationId: string;

const post = (id: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/v1/agent/forms/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const eventsOf = async (response: Response): Promise<WireEvent[]> => {
  const events: WireEvent[] = [];
  for await (const event of readStream(response)) events.push(event);
  return events;
};
const send = { tool: 'list_workflow_rules', arguments: {} };
const dataOf = (events: readonly WireEvent[], name: string) =>
  events.find(({ event }) => event === name)?.data as Record<string, unknown>;

beforeAll(async () => {
  const first = [says('Fill this in.'), form, done()];
  const llm = new ScriptedModel([first, [says('That is all.')], [says('Again.')]]);
  server = await startTestServer({ llm });
  const events = await server.chat({ message: 'which triggers?', context_type: 'workflow' });
  const shown = dataOf(events, 'operation_form');
  formId = shown['form_id'] as string;
  conversationId = dataOf(events, 'run_start')['conversation_id'] as string;
  const listed = { tool: 'list_workflow_rules', effect: 'read', not_used: ['which triggers?'] };
  expect(shown).toMatchObject({ opens: true, operations: [listed] });
  expect(events.at(-1)?.event).toBe('message_complete');
});
afterAll(() => server.close());

test('sending it begins a run of the same conversation with exactly that call', async () => {
  const events = await eventsOf(await post(formId, send));
  expect(dataOf(events, 'run_start')['conversation_id']).toBe(conversationId);
  const names = events.map(({ event }) => event);
  expect(names.indexOf('tool_call_start')).toBeLessThan(names.indexOf('content_chunk'));
  expect(dataOf(events, 'tool_call_start')).toMatchObject({ name: send.tool, input: {} });
  expect(dataOf(events, 'tool_call_result')['is_error']).toBe(false);
});

test('the same key sends it once', async () => {
  const key = { 'idempotency-key': newId() };
  const sent = async () =>
    dataOf(await eventsOf(await post(formId, send, key)), 'run_start')['run_id'];
  expect(await sent()).toBe(await sent());
});

describe('is refused', () => {
  test('a form that there is not: 404', async () => {
    expect((await post(newId(), send)).status).toBe(404);
    expect((await post('x', send)).status).toBe(404);
  });

  test('an operation that it does not have: 400, and those that it has are named', async () => {
    const response = await post(formId, { ...send, tool: 'start_draft' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('list_workflow_rules');
  });

  test('arguments that are no object: 400', async () => {
    expect((await post(formId, { ...send, arguments: [] })).status).toBe(400);
  });

  test('one that has expired: 410', async () => {
    await server.db.query('update sextant.operation_forms set expires_at = created_at');
    const response = await post(formId, send);
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ error: { code: 'form_expired' } });
  });
});

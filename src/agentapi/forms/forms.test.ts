import { newId } from '../../foundation/ids.js';
import { done, says, ScriptedModel } from '../../../test/support/scripted-model.js';
import { readEvents, useServer, type WireEvent } from '../../../test/support/server.js';

const operations = [{ tool: 'list_workflow_rules', values: [], notUsed: ['which triggers?'] }];
const form = { type: 'form' as const, form: { operations, opens: true } };
const turns = [[says('Fill this in.'), form, done()], [says('That is all.')], [says('Again.')]];
const server = useServer({ llm: new ScriptedModel(turns) });
let formId: string;
let conversationId: string;

const post = (id: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/v1/agent/forms/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const send = { tool: 'list_workflow_rules', arguments: {} };
const dataOf = (events: readonly WireEvent[], name: string) =>
  events.find(({ event }) => event === name)?.data as Record<string, unknown>;

beforeAll(async () => {
  const events = await server.chat({ message: 'which triggers?', context_type: 'workflow' });
  const shown = dataOf(events, 'operation_form');
  formId = shown['form_id'] as string;
  conversationId = dataOf(events, 'run_start')['conversation_id'] as string;
  const listed = { tool: 'list_workflow_rules', effect: 'read', not_used: ['which triggers?'] };
  expect(shown).toMatchObject({ opens: true, operations: [listed] });
  expect(events.at(-1)?.event).toBe('message_complete');
});

test('sending it begins a run of the same conversation with exactly that call', async () => {
  const events = await readEvents(await post(formId, send));
  expect(dataOf(events, 'run_start')['conversation_id']).toBe(conversationId);
  const names = events.map(({ event }) => event);
  expect(names.indexOf('tool_call_start')).toBeLessThan(names.indexOf('content_chunk'));
  expect(dataOf(events, 'tool_call_start')).toMatchObject({ name: send.tool, input: {} });
  expect(dataOf(events, 'tool_call_result')['is_error']).toBe(false);
});

test('the same key sends it once', async () => {
  const key = { 'idempotency-key': newId() };
  const sent = async () =>
    dataOf(await readEvents(await post(formId, send, key)), 'run_start')['run_id'];
  expect(await sent()).toBe(await sent());
});

test.each<[string, number, string | undefined, object, string]>([
  ['a form that there is not', 404, newId(), send, 'not_found'],
  ['what is no id', 404, 'x', send, 'not_found'],
  ['an operation that it has not', 400, undefined, { tool: 'draft' }, 'list_workflow_rules'],
  ['arguments that are no object', 400, undefined, { arguments: [] }, 'arguments'],
])('%s is refused', async (_name, status, id = formId, wrong, words) => {
  const response = await post(id, { ...send, ...wrong });
  expect([response.status, await response.text()]).toEqual([
    status,
    expect.stringContaining(words),
  ]);
});

test('one that has expired is refused: 410', async () => {
  await server.db.query('update sextant.operation_forms set expires_at = created_at');
  const response = await post(formId, send);
  expect(response.status).toBe(410);
  expect(await response.json()).toMatchObject({ error: { code: 'form_expired' } });
});

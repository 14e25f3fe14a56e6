import { allTools } from '../../src/plugins/built-in-parts.js';
import { newId } from '../../src/foundation/ids.js';
import { deferred } from '../support/deferred.js';
import {
  readEvents,
  startTestServer,
  useServer,
  dataOf,
  type WireEvent,
} from '../support/server.js';
import { calls, says, ScriptedModel, waitsFor } from '../support/scripted-model.js';

const llm = new ScriptedModel();
const server = useServer({ llm, env: { EMBEDDER: 'local' } });

const names = (events: readonly WireEvent[]) => events.map(({ event }) => event);
const config = { recipients: ['finance@example.com'], subject: 'Big order', body: 'Look at it.' };
const head = { name: 'Big order watch', entity: 'sales.orders', trigger_type: 'on_create' };
const draft = [
  [calls('start_draft', head)],
  [calls('add_draft_action', { name: 'Tell finance', action_type: 'send_email', config })],
  [calls('preview_draft', {})],
  [says('It waits for your decision.')],
];

it('streams text in the order of the protocol, numbered from 1', async () => {
  llm.play([says('Hello'), says(' there')]);
  const events = await server.chat({ message: 'hi', context_type: 'workflow' });
  expect(names(events)).toEqual([
    ...['run_start', 'tool_selection', 'message_start'],
    ...['content_chunk', 'content_chunk', 'message_complete'],
  ]);
  expect(events.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
});

it('selects from the context only: core, the best six, and find_tools', async () => {
  const { requests } = llm.play([says('ok')]);
  const context = { workflow_id: newId() };
  const message = { message: 'who gets the low stock alert?', context_type: 'workflow', context };
  const [selection] = dataOf(await server.chat(message), 'tool_selection');
  expect(selection?.counts).toMatchObject({ all: allTools.length, context: 28 });
  const offered = selection?.tools ?? [];
  expect(offered.filter((tool) => tool.source === 'ranked').length).toBeGreaterThanOrEqual(4);
  const known = offered.map(({ name }) => name);
  const core = ['list_workflow_rules', 'discover', 'find_tools'];
  expect(known).toEqual(expect.arrayContaining(core));
  expect(requests[0]?.tools.map(({ name }) => name).sort()).toEqual(known.sort());
});

it('turns a draft into a stored preview that passes the dry run; the model never sees its payload', async () => {
  const { requests } = llm.play(...draft);
  const events = await server.chat({ message: 'watch big orders', context_type: 'workflow' });
  const [preview] = dataOf(events, 'workflow_preview');
  const order = names(events);
  expect(dataOf(events, 'tool_call_result').map((one) => one.is_error)).toEqual(
    Array(3).fill(false),
  );
  expect(order.indexOf('workflow_preview')).toBe(order.lastIndexOf('tool_call_result') - 1);
  const workflow = preview?.['workflow'];
  expect(preview).toMatchObject({ is_update: false, workflow: { name: 'Big order watch' } });
  const stored = 'select payload, state from sextant.previews where id = $1';
  const rows = await server.db.query(stored, [preview?.['preview_id']]);
  expect(rows).toEqual([{ payload: workflow, state: 'waiting' }]);
  const dryRun = await server.call('POST /v1/workflow/rules/full?dry_run=true', workflow);
  expect(dryRun.body).toMatchObject({ valid: true, errors: [] });
  const seen = JSON.stringify(requests.at(-1)?.messages.at(-1));
  expect(seen).toContain('preview_sent');
  expect(seen).not.toContain('finance@example.com');
});

it('remembers a conversation: history comes back and used tools stay offered', async () => {
  const conversation_id = newId();
  llm.play([calls('list_my_alerts')], [says('Two alerts.')]);
  const ask = (message: string) => {
    const context = { workflow_id: newId() };
    return server.chat({ message, context_type: 'workflow', conversation_id, context });
  };
  await ask('show me my open alerts');
  const { requests } = llm.play([says('Done.')]);
  const events = await ask('compare the two reorder point rules of the main warehouse for me');
  const [selection] = dataOf(events, 'tool_selection');
  expect(selection?.tools.map((tool) => tool.name)).toContain('list_my_alerts');
  const roles = requests[0]?.messages.map(({ role }) => role);
  expect(roles).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
});

it('stops model and tools at once when the client goes and RUN_GRACE_S is 0', async () => {
  const impatient = await startTestServer({ llm, env: { RUN_GRACE_S: '0' }, db: server.db });
  const aborted = deferred();
  llm.play((_request, signal) => {
    signal.addEventListener('abort', () => aborted.resolve());
    // The answer is endless: only the client's leaving can end it.
    return [says('Hold on'), waitsFor(new Promise(() => {}))];
  });
  const client = new AbortController();
  const { signal } = client;
  const response = await impatient.post({ message: 'hi', context_type: 'workflow' }, { signal });
  await readEvents(response, ({ event }) => event === 'content_chunk');
  client.abort();
  await aborted.promise;
  await impatient.close();
});

import { deferred } from '../../test/support/deferred.js';
import { calls, says } from '../../test/support/scripted-model.js';
import { eventsOf, tool, outline, play, SHOWN } from '../../test/support/loop.js';
import type { ChangeProposal, Tool } from '../agenttools/tool.js';
import { wireName } from './events.js';

const payload = { name: 'Warn', secret_marker: 'PAYLOAD' };
const proposal = { kind: 'note_preview', description: 'A rule that warns.', payload };
const proposing = (preview: ChangeProposal = proposal): Tool =>
  tool('preview_rule', {
    effect: 'propose',
    proposes: preview.kind,
    execute: async () => ({ result: { actions: 2 }, signals: [{ type: 'preview', preview }] }),
  });
const TURNS = [[calls('preview_rule', {}, 'p')], [says('Shown.')]];
const SAVED = { id: 'id', expiresAt: new Date(0), sha256: '', changeSetId: 's', position: 4 };

test('the event comes before the result, and the model never sees the payload', async () => {
  const { llm, events, previews, results, recorded } = await play(TURNS, { tools: [proposing()] });
  expect(outline(events).slice(2, 6).join(', ')).toBe(
    'tool_call_start p, note_preview, tool_call_result p, message_start 2',
  );
  expect(eventsOf(events, 'note_preview')).toEqual([
    { ...SHOWN, description: 'A rule that warns.', note: proposal.payload, is_update: false },
  ]);
  const ids = { runId: 'run-1', conversationId: 'conversation-1', toolUseId: 'p' };
  const asked = { source: 'test', caller: { userId: 'user-1' } };
  const origin = { ...ids, ...asked, trace: expect.any(Function) };
  expect(previews).toEqual([{ origin, preview: proposal }]);
  expect(results[0]?.result).toMatchObject({ status: 'preview_sent', ref: 'change_1', actions: 2 });
  expect(JSON.stringify([llm.requests, recorded])).not.toContain('PAYLOAD');
  expect(JSON.stringify(llm.last)).toContain('preview_sent');
});

test('values are traced in what was said and read before; what a draft answers is the model’s own', async () => {
  const body = { to: 'anna@example.com', cc: 'bob@example.com', from: 'me@example.com' };
  const answering = (name: string, effect: 'read' | 'draft', result: object) =>
    tool(name, { effect, execute: async () => ({ result }) });
  const tools = [
    answering('look', 'read', { contact: { mail: body.to } }),
    answering('sketch', 'draft', { cc: body.cc }),
    proposing({ ...proposal, payload: body }),
  ];
  const turns = [[calls('look', {}, 'l')], [calls('sketch', {}, 's')], ...TURNS];
  const request = { message: 'Write it from me@example.com.' };
  const read = { origin: 'read', tool: 'look', tool_use_id: 'l', path: '/contact/mail' };
  expect((await play(turns, { tools, request })).previews[0]?.origin.trace?.(body)).toEqual([
    { path: '/to', origin: 'read', found: [read] },
    { path: '/cc', origin: 'none', found: [] },
    { path: '/from', origin: 'user', found: [{ origin: 'user' }] },
  ]);
});

const DONE = { state: 'accepted', result: { id: '7' } };
const FAILED = { state: 'failed', error: { code: 'platform_error' } };
const UNKNOWN = { state: 'unknown', error: { code: 'preview_unknown' } };
const NEEDED = { status: 'preview_sent', note: expect.stringContaining('"lead"') };
test.each([
  [{ decided: DONE }, { status: 'applied', result: DONE.result }, DONE],
  [{ decided: FAILED }, { status: 'not_applied', error: FAILED.error }, { state: 'failed' }],
  [{ decided: UNKNOWN }, { status: 'unknown' }, { state: 'unknown' }],
  [{ approverRole: 'lead' }, NEEDED, { approval: { role: 'lead', state: 'needed' } }],
])('a policy decided: %j', async (policy, told, data) => {
  const deps = { previews: { saveAll: async () => [{ ...SAVED, ...policy }] } } as object;
  const { llm, events, results } = await play(TURNS, { tools: [proposing()], deps });
  expect(results[0]?.result).toMatchObject({ ...told, ref: 'change_4', actions: 2 });
  expect(JSON.stringify(llm.last)).toContain(`"ref\\":\\"change_4`);
  expect(events.find(({ type }) => type === 'plugin_event')).toMatchObject({ data });
});

test('a change of something stored names it, and the event has the further fields', async () => {
  const table: ChangeProposal = {
    kind: 'list_preview',
    description: 'Sorted.',
    payload: { name: 'Orders', items: ['bread'] },
    targetId: 'list-9',
    extra: { name: 'Orders', rows: [{ id: 1 }], preview_id: 'forged', is_update: false },
  };
  const { events } = await play(TURNS, { tools: [proposing(table)] });
  const own = { items: ['bread'], list_id: 'list-9', name: 'Orders', rows: [{ id: 1 }] };
  expect(eventsOf(events, 'list_preview')).toEqual([
    { ...SHOWN, description: 'Sorted.', ...own, is_update: true },
  ]);
});

test('is stored before it is shown', async () => {
  const order: string[] = [];
  const saving = deferred();
  const saveAll = async () => {
    setImmediate(() => saving.resolve());
    await saving.promise;
    order.push('stored');
    return [SAVED];
  };
  const onEvent = (event: Parameters<typeof wireName>[0]) => void order.push(wireName(event));
  await play(TURNS, { tools: [proposing()], deps: { previews: { saveAll } }, onEvent });
  expect(order.indexOf('stored')).toBe(order.indexOf('note_preview') - 1);
});

test('that cannot be stored is not shown: the call failed, the chat continues', async () => {
  const saveAll = () => Promise.reject(new Error('disk full at /var/lib'));
  const asked = [calls('get', {}, 'g'), calls('preview_rule', {}, 'p'), calls('get', {}, 'h')];
  const { llm, events, results, end } = await play([asked, [says('I could not show it.')]], {
    tools: [proposing(), tool('get')],
    deps: { previews: { saveAll } },
  });
  expect(eventsOf(events, 'note_preview')).toEqual([]);
  expect(results.map(({ is_error }) => is_error)).toEqual([false, true, false]);
  const message = expect.stringContaining('preview_rule could not be stored');
  expect(results[1]?.result).toEqual({ error: { code: 'tool_failed', message, details: [] } });
  expect(JSON.stringify(llm.last.messages)).not.toMatch(/preview_sent|PAYLOAD|disk full/);
  expect(end.type).toBe('message_complete');
});

test('validation errors of a table go to the user before the result', async () => {
  const errors = [{ path: 'columns.0', message: 'has no type' }];
  const event = 'table_config_validation_error';
  const signal = { type: 'event', event, data: { errors } } as const;
  const execute = async () => ({ result: { valid: false }, signals: [signal], isError: true });
  const { events, results } = await play(TURNS, { tools: [tool('preview_rule', { execute })] });
  expect(outline(events).slice(3, 5)).toEqual([signal.event, 'tool_call_result p']);
  expect(eventsOf(events, signal.event)).toEqual([{ tool_use_id: 'p', errors }]);
  expect(results[0]).toMatchObject({ is_error: true, result: { valid: false } });
});

const signalling = (event: string) =>
  tool('preview_rule', {
    execute: async () => ({ result: {}, signals: [{ type: 'event', event, data: { turns: 9 } }] }),
  });
test.each(['message_complete', 'error', 'change_preview', 'question', 'a\ndata: {}', ''])(
  'a tool cannot send the event %j of the server: its call failed, and the run goes on',
  async (event) => {
    const { events, results, end } = await play(TURNS, { tools: [signalling(event)] });
    expect(events.filter(({ type }) => type === 'plugin_event')).toEqual([]);
    const message = expect.stringContaining(JSON.stringify(event));
    expect(results[0]).toMatchObject({ is_error: true, result: { error: { message } } });
    expect(end).toMatchObject({ type: 'message_complete', data: { turns: 2 } });
  },
);

test('where a page is to go is for a tool to say', async () => {
  const { events } = await play(TURNS, { tools: [signalling('ui_action')] });
  expect(eventsOf(events, 'ui_action')).toEqual([{ tool_use_id: 'p', turns: 9 }]);
});

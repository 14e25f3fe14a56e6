import { useOpened } from '../../../test/support/use-opened.js';
import { refused } from '../../../test/support/refused.js';
import { AppError } from '../../foundation/errors.js';
import { newId } from '../../foundation/ids.js';
import type { LlmMessage, LlmProvider } from '../../llm/types.js';
import { PgConversationStore } from '../../store/conversations.store.js';
import type { Database } from '../../store/database.js';
import { openTestDatabase } from '../../../test/support/database.js';
import { deferred } from '../../../test/support/deferred.js';
import { calls, says, ScriptedModel, waitsFor } from '../../../test/support/scripted-model.js';
import { tool } from '../../../test/support/loop.js';
import { eventsIn, HandTimer, openRunsOn, textOf } from '../../../test/support/runs.js';
import type { ChatRequest } from '../chat.model.js';
import { beforeLast, type RunsService } from './runs.service.js';
import { withNotes } from '../../foundation/user-messages.js';

let caller: { userId: string };
const db = useOpened(() => openTestDatabase('store'));
beforeEach(() => void (caller = { userId: newId() }));

const never = new Promise(() => {});
const open = () => new AbortController().signal;
const hello = { message: 'hello', contextType: 'notes', requestContext: {}, history: [] };
const chat = (parts: Partial<ChatRequest> = {}): ChatRequest => {
  return { ...hello, conversationId: undefined, ...parts };
};

const setLease = (runId: string, until: string) =>
  db.query(`update sextant.runs set lease_until = ${until} where id = $1`, [runId]);

const framesOf = async (runId: string): Promise<string> => {
  const stored = 'select frames from sextant.run_events where run_id = $1 order by first_seq';
  const rows = await db.query<{ frames: string }>(stored, [runId]);
  return rows.map(({ frames }) => frames).join('');
};

const readAll = async (service: RunsService, runId: string, after = 0): Promise<string> =>
  textOf(await service.follow(caller.userId, runId, after, open()));

async function runToEnd(llm: LlmProvider, parts: Partial<ChatRequest> = {}) {
  const { service } = openRunsOn(db, llm);
  return eventsIn(await readAll(service, await service.start(chat(parts), caller)));
}

async function said(conversationId: string): Promise<LlmMessage[]> {
  const { messages } = await new PgConversationStore(db).open(caller.userId, conversationId, 'x');
  return messages as unknown as LlmMessage[];
}

test('a conversation is stored with its terminal event and continues with the next message', async () => {
  const conversationId = newId();
  const llm = new ScriptedModel([[calls('discover', {}, 'd')], [says('One.')], [says('Two.')]]);
  const { service } = openRunsOn(db, llm);
  const first = await service.start(chat({ conversationId }), caller);
  for await (const frame of await service.follow(caller.userId, first, 0, open()))
    if (frame.includes('event: message_complete'))
      expect(await said(conversationId)).toHaveLength(4);
  const stored = await said(conversationId);
  expect(stored.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  const again = chat({ message: 'and now?', conversationId });
  await readAll(service, await service.start(again, caller));
  llm.expectUsedUp();
  expect(llm.last.messages).toEqual([...stored, { role: 'user', content: 'and now?' }]);
  expect(await said(conversationId)).toHaveLength(6);
});

test("a conversation: what is stored counts, a page's own history only when nothing is", async () => {
  const llm = new ScriptedModel([[says('a')], [says('b')]]);
  const page = { role: 'user', content: 'from the page' } as const;
  const history = [{ role: 'assistant', content: 'Welcome!' } as const, page];
  const request = { history, conversationId: newId() };
  await runToEnd(llm, request);
  await runToEnd(llm, request);
  const asked = llm.requests.map(({ messages }) => messages.map(({ content }) => content).join());
  expect(asked).toEqual(['from the page,hello', 'hello,a,hello']);
});

test('a long history is trimmed', async () => {
  const conversationId = newId();
  const question = { role: 'user', content: 'x'.repeat(20_000) };
  const exchange = [question, { role: 'assistant', content: 'ok' }];
  const store = new PgConversationStore(db);
  await store.open(caller.userId, conversationId, 'notes');
  const long = [exchange, exchange, exchange, exchange].flat();
  await store.append(caller.userId, conversationId, long);
  const llm = new ScriptedModel([[says('a')]]);
  await runToEnd(llm, { conversationId });
  expect(llm.last.messages).toHaveLength(5);
});

test('a conversation that cannot be stored ends its run with an error that says so', async () => {
  const failing: Database = {
    ...db,
    query: async (text, values) => {
      const said = (value: unknown) => typeof value === 'string' && value.includes('"role"');
      if (values?.flat().some(said)) throw new Error('10.0.0.1 is gone');
      return db.query(text, values);
    },
  };
  const { service, registry } = openRunsOn(failing, new ScriptedModel([[says('a')]]));
  const runId = await service.start(chat(), caller);
  const text = await readAll(service, runId);
  const events = eventsIn(text);
  expect(events.map(({ type }) => type).slice(-2)).toEqual(['content_chunk', 'error']);
  expect(events.at(-1)?.data).toMatchObject({ code: 'database_error', retryable: true });
  expect(text).not.toContain('10.0.0.1');
  expect(await readAll(service, runId)).toBe(text);
  expect(await service.state(caller.userId, runId)).toMatchObject({ state: 'failed' });
  expect(registry.ids.length).toBe(0);
});

test('a run can be cancelled: answered when it has stopped, what was said is stored', async () => {
  const conversationId = newId();
  const { service, registry } = openRunsOn(db, new ScriptedModel([[waitsFor(never)]]));
  const runId = await service.start(chat({ conversationId }), caller);
  const reading = readAll(service, runId);
  const run = await service.cancel(caller.userId, runId, open());
  expect(run).toMatchObject({ state: 'cancelled', endedAt: expect.any(Date) });
  expect(registry.ids.length).toBe(0);
  const events = eventsIn(await reading);
  expect(events.at(-1)).toMatchObject({ id: run.lastSeq, data: { code: 'cancelled' } });
  expect(await said(conversationId)).toEqual([
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: '[stopped: The run was cancelled.]', isNote: true },
  ]);
  // Again, of a run that has ended: its state.
  expect(await service.cancel(caller.userId, runId, open())).toEqual(run);
});

test('a run ends with shutting_down when the server stops, which waits for it', async () => {
  const { service, registry } = openRunsOn(db, new ScriptedModel([[waitsFor(never)]]));
  const runId = await service.start(chat(), caller);
  await registry.stop(10_000);
  expect(registry.ids.length).toBe(0);
  const events = eventsIn(await readAll(service, runId));
  expect(events.at(-1)).toMatchObject({ data: { code: 'shutting_down', retryable: true } });
});

async function leaving(graceMs: number) {
  const hand = new HandTimer();
  const llm = new ScriptedModel([[says('Hold on'), waitsFor(never)]]);
  const runs = openRunsOn(db, llm, { graceMs, timer: hand.timer });
  const runId = await runs.service.start(chat(), caller);
  const client = new AbortController();
  const read = textOf(await runs.service.follow(caller.userId, runId, 0, client.signal));
  return { ...runs, hand, runId, client, read, live: runs.registry.get(runId) };
}

test('a run whose readers leave is ended at once without a grace time', async () => {
  const { live, runId, client, service, read } = await leaving(0);
  client.abort();
  expect(live?.stop.signal.aborted).toBe(true);
  await live?.ended;
  await read;
  expect(await service.state(caller.userId, runId)).toMatchObject({ state: 'cancelled' });
});

test('a run whose readers leave is not ended without a grace time while it is read on another server', async () => {
  const { hand, live, runId, client, service } = await leaving(0);
  live?.watch();
  client.abort();
  hand.fire();
  expect(live?.stop.signal.aborted).toBe(false);
  await service.cancel(caller.userId, runId, open());
});

test('a run whose readers leave continues for the grace time and is ended after it', async () => {
  const { hand, live, runId, client, service } = await leaving(30_000);
  client.abort();
  expect(live?.stop.signal.aborted).toBe(false);
  expect(hand.set.map(({ ms }) => ms)).toEqual([30_000]);
  hand.fire();
  await live?.ended;
  const run = await service.state(caller.userId, runId);
  expect(run.state).toBe('cancelled');
  expect(eventsIn(await readAll(service, runId)).at(-1)).toMatchObject({ id: run.lastSeq });
});

test('a run whose readers leave is not ended when somebody comes back, here or on another server', async () => {
  const { hand, live, runId, client, service } = await leaving(30_000);
  client.abort();
  const back = new AbortController();
  const again = textOf(await service.follow(caller.userId, runId, 0, back.signal));
  expect(hand.set).toEqual([]);
  back.abort();
  await again;
  live?.watch();
  hand.fire();
  expect(hand.set.map(({ ms }) => ms)).toEqual([30_000]);
  expect(live?.stop.signal.aborted).toBe(false);
  await service.cancel(caller.userId, runId, open());
});

test('an idempotency key with another request is refused; of another user it is another key', async () => {
  const { service } = openRunsOn(db, new ScriptedModel([[says('a')], [says('b')]]));
  const key = newId();
  const first = await service.start(chat(), caller, key);
  const other = service.start(chat({ message: 'other' }), caller, key);
  await expect(other).rejects.toMatchObject({ code: 'conflict' });
  await readAll(service, first);
  caller = { userId: newId() };
  const second = await service.start(chat({ message: 'other' }), caller, key);
  expect(second).not.toBe(first);
  await readAll(service, second);
});

test('two servers: a run of one is read on the other as it goes, resumed there, and cancelled there', async () => {
  const go = deferred();
  const turn = [says('one'), waitsFor(go.promise), says('two'), waitsFor(never)];
  const a = openRunsOn(db, new ScriptedModel([turn]));
  const b = openRunsOn(db, new ScriptedModel([]));
  const runId = await a.service.start(chat(), caller);
  const onA = readAll(a.service, runId);
  let text = '';
  const watch = (async () => {
    for await (const frame of await b.service.follow(caller.userId, runId, 0, open())) {
      text += frame;
      if (text.includes('"one"')) go.resolve();
    }
  })();
  while (!text.includes('"two"')) await new Promise((resolve) => setImmediate(resolve));
  const cancelled = b.service.cancel(caller.userId, runId, open());
  while (a.registry.ids.length > 0) await a.keeper.cancelRequested();
  expect((await cancelled).state).toBe('cancelled');
  await watch;
  expect(text).toBe(await onA);
  expect(await readAll(b.service, runId, 2)).toBe(await readAll(a.service, runId, 2));
});

test('two servers: a clock that jumps by an hour ends no run whose server lives', async () => {
  const go = deferred();
  const a = openRunsOn(db, new ScriptedModel([[waitsFor(go.promise), says('still here')]]));
  const b = openRunsOn(db, new ScriptedModel([]));
  const runId = await a.service.start(chat(), caller);
  const reading = readAll(a.service, runId);
  for (const hour of [1, 2]) {
    await setLease(runId, `lease_until - ${hour} * interval '1 hour'`);
    await Promise.all([a.keeper.interruptDead(false), b.keeper.interruptDead(false)]);
    await a.log.renewLeases([runId]);
  }
  await Promise.all([a.keeper.interruptDead(false), b.keeper.interruptDead(false)]);
  go.resolve();
  expect(await reading).toContain('still here');
  expect((await b.service.state(caller.userId, runId)).state).toBe('completed');
});

test('two servers: a run whose server died ends with exactly one interrupted event, and its owner is heard no more', async () => {
  const conversationId = newId();
  const go = deferred();
  const a = openRunsOn(db, new ScriptedModel([[says('one'), waitsFor(go.promise), says('two')]]));
  const runId = await a.service.start(chat({ conversationId }), caller);
  const onA = readAll(a.service, runId);
  const b = openRunsOn(db, new ScriptedModel([]));
  const onB = readAll(b.service, runId);
  // What is stored later renews the lease.
  while (!(await framesOf(runId)).includes('"one"'));
  await b.keeper.interruptDead(false);
  expect((await b.service.state(caller.userId, runId)).state).toBe('running');
  await setLease(runId, "now() - interval '1 s'");
  await b.keeper.interruptDead(false);
  expect((await b.service.state(caller.userId, runId)).state).toBe('running');
  await a.keeper.interruptDead(false);
  await Promise.all([a.keeper.interruptDead(false), b.keeper.interruptDead(false)]);
  const text = await onB;
  const events = eventsIn(text);
  expect(events.filter(({ type }) => type === 'error')).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({ data: { code: 'interrupted', retryable: true } });
  expect(events.map(({ id }) => id)).toEqual(events.map((_event, index) => index + 1));
  expect((await said(conversationId)).map(({ role }) => role)).toEqual(['user', 'assistant']);
  // The server was only slow: what it still says reaches nobody.
  go.resolve();
  expect(await onA).toBe(text);
  expect(await readAll(b.service, runId)).toBe(text);
});

test('a reader far behind a live run gets from the database what has left memory', async () => {
  const long = Array.from({ length: 600 }, (_, n) => says(`${n} ${'x'.repeat(1000)}`));
  const llm = new ScriptedModel([[...long, says('last'), waitsFor(never)]]);
  const { service, registry } = openRunsOn(db, llm);
  const runId = await service.start(chat(), caller);
  const onTime = readAll(service, runId);
  const live = registry.get(runId);
  while (!live?.canServe(caller.userId, 604)) await new Promise((resolve) => setImmediate(resolve));
  expect(live.window.since(0)).toBeUndefined();
  const late = readAll(service, runId);
  await new Promise((resolve) => setImmediate(resolve));
  await service.cancel(caller.userId, runId, open());
  expect(eventsIn(await late)).toHaveLength(605);
  expect(await late).toBe(await onTime);
});

test('a run whose events can no longer be stored stops, its readers are told, and it ends as interrupted', async () => {
  let broken = false;
  const failing: Database = {
    ...db,
    query: async (text, values) => {
      if (broken && text.includes('insert into')) throw new Error('read-only');
      return db.query(text, values);
    },
    transaction: (work) => (broken ? Promise.reject(new Error('read-only')) : db.transaction(work)),
  };
  const go = deferred();
  const turn = [says('stored'), waitsFor(go.promise), says('lost'), waitsFor(never)];
  const { service, registry } = openRunsOn(failing, new ScriptedModel([turn]));
  const runId = await service.start(chat(), caller);
  let text = '';
  const reading = (async () => {
    for await (const frame of await service.follow(caller.userId, runId, 0, open())) text += frame;
  })();
  while (!text.includes('"stored"')) await new Promise((resolve) => setImmediate(resolve));
  broken = true;
  go.resolve();
  await registry.get(runId)?.ended;
  await refused(reading, 'database_error', /could not be stored/);
  expect(text).not.toContain('"lost"');
  await setLease(runId, "now() - interval '1 s'");
  const { keeper } = openRunsOn(db, new ScriptedModel([]));
  await keeper.interruptDead(false);
  await keeper.interruptDead(false);
  text = await readAll(service, runId);
  expect(text).not.toContain('"lost"');
  expect(eventsIn(text).at(-1)?.data).toMatchObject({ code: 'interrupted' });
  expect(eventsIn(text).filter(({ type }) => type === 'error')).toHaveLength(1);
});

const state = (runId: string) =>
  db.query<{ state: string }>('select state from sextant.tool_calls where run_id = $1', [runId]);

test('tool calls are on record in their order; a write is stored as started before it runs', async () => {
  let seen: unknown;
  let runId = '';
  const change = tool('discover', {
    effect: 'draft',
    execute: async () => ({ result: (seen = await state(runId)) }),
  });
  const turn = [calls('discover', {}, 'z\0'), calls('unheard_of', {}, 'a')];
  const llm = new ScriptedModel([turn, [says('done')]]);
  const { service } = openRunsOn(db, llm, { tools: [change] });
  runId = await service.start(chat(), caller);
  await readAll(service, runId);
  expect(seen).toEqual([{ state: 'started' }, { state: 'planned' }]);
  const id = expect.stringMatching(/^call_/);
  expect(await service.calls(await service.state(caller.userId, runId))).toEqual([
    { id, name: 'discover', effect: 'write', state: 'succeeded' },
    { id: 'a', name: 'unheard_of', effect: 'none', state: 'failed' },
  ]);
});

test('tool calls a write under way when the server died is unknown, and the next turn is told', async () => {
  const conversationId = newId();
  const started = deferred();
  const go = deferred();
  const change = tool('discover', {
    effect: 'draft',
    execute: async () => {
      started.resolve();
      await go.promise;
      return { result: 'done' };
    },
  });
  const llm = new ScriptedModel([[calls('discover', {}, 'w')], [says('Changed.')]]);
  const a = openRunsOn(db, llm, { tools: [change] });
  const runId = await a.service.start(chat({ conversationId }), caller);
  const reading = readAll(a.service, runId);
  await started.promise;
  // To the database this is a server that died: another process has it for itself now.
  const b = openRunsOn(db, new ScriptedModel([]), { process: 'another' });
  await b.keeper.interruptDead(true);
  go.resolve();
  await reading;
  expect(await state(runId)).toEqual([{ state: 'unknown' }]);
  const [, note] = await said(conversationId);
  expect(note?.content).toContain('took effect is not known: discover.');
});

test('a run of a dead server that cannot be ended holds up neither the others nor the start', async () => {
  const turns = [[waitsFor(never)], [waitsFor(never)], [waitsFor(never)]];
  const a = openRunsOn(db, new ScriptedModel(turns));
  const ids = await Promise.all(turns.map(() => a.service.start(chat(), caller)));
  const moved = `update sextant.conversations set user_id = 'nobody'
    where id = (select conversation_id from sextant.runs where id = $1)`;
  await db.query(moved, [ids[0]]);
  const b = openRunsOn(db, new ScriptedModel([]), { process: 'another' });
  await b.keeper.start();
  b.keeper.stop();
  const found = await Promise.all(ids.map((id) => b.service.state(caller.userId, id)));
  expect(found.map(({ state }) => state)).toEqual(['running', 'interrupted', 'interrupted']);
  await db.query('delete from sextant.runs where id = $1', [ids[0]]);
});

test('events that were deleted are refused, never skipped', async () => {
  const { service, log } = openRunsOn(db, new ScriptedModel([[says('a')]]));
  const runId = await service.start(chat(), caller);
  const last = eventsIn(await readAll(service, runId)).length;
  await expect(service.follow(caller.userId, runId, last + 1, open())).rejects.toThrow(AppError);
  expect(await readAll(service, runId, last)).toBe('');
  await log.deleteEvents(new Date(Date.now() - 60_000));
  expect(await readAll(service, runId)).not.toBe('');
  await db.query("update sextant.runs set ended_at = now() - interval '1 h'");
  await log.deleteEvents(new Date(Date.now() - 60_000));
  await expect(service.follow(caller.userId, runId, 1, open())).rejects.toMatchObject({
    code: 'run_gone',
    message: expect.stringContaining(`The events 2 to ${last} of run`),
  });
});

const user = (content: string): LlmMessage => ({ role: 'user', content });
const answer = (content: string): LlmMessage => ({ role: 'assistant', content });

test('what was said before a message is what stood before the newest message of the same words', () => {
  const messages = [user('a'), answer('1'), user('b'), answer('2'), user('a'), answer('3')];
  expect(beforeLast(messages, 'a')).toEqual({ messages: messages.slice(0, 4), notes: [] });
  expect(beforeLast(messages, 'b')).toEqual({ messages: messages.slice(0, 2), notes: [] });
});

test('what was said before a message keeps what the model was told with the message that goes', () => {
  const notes = ['Preview 1 was accepted', 'Preview 2 was rejected'];
  const messages = [user('a'), answer('1'), user(withNotes(notes, 'b')), answer('2')];
  expect(beforeLast(messages, 'b')).toEqual({ messages: messages.slice(0, 2), notes });
});

test('what was said before a message is everything where the message was never said', () => {
  const messages = [user('a'), answer('b')];
  expect(beforeLast(messages, 'b')).toEqual({ messages });
});

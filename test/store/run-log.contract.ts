import fc from 'fast-check';
import { holds } from '../support/property.js';
import { newId } from '../../src/foundation/ids.js';
import { PgConversationStore } from '../../src/store/conversations.store.js';
import type { Database } from '../../src/store/database.js';
import { RUN_CHANNEL } from '../../src/store/run-notices.js';
import { PgRunLog } from '../../src/store/run-log/run-log.store.js';
import type { FrameBatch, NewRun } from '../../src/store/run-log/run-log.model.js';
import { refused } from '../support/refused.js';
import { useOpened } from '../support/use-opened.js';

export function runLogContract(open: () => Promise<Database>): void {
  const db = useOpened(open);
  let statements = 0;
  /** Counts them, but for those that only tell other servers. */
  const counted = (): Database => ({
    ...db,
    query: (text, values, name) => {
      if (!text.startsWith('select pg_notify')) statements += 1;
      return db.query(text, values, name);
    },
  });

  const logOn = (on: Database = db, process = 'test', ...rest: [] | [number, number?]) => {
    const [leaseMs = 60_000, pageBytes] = rest;
    return new PgRunLog(on, { process, instanceId: newId() }, leaseMs, pageBytes);
  };

  function newRun(): NewRun {
    const request = { idempotencyKey: undefined, requestHash: '' };
    const named = { id: newId(), userId: 'user', conversationId: newId(), opensConversation: true };
    return { ...named, contextType: 'workflow', message: 'hello', ...request };
  }

  /** A run whose batches have one event each, of these lengths in bytes. */
  async function stored(log: PgRunLog, lengths: readonly number[]): Promise<NewRun> {
    const run = newRun();
    await log.create(run);
    for (const [at, length] of lengths.entries()) {
      // Two bytes for each sign: bytes are counted, not characters.
      const text = 'ü'.repeat(length / 2);
      expect(await log.append(run, { first: at + 1, last: at + 1, text }, [])).toBe(true);
    }
    return run;
  }

  test('who may not read the schema does not learn which channel servers speak on', async () => {
    const name = `select ${RUN_CHANNEL} as name`;
    const asStranger = db.transaction(async (tx) => {
      await tx.query('set local role pg_signal_backend');
      return tx.query(name);
    });
    await expect(asStranger).rejects.toMatchObject({ code: '42501' });
    const named = { name: expect.stringMatching(/^sextant_runs_\d{5,}$/) };
    expect(await db.query(name)).toEqual([named]);
  });

  test('a run whose conversation was deleted since it was opened is refused like an unknown one', async () => {
    const log = logOn();
    const run = { ...newRun(), opensConversation: false };
    await new PgConversationStore(db).open(run.userId, run.conversationId, run.contextType);
    await db.query('delete from sextant.conversations where id = $1', [run.conversationId]);
    await refused(log.create(run), 'not_found', run.conversationId);
    expect(await log.find(run.userId, run.id)).toBeUndefined();
  });

  test('of two runs under one key at once one is stored, and only its conversation and first event', async () => {
    const log = logOn();
    const began = { idempotencyKey: 'one key', opening: 'first' };
    const runs = [newRun(), newRun()].map((run) => ({ ...run, ...began }));
    const stored = await Promise.all(runs.map((run) => log.create(run)));
    expect([...stored].sort()).toEqual([false, true]);
    const known = 'select id from sextant.conversations where id = any ($1)';
    const opened = await db.query(known, [runs.map((run) => run.conversationId)]);
    const run = runs[stored.indexOf(true)]!;
    expect(opened).toEqual([{ id: run.conversationId }]);
    expect(await log.append(run, { first: 2, last: 2, text: 'second' }, [])).toBe(true);
    const { batches } = await log.read(run.id, 0);
    expect(batches).toMatchObject([
      { first: 1, text: 'first' },
      { first: 2, text: 'second' },
    ]);
  });

  test('pages are whole batches in order, and only the last of a page passes its size', async () => {
    const length = fc.integer({ min: 1, max: 60 }).map((half) => 2 * half);
    const cases = fc.record({
      lengths: fc.array(length, { maxLength: 24 }),
      pageBytes: fc.integer({ min: 1, max: 400 }),
    });
    await holds([cases], { numRuns: 12 }, async ({ lengths, pageBytes }) => {
      const log = logOn(db, 'test', 60_000, pageBytes);
      const { id } = await stored(log, lengths);
      const read: FrameBatch[] = [];
      while (read.length < lengths.length) {
        const { batches, lastSeq } = await log.read(id, read.length);
        expect(lastSeq).toBe(lengths.length);
        const before = batches.slice(0, -1).map(({ text }) => Buffer.byteLength(text));
        expect(before.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(pageBytes);
        expect(batches.length).toBeGreaterThan(0);
        read.push(...batches);
      }
      expect(read.map(({ first }) => first)).toEqual(lengths.map((_length, at) => at + 1));
      expect(read.map(({ text }) => Buffer.byteLength(text))).toEqual(lengths);
      expect(await log.read(id, lengths.length)).toMatchObject({ state: 'running', batches: [] });
    });
  });

  test('runs that write at once go together, each with an outcome of its own', async () => {
    const log = logOn(counted());
    const runs = await Promise.all(Array.from({ length: 30 }, () => stored(log, [2])));
    const foreign = await stored(logOn(db, 'another'), [2]);
    statements = 0;
    const batch = { first: 2, last: 4, text: 'abc' };
    const answers = await Promise.all([
      ...runs.map((run) => log.append(run, batch, [])),
      log.append(foreign, batch, []),
      log.append(runs[0]!, { first: 9, last: 9, text: 'too early' }, []),
    ]);
    expect(answers).toEqual([...runs.map(() => true), false, false]);
    // Two asked whether their batch is there already.
    expect(statements).toBe(3);
    const pages = await Promise.all([...runs, foreign].map(({ id }) => log.read(id, 1)));
    expect(pages).toEqual([
      ...runs.map(() => ({ state: 'running', lastSeq: 4, batches: [batch] })),
      { state: 'running', lastSeq: 1, batches: [] },
    ]);
    expect(statements).toBe(4);
  });

  test('runs that end at once in one conversation each leave their messages together, and once', async () => {
    const log = logOn();
    const first = await stored(log, [2]);
    const { conversationId } = first;
    const runs = [first];
    while (runs.length < 12) {
      const run = { ...newRun(), conversationId, opensConversation: false };
      await log.create(run);
      await log.append(run, { first: 1, last: 1, text: 'x' }, []);
      runs.push(run);
    }
    const messagesOf = ({ id }: NewRun) =>
      [1, 2, 3].map((nth) => ({ role: 'user', content: id, nth }));
    const end = (run: NewRun) => {
      const ended = { state: 'completed' as const, messages: messagesOf(run) };
      return log.append(run, { first: 2, last: 2, text: 'end' }, [], ended);
    };
    expect(await Promise.all(runs.map(end))).toEqual(runs.map(() => true));
    // As after an answer that was lost.
    expect(await end(first)).toBe(true);
    const { messages } = await new PgConversationStore(db).open('user', conversationId, 'workflow');
    expect(messages).toHaveLength(36);
    for (const run of runs) {
      const at = messages.findIndex(({ content }) => content === run.id);
      expect(messages.slice(at, at + 3)).toEqual(messagesOf(run));
    }
  });

  test('runs that begin and end at once go together, each with an outcome of its own', async () => {
    const log = logOn(counted());
    const runs = Array.from({ length: 20 }, newRun);
    // The zero character is none of text.
    const refused = { ...newRun(), userId: 'no text: \0' };
    const created = await Promise.allSettled([...runs, refused].map((run) => log.create(run)));
    const statuses = created.map(({ status }) => status);
    expect(statuses).toEqual([...runs.map(() => 'fulfilled'), 'rejected']);
    statements = 0;
    const foreign = await stored(logOn(db, 'x', 1), []);
    const call = { id: 'a', name: 'look', effect: 'read', state: 'succeeded' };
    const end = ({ id }: NewRun) => ({
      state: 'completed' as const,
      messages: [{ role: 'user', content: id }, { role: 'assistant' }],
    });
    const batch = { first: 1, last: 2, text: 'both' };
    const ended = [...runs, foreign].map((run) => log.append(run, batch, [call], end(run)));
    expect(await Promise.all(ended)).toEqual([...runs.map(() => true), false]);
    // All of them, and whether the foreign one is there already.
    expect(statements).toBe(2);
    const conversations = new PgConversationStore(db);
    for (const run of runs) {
      expect(await log.read(run.id, 0)).toMatchObject({ state: 'completed', batches: [batch] });
      expect(await log.calls(run.id)).toEqual([call]);
      const { messages } = await conversations.open('user', run.conversationId, 'workflow');
      expect(messages).toEqual(end(run).messages);
    }
    expect(await log.read(foreign.id, 0)).toMatchObject({ state: 'running', batches: [] });
  });

  test('events of ended runs are deleted some runs at a time, and each run is looked at once', async () => {
    await db.query(
      `with ended as (
         insert into sextant.runs (id, user_id, context_type, message, state, request_hash, ended_at)
         select gen_random_uuid(), 'old', 'workflow', '', 'completed', '',
           -- Ends that are one to a clock of milliseconds, and the same end many times over.
           timestamptz '2020-01-01T00:00Z' + nth % 3 * interval '1 microsecond' from generate_series(1, 1101) as nth
         returning id
       )
       insert into sextant.run_events select id, 1, 1, 'x' from ended`,
    );
    const log = logOn(counted());
    const left = `select 1 from sextant.run_events
      where run_id in (select id from sextant.runs where user_id = 'old')`;
    const events = async () => (await db.query(left)).length;
    await log.deleteEvents(new Date('2020-01-01'));
    expect(await events()).toBe(1101);
    statements = 0;
    await log.deleteEvents(new Date('2020-01-02'));
    expect([await events(), statements]).toEqual([0, 4]);
    await log.deleteEvents(new Date('2020-01-02'));
    expect(statements).toBe(5);
  });

  test('a run that is not there is said to be gone', () =>
    expect(logOn().read(newId(), 0)).rejects.toMatchObject({ code: 'run_gone' }));
}

import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import type { AgentEvent } from '../../agentloop/events.js';
import type { FrameBatch, RunEnd, StoredCall } from '../../store/run-log/run-log.model.js';
import { eventsIn } from '../../../test/support/runs.js';
import { framesAfter } from './run-reader.js';
import { FrameWindow } from './notifier.js';
import { GroupCommit } from './run-writer.js';

const chunk = (text: string): AgentEvent => ({ type: 'content_chunk', data: { chunk: text } });
const END: AgentEvent = {
  type: 'message_complete',
  data: { finish_reason: 'stop', turns: 1, usage: { input_tokens: 0, output_tokens: 0 } },
};
const ended: RunEnd = { state: 'completed', messages: [] };

/** A store whose writes take as many turns of the loop, or fail, as the test says. */
class SlowStore {
  readonly written: FrameBatch[] = [];
  readonly seen: FrameBatch[] = [];
  readonly calls: StoredCall[] = [];
  writes = 0;
  atOnce = 0;
  readonly commit = new GroupCommit(
    (batch, calls) => this.write(batch, calls),
    (batch) => void this.seen.push(batch),
    (error) => void this.failures.push(error.message),
  );
  readonly failures: string[] = [];

  constructor(private readonly waits: (number | 'fail' | 'lost answer' | 'not ours')[]) {}

  private async write(batch: FrameBatch, calls: readonly StoredCall[]): Promise<boolean> {
    this.writes += 1;
    this.atOnce += 1;
    expect(this.atOnce).toBe(1);
    const wait = this.waits.shift() ?? 0;
    for (let turn = 0; turn < Number(wait); turn += 1) await turnOfLoop();
    this.atOnce -= 1;
    if (wait === 'fail') throw new Error('down');
    if (wait === 'not ours') return false;
    if (batch.text !== '' && !this.keep(batch)) return false;
    this.calls.push(...calls);
    if (wait === 'lost answer') throw new Error('lost');
    return true;
  }

  private keep(batch: FrameBatch): boolean {
    const last = this.written.at(-1);
    if (last?.last !== batch.first - 1 && this.written.length > 0)
      return last?.first === batch.first && last.text === batch.text;
    this.written.push(batch);
    return true;
  }
}

const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve));
const textOf = (batches: readonly FrameBatch[]) => batches.map(({ text }) => text).join('');

test('a slow database keeps order, misses nothing, and gathers: readers see what is stored and no more', async () => {
  const texts = fc.array(fc.string({ unit: 'binary' }), { maxLength: 40 });
  const waits = fc.array(fc.nat({ max: 6 }), { maxLength: 40 });
  const pauses = fc.infiniteStream(fc.nat({ max: 2 }));
  await holds([texts, waits, pauses], { numRuns: 60 }, async (all, slow, pause) => {
    const store = new SlowStore(slow);
    for (const text of all) {
      store.commit.append(chunk(text));
      expect(store.seen).toEqual(store.written.slice(0, store.seen.length));
      for (let turn = pause.next().value ?? 0; turn > 0; turn -= 1) await turnOfLoop();
    }
    expect(await store.commit.end(END, ended)).toBe(all.length + 1);
    expect(store.commit.pending).toBe(0);
    expect(store.seen).toEqual(store.written);
    const events = eventsIn(textOf(store.written));
    expect(events.map(({ id }) => id)).toEqual([...all, ''].map((_text, index) => index + 1));
    const chunks = events.slice(0, -1).map(({ data }) => data);
    expect(chunks).toEqual(all.map((text) => ({ chunk: text })));
  });
});

test('events that come while a write is under way go together in the next, the end too', async () => {
  const store = new SlowStore([20]);
  for (let event = 0; event < 1000; event += 1) store.commit.append(chunk('x'));
  await store.commit.end(END, ended);
  expect(store.written.map(({ first, last }) => [first, last])).toEqual([
    [1, 1],
    [2, 1001],
  ]);
});

test('what comes after the end is not stored, and nobody waits for it for ever', async () => {
  const store = new SlowStore([0, 'not ours']);
  await store.commit.end(END, ended);
  store.commit.append(chunk('late'));
  await expect(store.commit.flush()).rejects.toThrow('another owner');
});

const record = (id: string, state: 'planned' | 'started' | 'succeeded') => {
  return { id, name: 'discover', effect: 'read' as const, state };
};

test('states of calls ride along with the next events, the newest state of each', async () => {
  const store = new SlowStore([]);
  for (const state of ['planned', 'started', 'succeeded'] as const)
    store.commit.note(record('a', state));
  store.commit.note(record('b', 'planned'));
  await turnOfLoop();
  expect(store.writes).toBe(0);
  store.commit.append(chunk('x'));
  await store.commit.settled();
  expect(store.calls).toEqual([record('a', 'succeeded'), record('b', 'planned')]);
  expect(store.writes).toBe(1);
});

test('states of calls are stored without an event when somebody waits for them, and with the end after a failure', async () => {
  const store = new SlowStore([3, 0, 'fail']);
  store.commit.append(chunk('x'));
  store.commit.note(record('a', 'started'));
  await store.commit.flush();
  expect([store.calls, store.writes]).toEqual([[record('a', 'started')], 2]);
  store.commit.note(record('b', 'started'));
  await expect(store.commit.flush()).rejects.toThrow('down');
  await expect(store.commit.flush()).rejects.toThrow('down');
  await store.commit.end(END, ended);
  expect(store.calls).toEqual([record('a', 'started'), record('b', 'started')]);
  expect(eventsIn(textOf(store.seen)).map(({ id }) => id)).toEqual([1, 2]);
});

const FAILURES = ['fail', 'lost answer'] as const;
test.each(FAILURES)('a write that fails (%s) is told once; the end brings it all', async (how) => {
  const store = new SlowStore([0, how]);
  for (const text of ['a', 'b', 'c']) {
    store.commit.append(chunk(text));
    for (let turn = 0; turn < 5; turn += 1) await turnOfLoop();
  }
  expect(store.failures).toHaveLength(1);
  expect(eventsIn(textOf(store.seen))).toHaveLength(1);
  await store.commit.end(END, ended);
  expect(eventsIn(textOf(store.written)).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  expect(store.seen).toEqual(store.written);
});

test('a write that fails because the run has another owner: nothing more is written', async () => {
  const store = new SlowStore([0, 'not ours']);
  for (const text of ['a', 'b']) {
    store.commit.append(chunk(text));
    for (let turn = 0; turn < 5; turn += 1) await turnOfLoop();
  }
  await expect(store.commit.end(END, ended)).rejects.toMatchObject({ name: 'RunLost' });
  expect(store.written).toHaveLength(1);
});

test('a write that fails at the end: another can be tried and gets its number', async () => {
  const store = new SlowStore([0, 'fail']);
  store.commit.append(chunk('a'));
  await store.commit.settled();
  await expect(store.commit.end(END, ended)).rejects.toThrow('down');
  expect(store.commit.pending).toBe(0);
  expect(await store.commit.end(END, ended)).toBe(2);
});

test('for every cut of every batching, what was read and what comes after make the whole', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 });
  await holds([sizes, fc.nat({ max: 400 })], (counts, limit) => {
    const window = new FrameWindow(limit);
    const frames: string[] = [];
    const batches = counts.map((count) => {
      const first = frames.length + 1;
      for (let each = 0; each < count; each += 1) frames.push(`id: ${frames.length + 1}\nx\n\n`);
      return { first, last: frames.length, text: frames.slice(first - 1).join('') };
    });
    for (const batch of batches) window.push(batch);
    for (let cut = 0; cut <= frames.length; cut += 1) {
      const rest = frames.slice(cut).join('');
      const after = (found: FrameBatch[]) => found.map((batch) => framesAfter(batch, cut)).join('');
      expect(after(batches.filter(({ last }) => last > cut))).toBe(rest);
      const inWindow = window.since(cut);
      if (inWindow !== undefined) expect(after(inWindow)).toBe(rest);
    }
    expect(window.since(batches.at(-1)!.first - 1)).toBeDefined();
  });
});

import { AppError } from '../foundation/errors.js';
import { deferred } from '../../test/support/deferred.js';
import { agentWith, eventsOf, runToEnd, tool, type LoopParts } from '../../test/support/loop.js';
import { HandTimer } from '../../test/support/runs.js';
import { calls, says, ScriptedModel } from '../../test/support/scripted-model.js';
import type { CallRecord, CallRecorder } from './call-record.js';

/** Records in memory; `refuse` makes the start of one call fail. */
class Records implements CallRecorder {
  readonly log: string[] = [];
  constructor(private readonly refuse?: string) {}
  note({ id, effect, state }: CallRecord): void {
    this.log.push(`${id} ${effect} ${state}`);
  }
  async start({ id }: CallRecord): Promise<void> {
    this.log.push(`${id} start`);
    if (id === this.refuse) throw new AppError('conflict', 'it was started before.');
  }
}

function run(records: Records, parts: Omit<LoopParts, 'llm'>, ...ids: [string, string][]) {
  const llm = new ScriptedModel([ids.map(([name, id]) => calls(name, {}, id)), [says('done')]]);
  return runToEnd({ llm, ...parts, deps: { calls: records, ...parts.deps } });
}

test('planned with all calls of its turn, started before it runs, ended before its result', async () => {
  const records = new Records();
  const logs = (line: string) => async () => ({ result: records.log.push(line) });
  const tools = [
    tool('look', { execute: logs('look runs') }),
    tool('change', { effect: 'draft', execute: logs('change runs') }),
    tool('break', { effect: 'draft', execute: () => Promise.reject(new Error('broken')) }),
  ];
  const onEvent = ({ type }: { type: string }) => {
    if (type === 'tool_call_result') records.log.push('result');
  };
  await run(records, { tools, onEvent }, ['look', 'a'], ['change', 'b'], ['break', 'c']);
  expect(records.log).toEqual([
    'a read planned',
    'b draft planned',
    'c draft planned',
    ...['a start', 'look runs', 'a read succeeded', 'result'],
    ...['b start', 'change runs', 'b draft succeeded', 'result'],
    ...['c start', 'c draft failed', 'result'],
  ]);
});

test('a tool that was not offered never starts', async () => {
  const records = new Records();
  await run(records, { tools: [] }, ['nothing', 'a']);
  expect(records.log).toEqual(['a none planned', 'a none failed']);
});

test('what cannot be started is not run, and the model is told', async () => {
  const records = new Records('a');
  let ran = 0;
  const change = tool('change', { effect: 'draft', execute: async () => ({ result: ran++ }) });
  const { events } = await run(records, { tools: [change] }, ['change', 'a']);
  expect(ran).toBe(0);
  expect(records.log.at(-1)).toBe('a draft failed');
  const [result] = eventsOf(events, 'tool_call_result');
  expect(JSON.stringify(result?.result)).toContain('was not run');
});

test('a preview that could not be stored failed', async () => {
  const records = new Records();
  const preview = { kind: 'note_preview', description: 'd', payload: {} } as const;
  const show = tool('show', {
    effect: 'propose',
    execute: async () => ({ result: {}, signals: [{ type: 'preview', preview }] }),
  });
  const deps = { previews: { saveAll: () => Promise.reject(new Error('down')) } };
  await run(records, { tools: [show], deps }, ['show', 'a']);
  expect(records.log.at(-1)).toBe('a propose failed');
});

const gone = new AppError('cancelled', 'gone');

test.each([
  ['read', 'failed'],
  ['draft', 'unknown'],
  ['propose', 'unknown'],
] as const)(
  'a %s that was cut off is %s, whether it heeds its signal or not',
  async (effect, state) => {
    const late = deferred<never>();
    const ends = [() => Promise.reject(new Error('connection closed')), () => late.promise];
    for (const end of ends) {
      const records = new Records();
      const abort = new AbortController();
      const execute = () => {
        abort.abort(gone);
        return end();
      };
      const deps = { timer: new HandTimer().timer };
      const parts = { tools: [tool('cut', { effect, execute })], signal: abort.signal, deps };
      const { recorded, events } = await run(records, parts, ['cut', 'a']);
      expect(records.log.at(-1)).toBe(`a ${effect} ${state}`);
      expect(JSON.stringify(recorded.at(-2)).includes('is not known')).toBe(state === 'unknown');
      expect(events.at(-1)).toMatchObject({ type: 'error', data: { code: 'cancelled' } });
    }
    // Nobody hears of it.
    late.reject(new Error('too late'));
    await new Promise((resolve) => setImmediate(resolve));
  },
);

test('what a script has under way when it is stopped is on record as ended, and it begins nothing more', async () => {
  const records = new Records();
  const abort = new AbortController();
  let begun = 0;
  const execute = () => {
    begun += 1;
    if (begun === 2) abort.abort(gone);
    return new Promise<never>(() => {});
  };
  const tools = [tool('ask', { execute }), tool('change', { effect: 'propose', execute })];
  const both = 'await Promise.all([tools.ask({}), tools.change({}), tools.change({})])';
  const llm = new ScriptedModel([[calls('run_script', { script: both }, 's')]]);
  const request = { agent: { ...agentWith(), runScript: true } };
  const deps = { calls: records, timer: new HandTimer().timer };
  const { events } = await runToEnd({ llm, tools, request, deps, signal: abort.signal });
  expect(events.at(-1)).toMatchObject({ type: 'error', data: { code: 'cancelled' } });
  expect(records.log.slice(-3).toSorted()).toEqual([
    's draft unknown',
    's.1 read failed',
    's.2 propose unknown',
  ]);
});

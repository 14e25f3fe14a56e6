import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { BehaviorSubject, defer, finalize, of } from 'rxjs';
import { eventsOf, runToEnd, tool, toolCall } from '../../../test/support/loop.js';
import { calls, says, ScriptedModel } from '../../../test/support/scripted-model.js';
import { FakeSearch } from '../../../test/support/fake-search.js';
import { silentLogger } from '../../foundation/logger.js';
import { createChangeKinds } from '../changes/change-kinds.js';
import type { Tool } from '../tool.js';
import { LiveCatalog } from './live-catalog.js';
import type { ToolSource } from './tool-source.js';

const SETTLED_MS = 20;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A source of the model: what it offers now, how often it was subscribed to, and whether it was closed. */
class Changing {
  readonly tools$: BehaviorSubject<readonly Tool[]>;
  subscriptions = 0;
  closed = 0;
  readonly source: ToolSource;

  constructor(
    readonly id: string,
    tools: readonly string[],
  ) {
    this.tools$ = new BehaviorSubject(this.toolsOf(tools));
    this.source = {
      id,
      kind: 'static',
      status$: of({ state: 'ok', detail: 'fine' }),
      tools$: defer(() => {
        this.subscriptions += 1;
        return this.tools$;
      }).pipe(finalize(() => void (this.subscriptions -= 1))),
      close: async () => void (this.closed += 1),
    };
  }

  give(names: readonly string[]): void {
    this.tools$.next(this.toolsOf(names));
  }

  private toolsOf(names: readonly string[]): readonly Tool[] {
    return names.map((name) => tool(name, { source: this.id }));
  }
}

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const ids = ['one', 'two', 'three', 'four'];
const step = fc.record({
  what: fc.constantFrom('add', 'change', 'remove'),
  id: fc.constantFrom(...ids),
  tools: fc.subarray(names),
});
type Step = { what: string; id: string; tools: string[] };

/** Sources as they should be: in the order they were added. */
class Model {
  readonly present: Changing[] = [];
  readonly gone: Changing[] = [];

  constructor(private readonly catalog: LiveCatalog) {}

  async apply({ what, id, tools }: Step): Promise<void> {
    const at = this.present.findIndex((one) => one.id === id);
    const known = this.present[at];
    if (what === 'add') {
      const added = new Changing(id, tools);
      if (known) expect(() => this.catalog.add(added.source)).toThrow(/is taken/);
      else this.catalog.add(added.source);
      if (!known) this.present.push(added);
    }
    if (what === 'change') known?.give(tools);
    if (what === 'remove') {
      expect(await this.catalog.remove(id)).toBe(known !== undefined);
      if (known) this.gone.push(...this.present.splice(at, 1));
    }
  }

  /** The catalogue's tools by the source that offers each: of two tools of a name the earlier source's. */
  get offered(): Map<string, string> {
    const offered = new Map<string, string>();
    for (const { id, tools$ } of this.present)
      for (const { name } of tools$.value) if (!offered.has(name)) offered.set(name, id);
    return offered;
  }
}

test('property: while a run continues, sources come, change and go; the catalogue follows, the run keeps its own', async () => {
  const turns = fc.array(fc.array(step, { minLength: 12, maxLength: 12 }), {
    minLength: 17,
    maxLength: 17,
  });
  await holds(
    [fc.array(step, { maxLength: 12 }), turns, fc.infiniteStream(fc.nat())],
    { numRuns: 6 },
    runWith,
  );
});

async function runWith(before: Step[], turns: Step[][], picks: Iterator<number>): Promise<void> {
  const kinds = createChangeKinds([]);
  const catalog = new LiveCatalog([new Changing('zero', ['z']).source], kinds, silentLogger);
  const model = new Model(catalog);
  const settle = () => jest.advanceTimersByTime(SETTLED_MS);
  const steps = async (all: Step[]) => {
    for (const one of all) {
      await model.apply(one);
      settle();
      const { tools } = catalog.current;
      expect(new Map(tools.map(({ name, source }) => [name, source]))).toEqual(
        new Map([['z', 'zero'], ...model.offered]),
      );
      expect(catalog.reports.map(({ id }) => id)).toEqual([
        'zero',
        ...model.present.map(({ id }) => id),
      ]);
    }
  };
  await steps(before);

  const began = catalog.current;
  const sourceOf = new Map(began.tools.map(({ name, source }) => [name, source]));
  const all = began.names();
  const called = turns.map(() => all[picks.next().value % all.length] as string);
  const wanted: boolean[] = [];
  const llm = new ScriptedModel([...called.map((name) => [calls(name)]), [says('done')]]);
  const queue = [...turns];
  const run = await runToEnd({
    llm,
    tools: began.tools,
    deps: {
      selection: {
        catalog: began,
        index: new FakeSearch(() => ({})),
        topK: 6,
        minScore: 0,
        logger: silentLogger,
      },
      // As the server wires it: the source is asked for when the call is made.
      toolCall: (_request, { source }, signal) => {
        const read = catalog.backendOf(source).readFor({ userId: 'u' });
        return toolCall({ signal, read });
      },
    },
    onEvent: async (event) => {
      if (event.type !== 'tool_call_start') return;
      await steps(queue.shift() ?? []);
      const source = sourceOf.get(event.data.name) as string;
      wanted.push(source === 'zero' || model.present.some(({ id }) => id === source));
    },
  });

  const results = eventsOf(run.events, 'tool_call_result');
  expect(results.map(({ is_error }) => !is_error)).toEqual(wanted);
  for (const { is_error, result } of results)
    if (is_error) expect(JSON.stringify(result)).toMatch(/was removed from this server/);
  expect(run.events.at(-1)?.type).toBe('message_complete');
  // What the model was offered is what the run began with.
  for (const { tools } of llm.requests)
    expect(tools.map(({ name }) => name).filter((name) => name !== 'find_tools')).toEqual(all);
  for (const one of model.gone) expect([one.subscriptions, one.closed]).toEqual([0, 1]);
  for (const one of model.present) expect([one.subscriptions, one.closed]).toEqual([1, 0]);
  await catalog.close();
  for (const one of model.present) expect([one.subscriptions, one.closed]).toEqual([0, 1]);
}

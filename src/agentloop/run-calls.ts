import { Deadline, untilAborted } from '../foundation/clock.js';
import { defined } from '../foundation/defined.js';
import { AppError } from '../foundation/errors.js';
import { executeCall, failed, type ExecutedCall } from '../agenttools/executor.js';
import type { LiveCall, Tool } from '../agenttools/tool.js';
import type { LlmCall } from '../llm/types.js';
import { runRecorded, type CallRecord } from './call-record.js';
import type { ActiveTools } from './active-tools.js';
import type { AgentEvent, Emit } from './events.js';
import { sendSignals } from './previews.js';
import type { RunState } from './run.js';
import { RUN_SCRIPT } from './run-script.js';

/** Runs a turn's calls, neighbouring reads at once, and emits signals and results in the order of the calls. */
export async function runCalls(calls: readonly LlmCall[], run: RunState): Promise<ExecutedCall[]> {
  const { deps, emit, hooks } = run;
  const results: ExecutedCall[] = [];
  const refusals = run.budget.refusals(calls);
  for (const call of calls) deps.calls?.note(planned(call, run));
  for (const batch of batches(calls, run.activeTools)) {
    for (const event of batch.flatMap((call) => [...hooks.callBegins(call)])) await emit(event);
    const live = new LiveEvents();
    const running = batch.map((call) => timed(call, refusals.get(call.id), run, live));
    for (const finished of running) {
      await live.until(finished, emit);
      const { executed: ran, record, elapsedMs, replaces } = await finished;
      const executed = await sendSignals(ran, run, replaces);
      // A preview that could not be stored makes a call that went well a failed one.
      deps.calls?.note(executed.isError === ran.isError ? record : { ...record, state: 'failed' });
      const { call, isError, result, link } = executed;
      const shown = { tool_use_id: call.id, name: call.name, is_error: isError };
      const data = { ...shown, elapsed_ms: elapsedMs, result, ...defined({ link }) };
      await emit({ type: 'tool_call_result', data });
      for (const event of hooks.callEnded(executed, elapsedMs)) await emit(event);
      results.push(executed);
    }
  }
  return results;
}

export function batches(
  calls: readonly LlmCall[],
  activeTools: Pick<ActiveTools, 'find'>,
): LlmCall[][] {
  const result: LlmCall[][] = [];
  let lastWasRead = false;
  for (const call of calls) {
    const isRead = activeTools.find(call.name)?.tool.effect === 'read';
    const last = result.at(-1);
    if (isRead && lastWasRead && last !== undefined) last.push(call);
    else result.push([call]);
    lastWasRead = isRead;
  }
  return result;
}

async function timed(
  call: LlmCall,
  refusal: AppError | undefined,
  run: RunState,
  live: LiveEvents,
) {
  const { deps } = run;
  const started = deps.now();
  const deadline = new Deadline(run.signal, deps.timer);
  const record = planned(call, run);
  const { call: own, replaces: named } = run.activeTools.takeReplaces(call);
  const { firstCall } = run.request;
  // The first call's own arguments, and no copy that a model makes of them.
  const replaces = call.arguments === firstCall?.arguments ? firstCall.replaces : named;
  const recorded =
    refusal === undefined
      ? await runRecorded(call, record, deps.calls, deadline.signal, () =>
          withinTime(own, record, deadline, run, live),
        )
      : { executed: failed(call, refusal), record: { ...record, state: 'failed' as const } };
  return { elapsedMs: Math.round(deps.now() - started), replaces, ...recorded };
}

/** A tool that does not end in time, or whose run is stopped, is told to stop, and is not waited for. */
async function withinTime(
  call: LlmCall,
  { effect }: CallRecord,
  deadline: Deadline,
  run: RunState,
  live: LiveEvents,
): Promise<ExecutedCall> {
  const { maxToolSeconds, maxResultBytes, maxEventBytes } = run.budget.limits;
  const limits = { content: maxResultBytes, event: maxEventBytes };
  deadline.start(maxToolSeconds, () => tooSlow(call, effect, maxToolSeconds));
  try {
    const admitted = run.hooks.admit(call);
    const line = live.of(call.id, deadline);
    const callOf = (tool: Tool) => run.deps.toolCall(run.request, tool, deadline.signal, line);
    const executed = executeCall(admitted, run.activeTools, callOf, run.deps.logger, limits);
    return await untilAborted(executed, deadline.signal);
  } catch (error) {
    return failed(call, error);
  } finally {
    live.end(call.id);
    deadline.stop();
  }
}

function tooSlow({ name }: LlmCall, effect: CallRecord['effect'], seconds: number): AppError {
  const advice =
    effect === 'read' || name === RUN_SCRIPT
      ? 'Nothing was changed. Ask for less, or continue without it.'
      : 'Whether it took effect is not known: check before repeating it.';
  return new AppError(
    'tool_timeout',
    `${name} did not end within ${seconds} seconds, the limit of one tool call, and was stopped. ${advice}`,
  );
}

function planned({ id, name }: LlmCall, { activeTools }: RunState): CallRecord {
  return { id, name, effect: activeTools.find(name)?.tool.effect ?? 'none', state: 'planned' };
}

/** A call that has shown so many has nothing more to show: each is stored. */
const MAX_EVENTS = 200;

/** What the calls of a turn show while they run, in the order in which it comes. */
export class LiveEvents {
  private readonly waiting: AgentEvent[] = [];
  private wake = (): void => {};
  private readonly ended = new Set<string>();

  of(toolUseId: string, deadline: Pick<Deadline, 'pause'>): LiveCall {
    let left = MAX_EVENTS;
    return {
      show: (name, data) => {
        if (left === 0 || this.ended.has(toolUseId)) return;
        left -= 1;
        const shown = { tool_use_id: toolUseId, ...data };
        this.waiting.push({ type: 'plugin_event', name, data: shown });
        this.wake();
      },
      pause: () => deadline.pause(),
    };
  }

  end(toolUseId: string): void {
    this.ended.add(toolUseId);
  }

  /** Emits what is shown until `call` has ended. Never rejects; how the call ended is the caller's to see. */
  async until(call: Promise<unknown>, emit: Emit): Promise<void> {
    let hasEnded = false;
    const end = (): void => {
      hasEnded = true;
      this.wake();
    };
    call.then(end, end);
    for (;;) {
      for (const event of this.waiting.splice(0)) await emit(event);
      if (hasEnded) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        if (hasEnded || this.waiting.length > 0) resolve();
      });
    }
  }
}

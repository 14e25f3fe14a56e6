import { Deadline, untilAborted } from '../foundation/clock.js';
import { defined } from '../foundation/defined.js';
import { AppError, type ErrorCode, toolFailed } from '../foundation/errors.js';
import type { JsonObject } from '../foundation/json.js';
import type { CatalogEntry } from '../agenttools/catalog.js';
import { leavesOf } from '../agenttools/changes/alike.js';
import { EVENT_NAME } from '../agenttools/changes/change-kind.js';
import { traceWith, type TraceValues } from '../agenttools/changes/trace-values.js';
import { executeCall, failed, withFields, type ExecutedCall } from '../agenttools/executor.js';
import type { Tool } from '../agenttools/tool.js';
import { withoutNotes } from '../foundation/user-messages.js';
import type { LlmCall } from '../llm/types.js';
import { callsIn } from '../llm/wire/tool-calls.js';
import { runRecorded, type CallRecord } from './call-record.js';
import type { ActiveTools } from './active-tools.js';
import { isServerEvent, LiveEvents } from './live-events.js';
import {
  changeRef,
  storePreviews,
  type ProposedChange,
  type SavedPreview,
  type StoredChange,
} from './previews.js';
import type { RunState } from './run.js';
import { lastChangeSlot, RUN_SCRIPT, scriptReadsSlot } from './run-script.js';

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
  return { ...recorded, elapsedMs: Math.round(deps.now() - started), replaces };
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

/** Sends what a call shows to its user; a preview that could not be stored makes the call a failed one. */
async function sendSignals(
  executed: ExecutedCall,
  run: RunState,
  replaces?: string,
): Promise<ExecutedCall> {
  const { call } = executed;
  const plan: ProposedChange[] = [];
  let sent = executed;
  const forged = executed.signals.find((one) => one.type === 'event' && !isSignal(one.event));
  if (forged?.type === 'event') return failed(call, notASignal(call.name, forged.event));
  for (const signal of executed.signals) {
    if (signal.type === 'event') {
      const data = { tool_use_id: call.id, ...signal.data };
      await run.emit({ type: 'plugin_event', name: signal.event, data });
      continue;
    }
    const { by, preview: proposal } = signal;
    if (by !== undefined) {
      // No message holds the call of a script, and the step may have to be prepared again.
      plan.push({ ...by, proposal: { ...proposal, facts: { ...proposal.facts, call: by.call } } });
      continue;
    }
    const { tool } = run.activeTools.find(call.name) as CatalogEntry;
    const stored = await storeOrRefuse(call, [{ tool, call, proposal }], run, { replaces });
    if (stored instanceof AppError) return failed(call, stored);
    const [one] = await emitted(stored, run);
    sent = withFields(sent, one ?? {}, run.budget.limits.maxResultBytes);
  }
  if (plan.length === 0) return sent;
  const stored = await storeOrRefuse(call, plan, run, { waits: true });
  if (stored instanceof AppError) return failed(call, stored);
  const notes = (await emitted(stored, run)).map(({ note }) => note);
  const told = defined({ note: notes.find((note) => note !== undefined) });
  return withFields(sent, told, run.budget.limits.maxResultBytes);
}

/** An event of its plugin's own; of the server's, where a page is to go is for a tool to say. */
function isSignal(event: string): boolean {
  return event === 'ui_action' || (EVENT_NAME.test(event) && !isServerEvent(event));
}

function notASignal(tool: string, event: string): AppError {
  return toolFailed(
    `${tool} sent the event ${JSON.stringify(event)}, which is the server's own or no name in snake_case of 3 to 60 characters, so nothing of the call was shown. Tell the user that this tool has to be corrected.`,
  );
}

async function emitted(stored: readonly StoredChange[], run: RunState): Promise<JsonObject[]> {
  for (const { event } of stored) await run.emit(event);
  const position = stored.at(-1)?.saved.position ?? 0;
  run.request.scratch.of(lastChangeSlot).position = position;
  return stored.map(({ saved }) => modelNote(saved));
}

/** What the model learns of a stored preview: how to refer to it, and what a policy made of it. */
function modelNote(saved: SavedPreview): JsonObject {
  const { approverRole: role, decided } = saved;
  const ended =
    'It took the place of the earlier preview, which has ended: only this one can be accepted.';
  const ref = { ref: changeRef(saved), ...(saved.replaced && { replaced: ended }) };
  if (decided !== undefined) {
    const { state } = decided;
    const [status, end] =
      state === 'accepted'
        ? ['applied', 'it is applied, and nobody was asked.']
        : state === 'unknown'
          ? ['unknown', 'whether it was applied is not known: see error. Do not repeat it.']
          : ['not_applied', 'but it was not applied: see error.'];
    const note = `The operator lets changes of this kind through: ${end}`;
    return { ...ref, ...decided, status, note };
  }
  if (role === undefined) return ref;
  const note = `The user sees the preview. Before it can be accepted, another user with the role "${role}" has to approve it. Nothing is saved yet; do not repeat its content.`;
  return { ...ref, note };
}

async function storeOrRefuse(
  call: LlmCall,
  changes: readonly ProposedChange[],
  run: RunState,
  how: { replaces?: string | undefined; waits?: boolean },
) {
  try {
    const traces = new Map<Tool, TraceValues>();
    const originOf = ({ tool }: ProposedChange) => {
      const trace = traces.get(tool) ?? traceIn(run, tool);
      traces.set(tool, trace);
      return { ...run.request, ...defined(how), trace };
    };
    return await storePreviews(changes, originOf, run.deps);
  } catch (error) {
    if (error instanceof AppError && CORRECTABLE.has(error.code)) return error;
    run.deps.logger.error({ tool: call.name, err: error }, 'a preview was not stored');
    return toolFailed(
      `The preview of ${call.name} could not be stored, so the user was not shown it and nothing was changed. Call it once more; if it fails again, tell the user that changes cannot be previewed at the moment.`,
    );
  }
}

/** Traces the values of what a tool proposes in what the run's messages hold before its call. */
function traceIn(
  { request, messages, activeTools }: RunState,
  { inputSchema: schema }: Tool,
): TraceValues {
  const { history, message, firstCall, requestContext: page, scratch } = request;
  const earlier = history.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const own = firstCall?.replaces === undefined ? firstCall?.arguments : undefined;
  const filled = [...leavesOf(own, true).values()].map(String);
  const said = [...earlier.map(withoutNotes), message, ...filled];
  const inputs = new Map(callsIn(messages).map((call) => [call.id, call.arguments]));
  const reads = messages.flatMap((one) => {
    if (one.role !== 'tool' || one.isError) return [];
    const { name: tool, toolCallId: id, content } = one;
    // What a draft answers is what the model gave it.
    if ((activeTools.find(tool)?.tool.effect ?? 'read') !== 'read') return [];
    return [{ tool, id, input: inputs.get(id) ?? {}, content }];
  });
  const before = history.flatMap((one) => (one.role === 'tool' ? (one.inScript ?? []) : []));
  const scripts = [...before, scratch.of(scriptReadsSlot)];
  reads.push(...scripts.flatMap((one) => one.reads));
  return traceWith({ said, page, reads, isPartial: scripts.some((one) => one.isPartial), schema });
}

const CORRECTABLE: ReadonlySet<ErrorCode> = new Set([
  'invalid_arguments',
  'call_limit',
  'change_refused',
]);

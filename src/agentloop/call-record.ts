import { AppError, messageOf, toolFailed } from '../foundation/errors.js';
import { failed, type ExecutedCall } from '../agenttools/executor.js';
import type { ToolEffect } from '../agenttools/tool.js';
import type { LlmCall } from '../llm/types.js';

/** A call as it is recorded; `none`: no such tool was offered, so nothing can run. */
export interface CallRecord {
  id: string;
  name: string;
  effect: ToolEffect | 'none';
  /** `unknown`: it had started, and whether it took effect is not known. */
  state: 'planned' | 'started' | 'succeeded' | 'failed' | 'unknown';
}

export interface CallRecorder {
  /** Notes a call's new state; costs the run no waiting. */
  note(record: CallRecord): void;
  /** Stores the start of anything but a read, once per id; when it rejects, the call must not run. */
  start(record: CallRecord): Promise<void>;
}

/** Runs a planned call between its start and its end on record. Never rejects. */
export async function runRecorded(
  call: LlmCall,
  planned: CallRecord,
  calls: CallRecorder | undefined,
  signal: AbortSignal,
  run: () => Promise<ExecutedCall>,
): Promise<{ executed: ExecutedCall; record: CallRecord }> {
  const { effect } = planned;
  try {
    if (effect !== 'none') await calls?.start(planned);
  } catch (error) {
    const why = `its start could not be recorded: ${messageOf(error)}`;
    const notStarted = toolFailed(`${call.name} was not run, because ${why}`);
    return { executed: failed(call, notStarted), record: { ...planned, state: 'failed' } };
  }
  const wasStopped = signal.aborted;
  const executed = await run();
  if (!executed.isError) return { executed, record: { ...planned, state: 'succeeded' } };
  // A read, or a call that never began, changed nothing; any other that was cut off may have.
  const cutOff = !wasStopped && signal.aborted && effect !== 'read' && effect !== 'none';
  if (!cutOff) return { executed, record: { ...planned, state: 'failed' } };
  const unknown = failed(call, outcomeUnknown(call, signal));
  return { executed: unknown, record: { ...planned, state: 'unknown' } };
}

function outcomeUnknown(call: LlmCall, { reason }: AbortSignal): AppError {
  if (reason instanceof AppError && reason.code === 'tool_timeout') return reason;
  return new AppError(
    reason instanceof AppError ? reason.code : 'cancelled',
    `${call.name} was under way when the run was stopped: whether it took effect is not known. Check before repeating it.`,
  );
}

import { AppError, messageOf, type ErrorCode } from '../foundation/errors.js';
import type { AgentEvent } from './events.js';

/** A model call that ended in an error, with whether another try may help. */
export class ModelFailure extends AppError {
  constructor(
    code: 'model_error' | 'model_unavailable' | 'cancelled',
    message: string,
    readonly retryable: boolean,
  ) {
    super(code, message);
  }
}

/** What may be gone when the same message is sent again in a moment. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set(['shutting_down', 'model_unavailable']);

/** The terminal event of a run that did not complete; an abort's own reason wins. */
export function failure(error: unknown, signal: AbortSignal): AgentEvent {
  const reason: unknown = signal.aborted ? signal.reason : error;
  if (reason instanceof ModelFailure) return errorEvent(reason, reason.retryable);
  if (reason instanceof AppError) return errorEvent(reason, RETRYABLE.has(reason.code));
  const known = signal.aborted
    ? new AppError('cancelled', `The run was cancelled: ${messageOf(reason)}`)
    : inside();
  return errorEvent(known, true);
}

/** The error as one that may be told to users. */
export function tellable(error: unknown): AppError {
  return error instanceof AppError ? error : inside();
}

function inside(): AppError {
  return new AppError('internal', 'The run failed inside the server; its log has the reason.');
}

function errorEvent({ code, message }: AppError, retryable: boolean): AgentEvent {
  return { type: 'error', data: { code, message, retryable } };
}

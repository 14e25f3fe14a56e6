import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { AppError, type ErrorCode, messageOf } from '../../../../foundation/errors.js';
import { isObject } from '../../../../foundation/json.js';
import { unknownChange } from '../../../changes/change-kind.js';
import { Refused, wasNeverSent } from '../../backend-client.js';
import { cleanText } from '../../openapi/text/clean-text.js';
import { keptBack, OddAnswer } from '../answer/shape-result.js';

export interface FailedCall {
  source: string;
  tool: string;
  /** True once its own caller has cancelled it: the SDK reports that as a time limit. */
  cancelled: boolean;
  timeoutMs: number;
  /** Whether somebody accepted it: what may be done is `preview_unknown` then. */
  isWrite: boolean;
}

const MAX_WORDS = 600;
/** Answers to a call that was not started: no request, no method, other arguments, an address to go to first. */
const NOT_STARTED = new Set([-32700, -32600, -32601, -32602, -32042]);
const DOWN = 'Tell the user that it does not work now.';

/** A failed call as the model, or who accepted it, reads it; its cause says whether it was refused, not reached, or may be done. */
export function callFailure(error: unknown, call: FailedCall): AppError {
  if (error instanceof AppError) return error;
  if (call.cancelled) return new AppError('cancelled', `The call of ${call.tool} was cancelled.`);
  if (error instanceof SdkError && error.code === SdkErrorCode.NotConnected)
    return notConnected(call.source, 'it is not connected');
  const { code = 'platform_error', why, advice = '', cause = error } = faultOf(error, call);
  const isKnown = cause instanceof Refused || cause instanceof OddAnswer || wasNeverSent(cause);
  if (call.isWrite && !isKnown) return unknownChange(why);
  return new AppError(code, call.isWrite ? why : `${why} ${advice}`.trim(), [], { cause });
}

type Fault = { why: string; code?: ErrorCode; advice?: string; cause?: unknown };

function faultOf(error: unknown, { source, tool, timeoutMs }: FailedCall): Fault {
  const server = `The MCP server "${source}"`;
  if (error instanceof ProtocolError) {
    const said = `${cleanText(error.message, MAX_WORDS)} (${error.code}).`;
    const cause = keptBack(said) ?? (NOT_STARTED.has(error.code) ? new Refused(400) : error);
    const isRefused = cause instanceof Refused;
    const advice = isRefused ? 'Correct the arguments, or tell the user.' : 'Tell the user.';
    const why = `${server} ${isRefused ? 'refused' : 'failed at'} ${tool}: ${said}`;
    return { why: cause instanceof OddAnswer ? cause.why : why, advice, cause };
  }
  if (error instanceof SdkHttpError || error instanceof UnauthorizedError)
    return httpFault(server, error instanceof SdkHttpError ? error.status : 401);
  if (!(error instanceof SdkError)) {
    // `fetch` itself only says that it failed; why is in its cause.
    const cause = isObject(error) ? error['cause'] : undefined;
    const said = cleanText(messageOf(cause ?? error) || messageOf(error), 300);
    return {
      code: 'platform_unavailable',
      why: `${server} gave no answer: ${said}.`,
      advice: DOWN,
    };
  }
  if (error.code === SdkErrorCode.RequestTimeout) {
    const why = `${server} did not answer ${tool} within ${timeoutMs / 1000} s.`;
    return { code: 'tool_timeout', why, advice: 'Tell the user that it is slow.' };
  }
  if (error.code === SdkErrorCode.ConnectionClosed) {
    const why = `${server} ended during ${tool}, and is started again.`;
    const advice = 'Whether the call did something is not known: try a read once more at most.';
    return { code: 'platform_unavailable', why, advice };
  }
  const said = cleanText(error.message, MAX_WORDS);
  return { why: `${server} gave no usable answer to ${tool}: ${said}.` };
}

function httpFault(server: string, status = 500): Fault {
  const why = `${server} answered with HTTP ${status}.`;
  // A gateway that answers 5xx may have passed the call on, and who redirects may have taken it.
  if (status >= 500 || status < 400) return { code: 'platform_unavailable', why, advice: DOWN };
  const cause = new Refused(status);
  if (status !== 401 && status !== 403) return { why, advice: DOWN, cause };
  const missing =
    'The credentials that this server has for it are missing or not valid: its operator has to look.';
  return { why: `${why} ${missing}`, advice: 'Tell the user.', cause };
}

/** Nothing was sent: the call may be tried again. */
export function notConnected(source: string, why: string): AppError {
  return new AppError(
    'platform_unavailable',
    `The MCP server "${source}" cannot be asked now: ${cleanText(why, MAX_WORDS)}. Nothing was read or changed. Tell the user, and do not try again in this turn.`,
    [],
    // By this the accept path knows that nothing can have happened.
    { cause: { code: 'ECONNREFUSED' } },
  );
}

/** True for an answer that says the session is gone: the call was not looked at, and a new session may send it. */
export function isSessionLost(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404;
}

import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import {
  AppError,
  type ErrorCode,
  messageOf,
  platformError,
} from '../../../../foundation/errors.js';
import { isObject } from '../../../../foundation/json.js';
import { Refused, wasNeverSent } from '../../backend-client.js';
import { cleanText } from '../../openapi/text/clean-text.js';

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
/** What a server answers to a call that it has not begun: no request, no method, other arguments, an address to go to first. */
const NOT_BEGUN = new Set([-32700, -32600, -32601, -32602, -32042]);

/** A failed call as the model, or who accepted it, reads it; its cause says whether it was refused, not reached, or may be done. */
export function callFailure(error: unknown, call: FailedCall): AppError {
  if (error instanceof AppError) return error;
  if (call.cancelled) return new AppError('cancelled', `The call of ${call.tool} was cancelled.`);
  const server = `The MCP server "${call.source}"`;
  if (error instanceof SdkError && error.code === SdkErrorCode.NotConnected)
    return notConnected(call.source, 'it is not connected');
  const refused = refusal(error, call.tool, server);
  if (refused !== undefined) return refused;
  const { code, why, advice = DOWN } = doubt(error, call, server);
  if (call.isWrite && !wasNeverSent(error)) return unknownCall(why);
  return new AppError(code, `${why} ${advice}`.trim(), [], { cause: error });
}

const DOWN = 'Tell the user that it does not work now.';

/** What the server certainly has not done. */
function refusal(error: unknown, tool: string, server: string): AppError | undefined {
  if (error instanceof ProtocolError && NOT_BEGUN.has(error.code))
    return platformError(
      `${server} refused ${tool}: ${saidBy(error)}. Correct the arguments, or tell the user.`,
      new Refused(400),
    );
  const status = statusOf(error);
  // A gateway that answers 5xx may have passed the call on, and who redirects may have taken it.
  if (status === undefined || status >= 500 || status < 400) return undefined;
  const advice =
    status === 401 || status === 403
      ? 'The credentials that this server has for it are missing or not valid: tell the user that its operator has to look.'
      : DOWN;
  return platformError(`${server} answered with HTTP ${status}. ${advice}`, new Refused(status));
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof UnauthorizedError) return 401;
  return error instanceof SdkHttpError ? error.status : undefined;
}

const saidBy = (error: ProtocolError): string =>
  `${cleanText(error.message, MAX_WORDS)} (${error.code})`;

/** What may be done all the same. */
function doubt(
  error: unknown,
  { tool, timeoutMs }: FailedCall,
  server: string,
): { code: ErrorCode; why: string; advice?: string } {
  if (error instanceof ProtocolError)
    return { code: 'platform_error', why: `${server} failed at ${tool}: ${saidBy(error)}.` };
  if (error instanceof SdkHttpError)
    return { code: 'platform_unavailable', why: `${server} answered with HTTP ${error.status}.` };
  if (!(error instanceof SdkError)) {
    // `fetch` itself only says that it failed; why is in its cause.
    const cause = isObject(error) ? error['cause'] : undefined;
    const why = cleanText(messageOf(cause ?? error) || messageOf(error), 300);
    return { code: 'platform_unavailable', why: `${server} gave no answer: ${why}.` };
  }
  const said = cleanText(error.message, MAX_WORDS);
  switch (error.code) {
    case SdkErrorCode.RequestTimeout: {
      const why = `${server} did not answer ${tool} within ${timeoutMs / 1000} s.`;
      return { code: 'tool_timeout', why, advice: 'Tell the user that it is slow.' };
    }
    case SdkErrorCode.ConnectionClosed: {
      const why = `${server} ended during ${tool}, so it cannot be told whether the call did something. It is started again.`;
      return { code: 'platform_unavailable', why, advice: 'Try a read once more at most.' };
    }
    case SdkErrorCode.InputRequiredRoundsExceeded:
    case SdkErrorCode.CapabilityNotSupported:
    case SdkErrorCode.UnsupportedResultType: {
      const why = `${server} asked for something that is not given here (${said}), so ${tool} was not finished.`;
      return { code: 'platform_error', why, advice: '' };
    }
    default: {
      const why = `${server} gave no usable answer to ${tool}: ${said}.`;
      return { code: 'platform_error', why, advice: '' };
    }
  }
}

/** A change that was sent, and of which nobody knows whether it was applied. */
export function unknownCall(why: string): AppError {
  const message = `${why} Whether it was applied cannot be told, and it is not sent again. Look there; if it is missing, ask for it again in the chat.`;
  return new AppError('preview_unknown', message);
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

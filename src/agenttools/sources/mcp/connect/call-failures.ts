import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { AppError, messageOf, platformError } from '../../../../foundation/errors.js';
import { isObject } from '../../../../foundation/json.js';
import { Refused } from '../../backend-client.js';
import { cleanText } from '../../openapi/text/clean-text.js';

export interface FailedCall {
  source: string;
  tool: string;
  /** True once its own caller has cancelled it: the SDK reports that as a time limit. */
  cancelled: boolean;
  timeoutMs: number;
}

const MAX_WORDS = 600;

/** A failed call as the model reads it; its cause says whether it was refused, not reached, or may be done. */
export function callFailure(error: unknown, call: FailedCall): AppError {
  if (error instanceof AppError) return error;
  const server = `The MCP server "${call.source}"`;
  if (call.cancelled) return new AppError('cancelled', `The call of ${call.tool} was cancelled.`);
  if (error instanceof SdkHttpError || error instanceof UnauthorizedError)
    return httpFailure(error, server);
  if (error instanceof ProtocolError) {
    const said = `${cleanText(error.message, MAX_WORDS)} (${error.code})`;
    const message = `${server} refused ${call.tool}: ${said}. Correct the arguments, or tell the user.`;
    return platformError(message, new Refused(400));
  }
  if (!(error instanceof SdkError)) {
    // `fetch` itself only says that it failed; why is in its cause.
    const cause = isObject(error) ? error['cause'] : undefined;
    const why = cleanText(messageOf(cause ?? error) || messageOf(error), 300);
    const message = `${server} gave no answer: ${why}. Tell the user that it does not work now.`;
    return new AppError('platform_unavailable', message, [], { cause: error });
  }
  switch (error.code) {
    case SdkErrorCode.RequestTimeout:
      return new AppError(
        'tool_timeout',
        `${server} did not answer ${call.tool} within ${call.timeoutMs / 1000} s. Tell the user that it is slow.`,
      );
    case SdkErrorCode.NotConnected:
      return notConnected(call.source, 'it is not connected');
    case SdkErrorCode.ConnectionClosed:
      return new AppError(
        'platform_unavailable',
        `${server} ended during ${call.tool}, so it cannot be told whether the call did something. It is started again. Try a read once more at most.`,
      );
    case SdkErrorCode.InputRequiredRoundsExceeded:
    case SdkErrorCode.CapabilityNotSupported:
    case SdkErrorCode.UnsupportedResultType:
      return platformError(
        `${server} asked for something that is not given here (${cleanText(error.message, 200)}), so ${call.tool} was not finished.`,
      );
    default: {
      const why = cleanText(error.message, MAX_WORDS);
      return platformError(`${server} gave no usable answer to ${call.tool}: ${why}`);
    }
  }
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

function httpFailure(error: SdkHttpError | UnauthorizedError, server: string): AppError {
  const status = error instanceof SdkHttpError ? error.status : 401;
  const advice =
    status === 401 || status === 403
      ? 'The credentials that this server has for it are missing or not valid: tell the user that its operator has to look.'
      : 'Tell the user that it does not work now.';
  const message = `${server} answered with HTTP ${status}. ${advice}`;
  // A gateway that answers 5xx may have passed the call on.
  if (status === undefined || status >= 500) return new AppError('platform_unavailable', message);
  return platformError(message, new Refused(status));
}

import {
  errorMessageIn,
  parseBody,
  parseRetryAfter,
  retryDelay,
  type RetryPolicy,
} from '../api-answers.js';
import { defined } from '../defined.js';
import { firstChars } from '../text.js';
import { redactor } from '../secrets.js';
import { exchangeHttp, OutboundError, type OutboundAnswer } from './exchange-http.js';
import { setTimeout as sleep } from 'node:timers/promises';

/** One call of a service that the configuration names. */
export interface ApiCall {
  url: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** Sent as a bearer token; no message shows it. */
  apiKey?: string | undefined;
  /** Posted as JSON; a call without one is a GET. */
  body?: object;
  /** What no message may show, although some services repeat the key that they refuse. */
  secrets?: readonly string[];
  signal: AbortSignal;
  timeoutMs?: number;
  maxBytes?: number;
}

/** Why a call gave nothing: a clause that begins with "it", without any of the call's secrets. */
export class ApiCallError extends Error {
  constructor(
    message: string,
    readonly status?: number,
    readonly retryAfterMs?: number,
  ) {
    super(message);
    this.name = 'ApiCallError';
  }
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 1024 * 1024;
const MAX_REASON = 200;

/** The parsed body of a 2xx, undefined if no JSON. Redirects would carry the key along. {@link ApiCallError}. */
export async function callApi(call: ApiCall): Promise<unknown> {
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = call;
  const hide = redactor([...(call.secrets ?? []), call.apiKey ?? '']);
  try {
    const answer = await exchangeHttp(toRequest(call), { timeoutMs, maxBytes });
    const body = parseBody(answer.body.toString());
    if (answer.status >= 200 && answer.status < 300) return body;
    throw refusal(answer, body, hide);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new ApiCallError(
      {
        cancelled: 'it was cancelled',
        timed_out: `it did not answer within ${timeoutMs / 1000} s`,
        unreachable: `it cannot be reached: ${hide(error.message)}`,
        too_long: 'its answer is too long',
      }[error.fault],
      error.status,
    );
  }
}

function toRequest({ url, query, headers, apiKey, body, signal }: ApiCall) {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  return {
    url: address,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      ...defined({
        'content-type': body && 'application/json',
        authorization: apiKey && `Bearer ${apiKey}`,
      }),
      ...headers,
    },
    ...defined({ body: body && JSON.stringify(body) }),
    signal,
  };
}

function refusal(
  { status, headers }: OutboundAnswer,
  body: unknown,
  hide: (text: string) => string,
): ApiCallError {
  if (status >= 300 && status < 400)
    return new ApiCallError(`it answered ${status}, a redirect, which is not followed`, status);
  const reason = firstChars(hide(errorMessageIn(body) ?? 'no reason given'), MAX_REASON);
  const wait = parseRetryAfter(headers.get('retry-after'), new Date());
  return new ApiCallError(`it answered ${status}: ${reason}`, status, wait);
}

/** How a call is tried again; tests bring their own time. */
export interface Patience {
  policy: RetryPolicy;
  random: () => number;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Two more tries within ten seconds: somebody waits for the answer of a tool. */
export const toolPatience: Patience = {
  policy: { firstMs: 500, maxMs: 5_000, retries: 2 },
  random: Math.random,
  pause: (ms, signal) => sleep(ms, undefined, { signal, ref: false }),
};

const PASSING = [429, 503];

/** Like {@link callApi}, but a refusal that may pass is tried again, not before the service asked for. */
export async function callPatiently(call: ApiCall, patience = toolPatience): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await callApi(call);
    } catch (error) {
      const wait = waitAfter(error, attempt, patience);
      if (wait === undefined) throw error;
      await patience.pause(wait, call.signal).catch(() => {
        throw error;
      });
    }
  }
}

function waitAfter(error: unknown, attempt: number, { policy, random }: Patience) {
  const passes = error instanceof ApiCallError && PASSING.includes(error.status ?? 0);
  return passes ? retryDelay(attempt, error.retryAfterMs, policy, random) : undefined;
}

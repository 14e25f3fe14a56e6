import type { JsonObject } from '../../../foundation/json.js';
import { exchangeHttp, OutboundError } from '../../../foundation/outbound/exchange-http.js';
import { cancelled } from '../../cancelled.js';
import { EmbedApiError } from './embed-api-error.js';
import { refusal } from './refusal.js';
import type { EmbedService } from './embed-service.js';

/** One call of an embedding API. */
export interface PostJson {
  service: EmbedService;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: JsonObject;
  signal: AbortSignal;
  timeoutMs: number;
}

/** The largest honest answer, 100 vectors of 3072 numbers printed with indentation, has some 10 MB. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * Posts JSON and answers the parsed JSON of a 2xx. Rejects with `cancelled` when the signal fires, else
 * with an {@link EmbedApiError}; both at once, whatever the server does. Redirects are not followed:
 * they would carry the key along.
 */
export async function postJson(call: PostJson): Promise<unknown> {
  const { service, url, signal, timeoutMs } = call;
  const headers = { 'content-type': 'application/json', ...call.headers };
  const request = { url, method: 'POST', headers, body: JSON.stringify(call.body), signal };
  const limits = { timeoutMs, maxBytes: MAX_ANSWER_BYTES };
  const answer = await exchangeHttp(request, limits).catch((error: unknown) => {
    throw failure(error, call);
  });
  const { status, text } = answer;
  if (status < 200 || status >= 300) {
    throw refusal(service, { status, text, retryAfter: answer.headers.get('retry-after') });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new EmbedApiError(
      `${service.name} answered something that is not JSON. Check ${service.addressVariable}: does it point to the API?`,
    );
  }
}

function failure(error: unknown, { service, timeoutMs }: PostJson): unknown {
  if (!(error instanceof OutboundError)) return error;
  if (error.fault === 'cancelled') return cancelled();
  return new EmbedApiError(
    {
      timed_out: `${service.name} did not answer within ${timeoutMs / 1000} s. It may be loading the model or be overloaded; it will be asked again.`,
      unreachable: `${service.name} cannot be reached at ${service.baseUrl}, or broke off: ${error.message}. Check that it runs, and ${service.addressVariable}.`,
      too_long: `${service.name} answered more than ${MAX_ANSWER_BYTES / 1024 / 1024} MB. Set a smaller EMBEDDER_DIMENSIONS.`,
    }[error.fault],
  );
}

import { withDigits } from '../../../foundation/exact-json.js';
import { outboundFetch } from '../../../foundation/outbound/exchange-http.js';
import { refusal } from '../../wire/post-stream.js';
import { checkedLines } from './checked-lines.js';
import { SERVICE } from './ollama-name.js';

/**
 * A `fetch` for one request of the `ollama` client: the caller's signal ends it at any time (the
 * client's own does nothing before the headers), refusals are thrown as a `ProviderError` (the client
 * writes notes about them on the console), and the lines of the answer are checked.
 */
export function guardedFetch(signal: AbortSignal): typeof fetch {
  return async (input, init = {}) => {
    const signals = init?.signal ? [signal, init.signal] : [signal];
    const body = typeof init.body === 'string' ? { body: withDigits(init.body) } : {};
    const sent = { ...init, ...body, signal: AbortSignal.any(signals) };
    const response = await outboundFetch(input, sent);
    if (!response.ok) throw await refusal(SERVICE, response);
    const { status, headers } = response;
    return new Response(response.body?.pipeThrough(checkedLines()) ?? null, { status, headers });
  };
}

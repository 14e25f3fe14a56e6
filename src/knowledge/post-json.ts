import { callApi } from '../foundation/outbound/call-api.js';

/** One call of an outside service. */
export interface PostJson {
  url: string;
  /** Sent as a bearer token. */
  apiKey: string | undefined;
  body: object;
  signal: AbortSignal;
}

/** A run's own limits end a call sooner. */
const TIMEOUT_MS = 120_000;

/** Posts JSON with the key as {@link callApi} does it: answers the parsed body of a 2xx, rejects without the key. */
export async function postJson({ apiKey, ...call }: PostJson): Promise<unknown> {
  const withLimit = { ...call, timeoutMs: TIMEOUT_MS };
  if (apiKey === undefined) return callApi(withLimit);
  const headers = { authorization: `Bearer ${apiKey}` };
  return callApi({ ...withLimit, headers, secrets: [apiKey] });
}

import { errorMessageIn, parseBody, readBounded } from '../foundation/api-answers.js';

const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_REASON = 200;

/** One call of an outside service. */
export interface PostJson {
  url: string;
  /** Sent as a bearer token. */
  apiKey: string | undefined;
  body: object;
  signal: AbortSignal;
}

/**
 * Posts JSON and answers the parsed body of a 2xx, undefined where it is no JSON. Rejects with an error whose
 * message says what went wrong and holds no key. Redirects are not followed: they would carry the key along.
 */
export async function postJson({ url, apiKey, body, signal }: PostJson): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal,
  });
  const tooLong = () => new Error('its answer is too long');
  const answer = parseBody(await readBounded(response, MAX_ANSWER_BYTES, tooLong));
  if (response.ok) return answer;
  const reason = errorMessageIn(answer) ?? 'no reason given';
  const shown = apiKey === undefined ? reason : reason.replaceAll(apiKey, '***');
  throw new Error(`it answered ${response.status}: ${shown.slice(0, MAX_REASON)}`);
}

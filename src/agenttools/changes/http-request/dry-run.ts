import { writeJson } from '../../../foundation/exact-json.js';
import { parseBody } from '../../../foundation/api-answers.js';
import { AppError } from '../../../foundation/errors.js';
import { answerError } from '../../sources/openapi/answer/answer-error.js';
import { PASSING, refusalStatus } from '../../sources/backend-client.js';
import type { BackendRequest, ReadClient } from '../../sources/clients.js';
import { referencesIn } from '../references.js';
import { MAX_SHOWN, shownWithin } from './mask-secrets.js';
import { requestOf, type RequestPayload } from './request-payload.js';
import type { DryRun, RequestRules } from './request-rules.js';

/** Undefined where the parameter is there already: of two, a backend may take the one that makes it the write itself. */
export function dryRequest(
  request: BackendRequest,
  { parameter, value }: DryRun,
): BackendRequest | undefined {
  const query = typeof request.query === 'string' ? request.query : '';
  if (new URLSearchParams(query).has(parameter)) return undefined;
  const pair = `${encodeURIComponent(parameter)}=${encodeURIComponent(value)}`;
  return { ...request, query: query === '' ? pair : `${query}&${pair}` };
}

/** Tries a change where its document declares that; `note`: why there is no `answer`. Rejects what the backend refuses. */
export async function tryDry(
  payload: RequestPayload,
  { dryRun, secrets }: RequestRules,
  read: ReadClient,
): Promise<{ answer?: string; note?: string }> {
  const isWhole = referencesIn(payload).length === 0 && payload.files === undefined;
  const request = dryRun?.declared && isWhole ? dryRequest(requestOf(payload), dryRun) : undefined;
  if (request === undefined) return {};
  const answer = await read.exchange(request).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'cancelled') throw error;
    return { status: refusalStatus(error) ?? 0, headers: {}, text: '' };
  });
  const { status } = answer;
  if (status >= 200 && status < 300) {
    const body = answer.text === '' ? undefined : parseBody(answer.text);
    const shown = shownWithin(body, secrets, MAX_SHOWN);
    return { answer: shown === undefined ? 'It would work.' : writeJson(shown) };
  }
  if (status >= 400 && status < 500 && !PASSING.has(status))
    throw answerError(`A dry run of ${payload.method} ${payload.path}`, answer);
  const why = status === 0 ? 'gave no answer' : `was answered with ${status}`;
  return { note: `It was tried as a dry run, which ${why}: whether it works is not known.` };
}

import { AppError, messageOf } from '../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import type { ApiCall } from '../../../foundation/outbound/call-api.js';
import { redactor } from '../../../foundation/redact.js';
import { callPatiently, type Patience } from '../../../foundation/outbound/call-patiently.js';
import { textOf } from './fields.js';

/** A call of a service, by the name that the model and people know it by. */
export type ServiceCall = ApiCall & { service: string };

/** Answers the JSON object of a service; rejects with what the model is to do without it. */
export async function askService(call: ServiceCall, patience?: Patience): Promise<JsonObject> {
  const { service, ...apiCall } = call;
  try {
    const answer = await callPatiently(apiCall, patience);
    if (isObject(answer)) return answer;
  } catch (error) {
    if (call.signal.aborted) throw new AppError('cancelled', 'The call was cancelled.');
    throw serviceFailed(call, messageOf(error));
  }
  throw serviceFailed(call, 'it answered something that is no JSON object');
}

/** More of a reason is cut. */
const MAX_REASON = 250;

/** The failure of a service, as the model reads it. The reason is a clause, in the service's own words perhaps. */
export function serviceFailed(
  { service, secrets }: Pick<ServiceCall, 'service' | 'secrets'>,
  reason: string,
): AppError {
  // Cut last: the beginning of a secret would not be known for one.
  const shown = textOf(redactor(secrets)(reason), MAX_REASON) ?? 'it gave no reason';
  return new AppError(
    'tool_failed',
    `${service} could not be asked: ${shown}. Continue with what the other sources say, and tell the user that ${service} is missing from the answer.`,
  );
}

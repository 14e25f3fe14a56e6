import { type JsonObject, isObject, asList } from '../../../foundation/json.js';
import { AppError, messageOf, toolFailed } from '../../../foundation/errors.js';
import { type ApiCall, callPatiently } from '../../../foundation/outbound/call-api.js';
import { redactor } from '../../../foundation/secrets.js';
import { firstChars } from '../../../foundation/text.js';
import { parseUrl } from '../../../foundation/parse-url.js';

export interface OutsideService {
  /** Without a last slash. */
  baseUrl: string;
  apiKey?: string;
}

/** What a service found: the best first, in wire names, as a tool answers it. */
interface Findings {
  total?: number;
  items: readonly JsonObject[];
  nextMark?: string;
}

/** Asks one service. Rejects with an `AppError` that holds no key: `tool_failed`, or `cancelled`. */
export type OutsideSource<Question> = (
  question: Question,
  signal: AbortSignal,
) => Promise<Findings>;

export type ServiceCall = Omit<ApiCall, 'secrets'> & { service: string; key: string | undefined };

/** Answers the JSON object of a service; rejects with what the model is to do without it. */
export async function askService(call: ServiceCall): Promise<JsonObject> {
  const { service: _service, key = '', ...apiCall } = call;
  try {
    const answer = await callPatiently({ ...apiCall, secrets: [key] });
    if (isObject(answer)) return answer;
  } catch (error) {
    if (call.signal.aborted) throw new AppError('cancelled', 'The call was cancelled.');
    throw serviceFailed(call, messageOf(error));
  }
  throw serviceFailed(call, 'it answered something that is no JSON object');
}

const MAX_REASON = 250;

/** The failure of a service, as the model reads it. The reason is a clause, in the service's own words perhaps. */
export function serviceFailed(
  { service, key = '' }: Pick<ServiceCall, 'service' | 'key'>,
  reason: string,
): AppError {
  // Cut last: the beginning of a secret would not be known for one.
  const shown = textOf(redactor([key])(reason), MAX_REASON) ?? 'it gave no reason';
  return toolFailed(
    `${service} could not be asked: ${shown}. Continue with what the other sources say, and tell the user that ${service} is missing from the answer.`,
  );
}

const TEXT_CHARS = 500;

export function objectsIn(value: unknown): JsonObject[] {
  return asList(value).filter(isObject);
}

/** A text without tags and line breaks, cut; undefined where there is none. */
export function textOf(value: unknown, max = TEXT_CHARS): string | undefined {
  if (typeof value !== 'string') return undefined;
  const plain = value
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain === '') return undefined;
  return plain.length <= max ? plain : `${firstChars(plain, max - 1).trimEnd()}…`;
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** An address that a page may show; undefined for any other. */
export function webAddressOf(value: unknown, base?: string): string | undefined {
  const url = typeof value === 'string' && value !== '' ? parseUrl(value, base) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

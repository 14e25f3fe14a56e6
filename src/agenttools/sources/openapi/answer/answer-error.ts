import { writeJson } from '../../../../foundation/exact-json.js';
import { errorMessageIn, parseBody, parseRetryAfter } from '../../../../foundation/api-answers.js';
import { AppError, type ErrorCode, type ErrorDetail } from '../../../../foundation/errors.js';
import { isObject, asObject } from '../../../../foundation/json.js';
import { cleanText, cutText } from '../text/clean-text.js';
import { Refused } from '../../backend-client.js';
import type { BackendAnswer } from '../../clients.js';

const MAX_WORDS = 1000;
const MAX_DETAILS = 8;

/** A failure in the backend's words, with what a model is to do next. A 403 or 404 that names something of `sent` is about that. */
export function answerError(
  place: string,
  answer: BackendAnswer,
  sent: readonly unknown[] = [],
): AppError {
  return answerRefusal(place, answer, (said, details) => {
    const named = CORRECTABLE.has(answer.status) ? namedIn(said, details, sent) : undefined;
    return named === undefined
      ? adviceFor(answer)
      : `It names "${named}": correct that or leave it out, and call it once more. If it answers the same, tell the user.`;
  });
}

/** The same for a person who accepted: without advice, the backend's words alone. */
export function answerRefusal(
  place: string,
  answer: BackendAnswer,
  adviceOn?: (said: string, details: readonly ErrorDetail[]) => string,
): AppError {
  const body = parseBody(answer.text);
  const said = wordsOf(answer, body);
  const details = [...(answer.status === 401 ? [UNSIGNED] : []), ...detailsOf(body)];
  const message = withStop(`${place} answered ${answer.status}${said === '' ? '' : `: ${said}`}`);
  const whole = adviceOn ? `${message} ${adviceOn(said, details)}` : message;
  return new AppError(codeOf(answer.status), whole, details, { cause: new Refused(answer.status) });
}

/** What a page asks its user for, where the source forwards their token. */
const UNSIGNED: ErrorDetail = { path: 'authorization', message: 'is missing or not valid there' };

/** Many backends answer these to a field or filter that they do not know, or do not show. */
const CORRECTABLE: ReadonlySet<number> = new Set([403, 404]);

/** The field or value that the answer is about: one it points to, or one of those sent that stands in its words. */
function namedIn(
  said: string,
  details: readonly ErrorDetail[],
  sent: readonly unknown[],
): string | undefined {
  const pointed = details.find(({ path }) => path !== undefined)?.path;
  if (pointed !== undefined) return pointed;
  const words = new Set([said, ...details.map(({ message }) => message)].flatMap(wordsIn));
  return sentWords(sent).find((word) => words.has(word));
}

const MAX_SENT = 2000;

/** The names and texts in what was sent, longest first: the more of a text the less by chance. */
function sentWords(sent: readonly unknown[]): string[] {
  const found = new Set<string>();
  const open = [...sent];
  for (let at = 0; at < open.length && found.size < MAX_SENT && at < MAX_SENT; at += 1) {
    const value = open[at];
    const texts = isObject(value) ? Object.keys(value) : typeof value === 'string' ? [value] : [];
    for (const word of texts.flatMap((text) => wordsIn(text.slice(0, MAX_WORDS)))) found.add(word);
    if (Array.isArray(value)) open.push(...(value as unknown[]));
    else if (isObject(value)) open.push(...Object.values(value));
  }
  return [...found].filter((word) => word.length > 2).sort((a, b) => b.length - a.length);
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
}

function wordsOf({ headers, text }: BackendAnswer, body: unknown): string {
  // Problem details (RFC 9457) say more in `title` than nothing.
  const known = errorMessageIn(body) ?? (isObject(body) ? body['title'] : undefined);
  if (typeof known === 'string') return cutText(known, MAX_WORDS);
  if (body !== undefined) return cutText(writeJson(body), MAX_WORDS);
  const isPage = (headers['content-type'] ?? '').includes('html');
  return isPage ? cleanText(text, 200) : cutText(text, 400);
}

function adviceFor({ status, headers }: BackendAnswer): string {
  switch (status) {
    case 401:
      return 'The credentials are missing or not valid: tell the user to sign in again.';
    case 403:
      return 'These credentials may not do this: tell the user, and do not try it again.';
    case 404:
    case 410:
      return 'Check the ids and names in the path: find them with a tool that lists or searches.';
    case 409:
    case 412:
      return 'Read the current state, then decide what to do.';
    case 400:
    case 422:
      return 'Correct the arguments and call it again.';
    case 429: {
      const ms = parseRetryAfter(headers['retry-after'] ?? null, new Date());
      const wait = ms === undefined ? '' : ` (it asks to wait ${Math.ceil(ms / 1000)} s)`;
      return `Too many requests: do not call it again in this turn${wait}.`;
    }
    default:
      return status >= 500
        ? 'The backend failed: try once more at most, or tell the user that it does not work now.'
        : 'Tell the user what it answered.';
  }
}

function codeOf(status: number): ErrorCode {
  if (status === 404 || status === 410) return 'not_found';
  if (status === 409 || status === 412) return 'conflict';
  return status >= 500 ? 'platform_unavailable' : 'platform_error';
}

const MESSAGES = ['message', 'msg', 'detail', 'description', 'title', 'code'];
const FIELDS = ['field', 'path', 'pointer', 'loc', 'parameter', 'name'];

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value);
}

/** The entries of `errors` or `details`, a list or by field, in whichever of the usual forms they are. */
function detailsOf(body: unknown): ErrorDetail[] {
  if (!isObject(body)) return [];
  const inner = asObject(body['error']);
  const lists: unknown[] = [body['errors'], body['details'], body['detail'], inner['details']];
  const named = Object.entries(asObject(lists.find(isObject)));
  const list =
    lists.find((one): one is unknown[] => Array.isArray(one)) ??
    named.map(([field, said]) => ({ field, message: [said].flat().map(textOf).join('; ') }));
  return list.slice(0, MAX_DETAILS).flatMap((entry): ErrorDetail[] => {
    if (typeof entry === 'string') return [{ message: cutText(entry, 300) }];
    if (!isObject(entry)) return [];
    const told = { ...asObject(entry['source']), ...entry };
    const message = MESSAGES.map((name) => told[name]).find((one) => typeof one === 'string');
    const field = FIELDS.map((name) => told[name]).find((one) => one !== undefined);
    const text = textOf(message ?? entry);
    const place = typeof field === 'string' ? field : (writeJson(field) as string | undefined);
    const path = Array.isArray(field) ? field.map(String).join('.') : place;
    return [
      { message: cutText(text, 300), ...(path === undefined ? {} : { path: cutText(path, 120) }) },
    ];
  });
}

function withStop(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

import { parseJson } from '../../../foundation/exact-json.js';
import { errorInside, parseBody } from '../../../foundation/api-answers.js';
import { parseUrl } from '../../../foundation/parse-url.js';
import { messageOf, platformError, toErrorBody } from '../../../foundation/errors.js';
import { defined } from '../../../foundation/defined.js';
import { asObject, isObject, jsonLength } from '../../../foundation/json.js';
import { isWebPage } from '../../sources/openapi/answer/shape-answer.js';
import { answerRefusal } from '../../sources/openapi/answer/answer-error.js';
import { PASSING, refusalStatus } from '../../sources/backend-client.js';
import type { UserFiles } from '../../../foundation/user-files.js';
import type { BackendAnswer, BackendRequest, WriteClient } from '../../sources/clients.js';
import { ChangeEnd, unknownChange, type AppliedChange } from '../change-kind.js';
import { dryRequest } from './dry-run.js';
import { namesIn } from './record-names.js';
import {
  answeredObject,
  findEnvelope,
  objectSecrets,
  sentObject,
  shapeOfValue,
} from './envelope.js';
import { fieldDiff } from './json-patch.js';
import { filesBody } from './form-request.js';
import { MULTIPART } from '../../sources/openapi/document/media-type.js';
import { canBeFound, withLocation } from './made-object.js';
import { maskSecrets, MAX_SHOWN, shownWithin } from './mask-secrets.js';
import { guardedFields, isAsShown, toFacts, type RequestFacts } from './request-facts.js';
import { isJson, requestOf, type RequestPayload } from './request-payload.js';
import type { RequestRules } from './request-rules.js';
import { reversibleOf } from './reversal.js';
import { readImage, relevantPart, type Image } from './read-image.js';
import { webPageOf } from './web-page.js';
import { lookAfter } from './resolve-request.js';
import { storedAfter } from './stored-otherwise.js';

const WAY_OUT = 'Ask for the change again in the chat.';

/** Sends a request once, guarded as far as its backend can. Rejects where no answer came. */
export async function applyRequest(
  write: WriteClient,
  exactText: string,
  change: AppliedChange,
): Promise<ChangeEnd> {
  const facts = toFacts(change.facts);
  const payload = parseJson(exactText) as RequestPayload;
  const before = await stateNow(facts, payload, change);
  if (before instanceof ChangeEnd) return before;
  const wanted = await requestWithFiles(payload, change.files, facts.owner).catch(
    (error: unknown) => new ChangeEnd('released', { ...toErrorBody(error) }),
  );
  if (wanted instanceof ChangeEnd) return wanted;
  const request = guarded(wanted, facts, change);
  const refused = await triedDry(write, request, facts);
  if (refused !== undefined) return refused;
  const answer = await sent(write, request);
  const { status } = answer;
  if (status === 412)
    return staleEnd(facts, payload, facts.twin && (await readImage(change.read, facts.twin)));
  if (status >= 400 && status < 500) return refusedEnd(request, answer);
  const body = answer.text === '' ? undefined : parseBody(answer.text);
  const inside = status < 300 ? errorInside(body) : undefined;
  const isClear = status < 300 && inside === undefined && !isUnreadable(answer, body);
  // An answer that does not say what became of it: what is stored now may tell.
  const found = isClear ? 'done' : (await lookAfter(exactText, change)).found;
  if (found !== 'done') return unsureEnd(request, answer, found, inside);
  const object = answeredBy(answer, body, payload, facts.rules);
  // Of what is still at work nothing is to be seen yet.
  const isSeen = isClear && status !== 202;
  const seen = [facts, payload, before, object.value, change.read] as const;
  const stored = isSeen ? await storedAfter(...seen) : { told: {} };
  return acceptedEnd(answer, object, stored, payload, facts, change);
}

async function requestWithFiles(
  payload: RequestPayload,
  files: UserFiles | undefined,
  owner: string | undefined,
): Promise<BackendRequest> {
  const request = requestOf(payload);
  if (payload.content_type !== MULTIPART && payload.files === undefined) return request;
  return { ...request, body: await filesBody(files, owner, payload) };
}

/** With the headers that protect it: nothing is sent over a newer state, or twice. */
function guarded(
  request: BackendRequest,
  { etag, rules }: RequestFacts,
  { previewId }: AppliedChange,
): BackendRequest {
  const key = rules.idempotencyHeader;
  const headers = { ...request.headers };
  if (etag !== undefined) headers['if-match'] = etag;
  if (key !== undefined) headers[key] = previewId;
  return Object.keys(headers).length === 0 ? request : { ...request, headers };
}

/** Read again with an etag too: many backends tell one and take no notice of `If-Match`. */
async function stateNow(
  facts: RequestFacts,
  payload: RequestPayload,
  { read }: AppliedChange,
): Promise<Image | ChangeEnd | undefined> {
  const { twin, hash } = facts;
  if (twin === undefined || hash === undefined) return undefined;
  const image = await readImage(read, twin);
  if (image.kind === 'unread') {
    const message = `${image.why} It has to be compared with what was shown, so nothing was sent and the preview still waits.`;
    return new ChangeEnd('released', { ...toErrorBody(platformError(message)) });
  }
  const isSame = isAsShown(facts, image, sentObject(payload.body, facts.rules.envelope));
  return isSame ? image : staleEnd(facts, payload, image);
}

function staleEnd(
  facts: RequestFacts,
  { body }: RequestPayload,
  image: Image | undefined,
): ChangeEnd {
  const message = `What the request changes has changed since the preview was made, so nothing was sent. ${WAY_OUT}`;
  const fields = guardedFields(facts, sentObject(body, facts.rules.envelope));
  const now = image?.kind === 'value' ? relevantPart(image.value, fields) : undefined;
  const { changes } = fieldDiff(relevantPart(facts.before, fields), now);
  const places = changes.slice(0, 50).map(({ op, path }) => ({ op, path }));
  return new ChangeEnd('stale', {
    error: { code: 'preview_stale', message, details: [] },
    ...defined({ diff: image === undefined || facts.before === undefined ? undefined : places }),
    ...defined({ now: shownWithin(now, objectSecrets(facts.rules), MAX_SHOWN) }),
  });
}

/** Only where the document or the operator names the parameter: elsewhere it would be the write itself. */
async function triedDry(
  write: WriteClient,
  request: BackendRequest,
  { rules: { dryRun } }: RequestFacts,
): Promise<ChangeEnd | undefined> {
  const dry = dryRun && dryRequest(request, dryRun);
  if (dry === undefined) return undefined;
  const answer = await write.exchange(dry);
  if (answer.status < 400 || answer.status >= 500) return undefined;
  return refusedEnd(request, answer);
}

/** A page, most often of a proxy that asks to sign in, or JSON that was cut. */
function isUnreadable({ headers, text }: BackendAnswer, body: unknown): boolean {
  const type = headers['content-type'] ?? '';
  return text !== '' && body === undefined && (isJson(type) || isWebPage(type, text));
}

/** A redirect is not followed, so where it leads is all that it says. */
async function sent(write: WriteClient, request: BackendRequest): Promise<BackendAnswer> {
  try {
    return await write.exchange(request);
  } catch (error) {
    const status = refusalStatus(error);
    if (status === undefined) throw error;
    return { status, headers: {}, text: messageOf(error) };
  }
}

function refusedEnd(request: BackendRequest, answer: BackendAnswer): ChangeEnd {
  const error = toErrorBody(answerRefusal(`${request.method} ${request.path ?? ''}`, answer));
  const { status } = answer;
  return new ChangeEnd(PASSING.has(status) ? 'released' : 'failed', { ...error, status });
}

function unsureEnd(
  request: BackendRequest,
  answer: BackendAnswer,
  found: 'undone' | 'unclear',
  inside: string | undefined,
): ChangeEnd {
  const { status } = answer;
  const { error } = toErrorBody(answerRefusal(`${request.method} ${request.path ?? ''}`, answer));
  const message =
    inside === undefined
      ? error.message
      : `The backend answered ${status}, but its answer tells of an error: ${inside}`;
  const told = { error: { ...error, message } };
  // A gateway gives up while the backend behind it may still be at work.
  if (found === 'undone' && status !== 502 && status !== 504)
    return new ChangeEnd(inside === undefined ? 'released' : 'failed', told);
  return new ChangeEnd('unknown', { ...toErrorBody(unknownChange(message)) });
}

const MAX_ANSWER = 256 * 1024;

function acceptedEnd(
  { status, headers, text }: BackendAnswer,
  { body, at, value }: ReturnType<typeof answeredBy>,
  stored: Awaited<ReturnType<typeof storedAfter>>,
  sent: RequestPayload,
  facts: RequestFacts,
  { isEdited, origin }: AppliedChange,
): ChangeEnd {
  const { rules } = facts;
  const secrets = objectSecrets(rules);
  const inAnswer = secrets.map((place) => at + place);
  const isKept = value !== undefined && text.length <= MAX_ANSWER;
  const masked = isKept ? maskSecrets(value, secrets).places : [];
  const result = {
    ...namesIn(value),
    ...defined({
      status: status >= 200 && status < 300 ? status : undefined,
      answer: shownWithin(body, inAnswer, MAX_SHOWN),
      pending: status === 202 ? true : undefined,
      url: sent.method === 'DELETE' ? undefined : webPageOf(rules.page, sent.path, value),
      status_url: status === 202 ? placeAt(headers['location'], sent.path, origin) : undefined,
    }),
  };
  const { action, created } = rules;
  const isLost = action === 'create' && created && !canBeFound(sent, created, value);
  const outcome = {
    result,
    ...(masked.length > 0 && { result_masked: masked }),
    // What was told of it was said of what was shown.
    ...(isEdited && { reversible: reversibleOf(sent, facts) }),
    ...(isLost && { reversible: 'manual' }),
    ...stored.told,
  };
  const answer = isKept ? value : undefined;
  const { value: seen } = stored;
  // Undoing compares with what was read right after it; of a secret the answer alone may tell.
  if (!isObject(seen) || jsonLength(seen, MAX_ANSWER) > MAX_ANSWER)
    return new ChangeEnd('accepted', outcome, answer);
  const parts = masked.length > 0 ? [seen, answer] : [answer, seen];
  return new ChangeEnd('accepted', outcome, Object.assign({}, ...parts.map(asObject)));
}

/** Where the backend says how far it is; undefined where that is another place than what it was sent to. */
function placeAt(location = '', path: string, origin = '') {
  const base = parseUrl(`${origin}${path}`);
  const place = location === '' || base === undefined ? undefined : parseUrl(location, base);
  return place !== undefined && place.origin === base?.origin ? place.href : undefined;
}

/** The object in an answer, and where it stands there. */
function answeredBy(
  { headers }: BackendAnswer,
  body: unknown,
  payload: RequestPayload,
  { envelope, created }: RequestRules,
) {
  const read = shapeOfValue(body);
  const path = created?.pathTemplate ?? payload.path_template;
  const sent = shapeOfValue(sentObject(payload.body, envelope));
  const at = envelope?.answer ?? (read ? findEnvelope(path, read, sent).read : '');
  const object = answeredObject(body, at);
  const value = created ? withLocation(object, headers['location'], payload, created) : object;
  return { body, at, value };
}

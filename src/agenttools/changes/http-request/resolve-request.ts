import { numberIn, sameNumber } from '../../../foundation/exact-number.js';
import { parseJson, writeJson } from '../../../foundation/exact-json.js';
import { AppError, toErrorBody } from '../../../foundation/errors.js';
import { defined } from '../../../foundation/defined.js';
import { isObject, ownValue, type JsonObject } from '../../../foundation/json.js';
import { ChangeEnd, type AppliedChange, type OpenEnd } from '../change-kind.js';
import { namesIn } from './record-names.js';
import { objectSecrets, sentObject } from './envelope.js';
import { maskSecrets } from './mask-secrets.js';
import { isPresence, readImage } from './read-image.js';
import { hashOf, toFacts } from './request-facts.js';

/** What is stored now, seen from a request: as it wants it, as it was before, or neither can be told. */
type AttemptState = 'done' | 'undone' | 'unclear';

/** Looks what became of a request. Rejects only when the call is cancelled. */
export async function lookAfter(exactText: string, change: AppliedChange): Promise<AttemptState> {
  return (await look(exactText, change)).found;
}

async function look(
  exactText: string,
  { facts: kept, read }: AppliedChange,
): Promise<{ found: AttemptState; value?: unknown }> {
  const facts = toFacts(kept);
  const { twin, hash, compared, rules } = facts;
  if (twin === undefined || hash === undefined) return { found: 'unclear' };
  const image = await readImage(read, twin);
  if (image.kind === 'unread') return { found: 'unclear' };
  const isAsBefore = hashOf(image, compared) === hash;
  if (rules.action === 'delete') {
    if (image.kind === 'missing') return { found: isAsBefore ? 'unclear' : 'done' };
    return { found: isAsBefore ? 'undone' : 'unclear' };
  }
  if (isAsBefore) return { found: 'undone' };
  const { body } = parseJson(exactText) as JsonObject;
  // Nothing was there, and now something is: what was asked for.
  if (isPresence(rules, body)) return { found: facts.existed === false ? 'done' : 'unclear' };
  const sent = sentObject(body, rules.envelope);
  const isThere = image.kind === 'value' && holds(image.value, sent, rules.action === 'merge');
  if (!isThere || rules.action === 'json_patch') return { found: 'unclear' };
  return { found: 'done', value: image.value };
}

const MAX_DEPTH = 64;

/** True when all that was sent is there; what the backend adds by itself does not count. */
function holds(stored: unknown, sent: unknown, isMerge: boolean, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  if (isMerge && sent === null) return stored === undefined || stored === null;
  if (isObject(sent)) {
    if (!isObject(stored)) return false;
    return Object.entries(sent).every(([key, value]) =>
      holds(ownValue(stored, key), value, isMerge, depth + 1),
    );
  }
  // Backends answer long numbers as texts, which is how their clients keep the digits.
  const number = typeof stored === 'string' ? numberIn(stored) : stored;
  if (!Array.isArray(sent)) return stored === sent || sameNumber(number, sent);
  return (
    Array.isArray(stored) &&
    stored.length === sent.length &&
    sent.every((item, at) => holds(stored[at], item, isMerge, depth + 1))
  );
}

/** Sent again only where nothing can come of that: its target is as it was after a crash, or the backend knows the key. */
export async function resolveRequest(
  exactText: string,
  change: AppliedChange,
  after: OpenEnd,
): Promise<ChangeEnd> {
  const facts = toFacts(change.facts);
  const { found, value } = await look(exactText, change);
  if (found === 'done') {
    const answer =
      value === undefined ? undefined : maskSecrets(value, objectSecrets(facts.rules)).value;
    const isShown = answer !== undefined && writeJson(answer).length <= 16 * 1024;
    const result = { ...namesIn(value), ...defined({ answer: isShown ? answer : undefined }) };
    return new ChangeEnd('accepted', { result, recovered: true }, value);
  }
  const hasKey = facts.rules.idempotencyHeader !== undefined;
  if ((hasKey && after !== 'unanswered') || (found === 'undone' && after === 'crashed'))
    return new ChangeEnd('released', {});
  const message =
    'The request was sent, or was about to be, and whether it was applied cannot be told. It is not sent again. Look there: if the change is missing, ask for it again in the chat.';
  return new ChangeEnd('unknown', { ...toErrorBody(new AppError('preview_unknown', message)) });
}

import { parseJson } from '../../../foundation/exact-json.js';
import { AppError, toErrorBody } from '../../../foundation/errors.js';
import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';
import { ChangeEnd, type AppliedChange, type OpenEnd } from '../change-kind.js';
import { namesIn } from './record-names.js';
import { objectSecrets, sentObject } from './envelope.js';
import { MAX_SHOWN, shownWithin } from './mask-secrets.js';
import { isPresence, readImage } from './read-image.js';
import { isAsShown, toFacts } from './request-facts.js';
import { holds } from './stored-otherwise.js';

/** What is stored now, seen from a request: as it wants it, as it was before, or neither can be told. */
type AttemptState = 'done' | 'undone' | 'unclear';

/** Looks what became of a request. Rejects only when the call is cancelled. */
export async function lookAfter(
  exactText: string,
  { facts: kept, read }: AppliedChange,
): Promise<{ found: AttemptState; value?: unknown }> {
  const facts = toFacts(kept);
  const { twin, hash, rules } = facts;
  if (twin === undefined || hash === undefined) return { found: 'unclear' };
  const image = await readImage(read, twin);
  if (image.kind === 'unread') return { found: 'unclear' };
  const { body } = parseJson(exactText) as JsonObject;
  const sent = sentObject(body, rules.envelope);
  const isAsBefore = isAsShown(facts, image, sent);
  const isGone = rules.action === 'delete' && image.kind === 'missing';
  // A POST may have made something under another id.
  if (isAsBefore) return { found: isGone || rules.action === 'create' ? 'unclear' : 'undone' };
  if (rules.action === 'delete') return { found: isGone ? 'done' : 'unclear' };
  // Nothing was there, and now something is: what was asked for.
  if (isPresence(rules, body)) return { found: facts.existed === false ? 'done' : 'unclear' };
  const isThere = image.kind === 'value' && holds(image.value, sent);
  if (!isThere || rules.action === 'json_patch') return { found: 'unclear' };
  return { found: 'done', value: image.value };
}

/** Sent again only where nothing can come of that: its target is as it was after a crash, or the backend knows the key. */
export async function resolveRequest(
  exactText: string,
  change: AppliedChange,
  after: OpenEnd,
): Promise<ChangeEnd> {
  const facts = toFacts(change.facts);
  const { found, value } = await lookAfter(exactText, change);
  if (found === 'done') {
    const answer = shownWithin(value, objectSecrets(facts.rules), MAX_SHOWN);
    const result = { ...namesIn(value), ...defined({ answer }) };
    return new ChangeEnd('accepted', { result, recovered: true }, value);
  }
  const hasKey = facts.rules.idempotencyHeader !== undefined;
  if ((hasKey && after !== 'unanswered') || (found === 'undone' && after === 'crashed'))
    return new ChangeEnd('released', {});
  const message =
    'The request was sent, or was about to be, and whether it was applied cannot be told. It is not sent again. Look there: if the change is missing, ask for it again in the chat.';
  return new ChangeEnd('unknown', { ...toErrorBody(new AppError('preview_unknown', message)) });
}

import { defined } from '../../../foundation/defined.js';
import { isObject, ownValue, asObject } from '../../../foundation/json.js';
import type { ReadClient } from '../../sources/clients.js';
import type { ChangeProposal } from '../../tool.js';
import type { UndoneChange } from '../change-kind.js';
import { fieldDiff } from './json-patch.js';
import { objectSecrets, sentObject, withObject } from './envelope.js';
import { findMade } from './made-object.js';
import { readImage } from './read-image.js';
import { reversalOf, type BackRequest } from './reversal.js';
import { toFacts, type RequestFacts } from './request-facts.js';
import { proposeRequest } from './propose-request.js';
import type { RequestPayload } from './request-payload.js';
import type { RequestRules } from './request-rules.js';

/** The request that takes an applied one back, with the state of now; or why there is none. */
export async function undoRequest(
  { payload, facts: kept, answer, title }: UndoneChange,
  read: ReadClient,
): Promise<ChangeProposal | { why: string }> {
  const request = payload as RequestPayload;
  const facts = toFacts(kept);
  const reversal = reversalOf(request, facts);
  if ('why' in reversal) return { why: reversal.why };
  const wanted = reversal.back
    ? await asOfNow(reversal.back, request, facts, read)
    : await deletion(request, facts.rules, answer, read);
  if ('why' in wanted) return wanted;
  const name = `Undo: ${title}`;
  const { payload: back, rules } = wanted;
  // In the same tenant, and whatever else headers say of where it is.
  const sent = { ...back, ...defined({ headers: request.headers }) };
  return proposeRequest({ payload: sent, rules, title: name, description: name }, read);
}

/** What the request left as it was goes back as it is by now: a version that has risen, and what others have changed. */
async function asOfNow(
  back: BackRequest,
  { body: sent }: RequestPayload,
  { twin, rules }: RequestFacts,
  read: ReadClient,
): Promise<BackRequest | { why: string }> {
  const { payload } = back;
  const image = twin && (await readImage(read, twin));
  if (image?.kind !== 'value') return back;
  if (back.rules.action === 'create')
    return { why: 'It can still be read: the backend kept it, so it cannot be made again.' };
  const stored = asObject(image.value);
  const wanted = sentObject(payload.body, rules.envelope);
  const was = asObject(sentObject(sent, rules.envelope));
  if (!isObject(wanted)) return back;
  const kept = Object.entries(wanted).filter(
    ([name, value]) =>
      Object.hasOwn(stored, name) && fieldDiff(ownValue(was, name), value).changes.length === 0,
  );
  const now = Object.fromEntries(kept.map(([name]) => [name, stored[name]]));
  const body = withObject(payload.body, rules.envelope, { ...wanted, ...now });
  return { ...back, payload: { ...payload, body } };
}

const NOT_FOUND =
  'What was made is not found under an id that its answer tells, so it has to be taken back by hand.';

async function deletion(
  payload: RequestPayload,
  rules: RequestRules,
  answer: unknown,
  read: ReadClient,
): Promise<BackRequest | { why: string }> {
  const { created = { methods: [], pathTemplate: '' } } = rules;
  const path = await findMade(payload, created, answer, read);
  if (path === undefined) return { why: NOT_FOUND };
  return {
    payload: { method: 'DELETE', path_template: created.pathTemplate, path },
    rules: {
      action: 'delete',
      secrets: objectSecrets(rules),
      ...defined({
        page: rules.page,
        twin: created.methods.includes('GET') ? { query: [] } : undefined,
        envelope: created.at === undefined ? undefined : { read: created.at },
      }),
    },
  };
}

import { defined } from '../../../foundation/defined.js';
import { asList, isObject, type JsonObject, asObject } from '../../../foundation/json.js';
import type { ReadClient } from '../../sources/clients.js';
import type { ChangeProposal } from '../../tool.js';
import type { UndoneChange } from '../change-kind.js';
import { fieldDiff } from './json-patch.js';
import { objectSecrets, sentObject, withObject } from './envelope.js';
import { expectedChange } from './expected-change.js';
import { findMade } from './made-object.js';
import { readImage, withoutPlaces, type ImagePlace } from './read-image.js';
import { changesNothing, reversalOf, type BackRequest } from './reversal.js';
import { shortLabel } from './record-names.js';
import { changedSince } from './stored-otherwise.js';
import { toFacts } from './request-facts.js';
import { proposeRequest } from './propose-request.js';
import type { RequestPayload } from './request-payload.js';
import type { RequestRules } from './request-rules.js';

/** What takes a request back, and where what it is sent to is read. */
interface Wanted {
  back: BackRequest;
  place?: ImagePlace | undefined;
}

/** The request that takes an applied one back, with the state of now; or why there is none. */
export async function undoRequest(
  change: UndoneChange,
  read: ReadClient,
): Promise<ChangeProposal | { why: string }> {
  const { payload: request, title, answer } = change as UndoneChange & { payload: RequestPayload };
  const facts = toFacts(change.facts);
  const reversal = reversalOf(request, facts);
  if ('why' in reversal) return { why: reversal.why };
  if (changesNothing(facts, request.body))
    return { why: 'It changed nothing, so there is nothing to take back.' };
  const wanted = reversal.back
    ? { back: reversal.back, place: facts.twin }
    : await deletion(request, facts.rules, answer, read);
  if (wanted === undefined) return { why: NOT_FOUND };
  const now = await asOfNow(wanted, change, read);
  if ('why' in now) return now;
  const name = `Undo: ${title}`;
  const { payload: back, rules, notes } = now;
  // In the same tenant, and whatever else headers say of where it is.
  const payload = { ...back, ...defined({ headers: request.headers }) };
  const proposal = await proposeRequest({ payload, rules, title: name, description: name }, read);
  const all = [...notes, ...asList(proposal.extra?.['notes'])];
  return { ...proposal, extra: { ...proposal.extra, ...(all.length > 0 && { notes: all }) } };
}

/** What the request left as it was goes back as it is by now: a version that has risen, and what others have changed. */
async function asOfNow(
  { back, place }: Wanted,
  { payload: request, facts: kept, answer, first = [] }: UndoneChange,
  read: ReadClient,
): Promise<(BackRequest & { notes: string[] }) | { why: string }> {
  const image = place && (await readImage(read, place));
  if (image?.kind !== 'value') return { ...back, notes: [] };
  const { rules, before } = toFacts(kept);
  if (rules.action === 'delete' && back.rules.action !== 'presence')
    return { why: 'It can still be read: the backend kept it, so it cannot be made again.' };
  const { payload } = back;
  const sent = sentObject(request['body'], rules.envelope);
  const stored = asObject(afterAll(first, payload.path, image.value));
  const wanted = sentObject(payload.body, back.rules.envelope);
  const isPatch = rules.action === 'patch';
  const given = isObject(wanted) ? takenNow(wanted, asObject(sent), stored, isPatch) : wanted;
  const promised = before && expectedChange(rules, sent, { kind: 'value', value: before })?.after;
  const told = withoutPlaces(answer, place?.unsent ?? []);
  const left = { ...asObject(promised ?? sent), ...asObject(told) };
  const { diff } = expectedChange(back.rules, given, { kind: 'value', value: stored }) ?? {};
  const lost = changedSince(rules, diff ?? [], left, stored);
  const body = isObject(wanted) ? withObject(payload.body, rules.envelope, given) : payload.body;
  return { ...back, payload: { ...payload, ...defined({ body }) }, notes: lostNotes(lost) };
}

/** What stands there once these requests are applied to it, too. */
function afterAll(proposals: readonly ChangeProposal[], path: string, stored: unknown): unknown {
  const own = proposals.filter(({ payload }) => payload['path'] === path);
  return own.reduce((value, { payload, facts = {} }) => {
    const { rules } = toFacts(facts);
    const sent = sentObject(payload['body'], rules.envelope);
    return expectedChange(rules, sent, { kind: 'value', value })?.after ?? value;
  }, stored);
}

/** What is wanted, with what stands there now wherever the change did nothing; `isPatch`: also where it said nothing. */
function takenNow(
  wanted: JsonObject,
  was: JsonObject,
  stored: JsonObject,
  isPatch: boolean,
): JsonObject {
  const given = Object.entries(wanted).map(([name, value]) => {
    const [old, now] = [was[name], stored[name]];
    if (!Object.hasOwn(stored, name)) return [name, value];
    if (!Object.hasOwn(was, name)) return [name, isPatch ? now : value];
    if (fieldDiff(old, value).changes.length === 0) return [name, now];
    if (!isObject(value) || !isObject(old) || !isObject(now)) return [name, value];
    const others = Object.entries(now).filter(
      ([inner]) => !Object.hasOwn(old, inner) && !Object.hasOwn(value, inner),
    );
    return [name, { ...takenNow(value, old, now, isPatch), ...Object.fromEntries(others) }];
  });
  return Object.fromEntries(given) as JsonObject;
}

const MAX_NAMED = 20;

function lostNotes(places: readonly string[]): string[] {
  if (places.length === 0) return [];
  const names = places.slice(0, MAX_NAMED).map((place) => shortLabel(place.slice(1)));
  const more = places.length > MAX_NAMED ? ` and ${places.length - MAX_NAMED} more` : '';
  return [`Changed since, probably by others, and lost with this: ${names.join(', ')}${more}.`];
}

const NOT_FOUND =
  'What was made is not found under an id that its answer tells, so it has to be taken back by hand.';

async function deletion(
  payload: RequestPayload,
  rules: RequestRules,
  answer: unknown,
  read: ReadClient,
): Promise<Wanted | undefined> {
  const { created = { methods: [], pathTemplate: '' } } = rules;
  const found = await findMade(payload, created, answer, read);
  if (found === undefined) return undefined;
  const canRead = created.methods.includes('GET');
  const back: BackRequest = {
    payload: { method: 'DELETE', path_template: created.pathTemplate, path: found.path },
    rules: {
      action: 'delete',
      secrets: objectSecrets(rules),
      ...defined({
        page: rules.page,
        twin: canRead ? { query: [] } : undefined,
        envelope: created.at === undefined ? undefined : { read: created.at },
      }),
    },
  };
  return { back, place: canRead ? found : undefined };
}

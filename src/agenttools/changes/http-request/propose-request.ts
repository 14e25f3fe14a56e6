import { percentDecoded } from '../../../foundation/parse-url.js';
import { defined } from '../../../foundation/defined.js';
import { isObject, type JsonObject, asObject, valueAt } from '../../../foundation/json.js';
import type { ReadClient } from '../../sources/clients.js';
import type { ChangeProposal } from '../../tool.js';
import { referencesIn } from '../references.js';
import { objectSecrets, sentObject, withValueAt } from './envelope.js';
import { expectedChange, type ExpectedChange, isComparable, isPartial } from './expected-change.js';
import { cutValue, isSecretName, maskSecrets, shownWithin } from './mask-secrets.js';
import { HTTP_REQUEST, type RequestPayload } from './request-payload.js';
import { tryDry } from './dry-run.js';
import { factsOf, type RequestFacts } from './request-facts.js';
import { changesNothing, reversibleOf, unknownFields } from './reversal.js';
import type { RequestRules, RequestAction } from './request-rules.js';
import { labelIn, shortLabel, referredNames, type NamesByPath } from './record-names.js';
import { type Image, isPresence } from './read-image.js';
import { nameIn } from '../../sources/openapi/document/path-key.js';
import { readParent, readState, bulkNotes, NO_UNDO } from './known-state.js';
import { webPageOf } from './web-page.js';

interface RequestDraft {
  payload: RequestPayload;
  rules: RequestRules;
  title: string;
  description: string;
  owner?: string;
  names?: NamesByPath;
}

const MAX_SHOWN = 64 * 1024;

/** The request as a change to be decided on. Only reads, and tries it where a dry run is declared. Rejects what is refused there. */
export async function proposeRequest(
  { payload, rules: declared, title, description, owner, names = new Map() }: RequestDraft,
  read: ReadClient,
): Promise<ChangeProposal> {
  const { rules, place, image, whole, beside } = await readState(payload, declared, read);
  const parent = image === undefined ? await readParent(payload, rules, read) : undefined;
  const sent = sentObject(payload.body, rules.envelope);
  const expected = image && expectedChange(rules, sent, image);
  const facts = { ...factsOf(rules, place, image, sent), ...defined({ beside }) };
  const target = targetOf(payload, rules, image ?? parent);
  const masked = maskedPayload(payload, rules);
  const stored = image?.kind === 'value' ? image.value : undefined;
  const referred = await referredNames(rules, [sent, stored], read, names);
  const tried = await tryDry(payload, rules, read);
  const notes = notesOf(payload, facts, image, expected, whole);
  if (tried.note !== undefined) notes.push(tried.note);
  const { etag, hash } = facts;
  const { method, path_template, path, query, headers, ...more } = masked.payload;
  const { body, content_type, parts, files } = more;
  const sentToo = defined({ query, headers, body, content_type, parts, files });
  const extra: JsonObject = {
    title,
    // Exactly the fields that docs/protocol.md names.
    request: { method, path_template, path, ...sentToo },
    protection: etag === undefined ? (hash === undefined ? 'none' : 'recheck') : 'etag',
    reversible: reversibleOf(payload, facts),
    ...defined({
      target,
      masked: masked.places.length === 0 ? undefined : masked.places,
      notes: notes.length === 0 ? undefined : notes,
      dry_run: tried.answer,
      names: referred,
    }),
    ...shownChange(expected, objectSecrets(rules)),
    ...defined({
      parent: parent?.kind === 'value' ? shownWithin(parent.value, [], MAX_SHOWN) : undefined,
    }),
  };
  return {
    kind: HTTP_REQUEST,
    description: rules.action === 'create' ? description : named(description, target),
    payload,
    ...defined({ targetId: rules.action === 'create' ? undefined : target?.id }),
    extra,
    facts: { ...facts, ...defined({ owner: payload.files && owner }) } as unknown as JsonObject,
  };
}

/** What people call what is changed: by the name that its image tells, else by its path. */
function targetOf(payload: RequestPayload, rules: RequestRules, image: Image | undefined) {
  const value = image?.kind === 'value' && isObject(image.value) ? image.value : {};
  const inner = asObject(value['metadata']);
  const id = idIn(payload, rules);
  const label = labelIn({ ...value, ...inner }) ?? id;
  return { label, id, ...defined({ url: webPageOf(rules.page, payload.path, value) }) };
}

/** With the record's name beside its id: `Ship an order (7: Desks for Birch)`. */
function named(description: string, { label, id }: ReturnType<typeof targetOf>): string {
  if (description.includes(label)) return description;
  const name = shortLabel(label);
  return description.endsWith(`${id})`)
    ? `${description.slice(0, -1)}: ${name})`
    : `${description} (${name})`;
}

/** The end of the path; of what does something, the thing that it is done to: in `/orders/7/ship` the order. */
function idIn({ path, path_template: template }: RequestPayload, { action }: RequestRules): string {
  const segments = path.split('/').filter(Boolean);
  const names = template.split('/').filter(Boolean);
  const done = names.findLastIndex((name) => name.includes('{'));
  const isAction = action === 'action' && done >= 0 && names.length === segments.length;
  return percentDecoded(segments.at(isAction ? done : -1) ?? '/');
}

export function maskedPayload(payload: RequestPayload, { secrets }: Pick<RequestRules, 'secrets'>) {
  const body = maskSecrets(payload.body, secrets);
  const query = payload.query
    ?.split('&')
    .map((pair) => (isSecretName(nameIn(pair)) ? `${pair.split('=')[0] ?? ''}=***` : pair))
    .join('&');
  const headers = maskSecrets(payload.headers);
  const places = [
    ...body.places.map((place) => `/body${place}`),
    ...headers.places.map((place) => `/headers${place}`),
    ...(query === payload.query ? [] : ['/query']),
  ];
  const shown = {
    ...payload,
    ...defined({ query, body: body.value, headers: headers.value }),
  } as RequestPayload;
  return { payload: shown, places };
}

function shownChange(expected: ExpectedChange | undefined, secrets: readonly string[]): JsonObject {
  if (expected === undefined) return {};
  const { before, after, diff, dropped } = expected;
  return defined({
    // Too much to look at is left out: the differences are listed beside it.
    before: shownWithin(before, secrets, MAX_SHOWN),
    after: shownWithin(after, secrets, MAX_SHOWN),
    diff: diff?.map(({ path, before: old, value, ...rest }) => ({
      ...rest,
      path,
      ...defined({ before: maskedAt(path, old, secrets), value: maskedAt(path, value, secrets) }),
    })),
    dropped: dropped.length === 0 ? undefined : dropped,
  });
}

const MAX_VALUE = 4000;

function maskedAt(path: string, value: unknown, secrets: readonly string[]): unknown {
  if (value === undefined) return undefined;
  // Wrapped as it stands in the body, so that the places of secrets fit.
  const masked = maskSecrets(withValueAt({}, path, value), secrets).value;
  return cutValue(valueAt(masked, path), MAX_VALUE);
}

/** What a person has to know of a request that its differences do not tell, in sentences. */
export function notesOf(
  payload: RequestPayload,
  facts: RequestFacts,
  image: Image | undefined,
  expected: ExpectedChange | undefined,
  whole: unknown,
): string[] {
  const { rules } = facts;
  if (rules.bulk && image?.kind === 'unread') return [image.why, NO_UNDO];
  if (rules.bulk) return bulkNotes(payload, image?.kind === 'value' ? image.value : [], whole);
  const { action } = rules;
  const notes = [
    noteOfKind(payload, rules, image),
    image && noteOfImage(image, isPresence({ action }, payload.body), action),
    action === 'json_patch' && expected && expected.diff === undefined
      ? 'What it would make of this cannot be told: most often a patch that does not fit is refused.'
      : undefined,
    changesNothing(facts, payload.body)
      ? 'It is so already: nothing that can be read would change.'
      : undefined,
    expected?.isCut === true ? 'There are more differences than are listed.' : undefined,
    ...(image?.kind === 'value' ? unknownNotes(payload, facts, image, expected) : []),
    action === 'patch' && expected !== undefined
      ? 'Fields that are not sent stay as they are; how lists and nested fields are combined is up to the backend.'
      : undefined,
  ];
  return notes.filter((note) => note !== undefined);
}

function noteOfKind(
  { path, query = '' }: RequestPayload,
  { action, twin }: RequestRules,
  image: Image | undefined,
): string | undefined {
  if (referencesIn([path, query]).length > 0)
    return 'What it is sent to exists only once an earlier change is applied.';
  if (action === 'action' || action === 'effect')
    return 'This request does something; its effect cannot be shown.';
  if (action === 'create')
    return image === undefined
      ? 'It makes something new: there is nothing to compare it with.'
      : 'Something is stored under its id already: where this is not refused, it replaces that.';
  return twin === undefined
    ? 'The current state cannot be shown: the backend has no way to read it alone.'
    : undefined;
}

/** What of the object that was read could not be compared with what is sent. */
function unknownNotes(
  { body }: RequestPayload,
  { rules, beside = [] }: RequestFacts,
  image: Image,
  expected: ExpectedChange | undefined,
): (string | undefined)[] {
  const unknown = expected === undefined ? [] : unknownFields(rules, body);
  const { action, unreadable = [] } = rules;
  const unsent = action === 'replace' ? unreadable.filter((name) => !unknown.includes(name)) : [];
  return [
    isComparable(rules, sentObject(body, rules.envelope), image)
      ? undefined
      : 'What is there now could not be compared: what is sent is a form, or has no field in common with it.',
    beside.length > 0
      ? `Sent too, and not compared with what is there: ${beside.join(', ')}.`
      : undefined,
    unknown.length > 0
      ? `What is there now is not told by the backend for: ${unknown.join(', ')}.`
      : undefined,
    unsent.length > 0
      ? `Not sent, and not told by the backend, so that a PUT may empty it: ${unsent.join(', ')}.`
      : undefined,
  ];
}

function noteOfImage(image: Image, isSwitch: boolean, action: RequestAction): string | undefined {
  if (image.kind === 'unread') return image.why;
  if (image.kind === 'missing' && isPartial({ action }))
    return 'Nothing is stored there now, so there is nothing to change: most often this is refused.';
  if (!isSwitch && image.kind === 'missing') return 'Nothing is stored there now.';
  if (!isSwitch && image.kind === 'present' && action !== 'delete')
    return 'Something is there, but the backend does not tell what.';
  if (!isSwitch || image.kind === 'missing') return undefined;
  return image.kind === 'present'
    ? 'It is there already: nothing that can be read would change.'
    : 'Something is there, as shown; what this request changes in it cannot be told.';
}

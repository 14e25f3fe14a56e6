import { isNumber } from '../../../foundation/exact-number.js';
import { defined } from '../../../foundation/defined.js';
import { isObject, ownValue, asObject } from '../../../foundation/json.js';
import type { ReadClient } from '../../sources/clients.js';
import type { ChangeProposal } from '../../tool.js';
import type { UndoneChange } from '../change-kind.js';
import { fieldDiff } from './json-patch.js';
import { objectSecrets, identifyingFields, lastParameter } from './envelope.js';
import { sentObject, withObject } from './envelope.js';
import { isSecretName } from './mask-secrets.js';
import { readImage, type ImagePlace } from './read-image.js';
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

async function deletion(
  payload: RequestPayload,
  rules: RequestRules,
  answer: unknown,
  read: ReadClient,
): Promise<BackRequest | { why: string }> {
  const { created = { methods: [], pathTemplate: '' } } = rules;
  const hasTwin = created.methods.includes('GET');
  const placeOf = (id: string) => `${payload.path.replace(/\/$/, '')}/${encodeURIComponent(id)}`;
  const told = pathTo(idIn(answer, created.pathTemplate), placeOf);
  const where = defined({ at: created.at, headers: payload.headers });
  const path = hasTwin ? await placeOfMade(answer, told, placeOf, read, where) : told;
  const untold = 'The answer did not tell the id of what was made.';
  const notFound =
    'What was made is not found under the id in its answer, so it has to be taken back by hand.';
  if (path === undefined) return { why: told === undefined ? untold : notFound };
  return {
    payload: { method: 'DELETE', path_template: created.pathTemplate, path },
    rules: {
      action: 'delete',
      secrets: objectSecrets(rules),
      ...defined({
        page: rules.page,
        twin: hasTwin ? { query: [] } : undefined,
        envelope: created.at === undefined ? undefined : { read: created.at },
      }),
    },
  };
}

/** Of what was made: only the fields that are ids by their name; anything else would be a guess. */
function idIn(answer: unknown, pathTemplate: string): unknown {
  if (!isObject(answer)) return undefined;
  const inner = asObject(answer['metadata']);
  const own = identifyingFields(lastParameter(pathTemplate)).map((name) => ownValue(answer, name));
  return own.find((value) => value !== undefined && value !== null) ?? inner['name'];
}

/** Fields that other backends than most put into paths: `documentId`, `uuid`, `name`. */
const OTHER_IDS = /^name$|(?:^|[a-z_-])(?:id|uuid|key|slug|code)$/i;
const MAX_TRIED = 4;

/** By the id of its answer, else by a field under which the same is read: a DELETE of nothing often answers as if it worked. */
async function placeOfMade(
  answer: unknown,
  told: string | undefined,
  placeOf: (id: string) => string,
  read: ReadClient,
  where: Omit<ImagePlace, 'path'>,
): Promise<string | undefined> {
  if (told !== undefined && (await readImage(read, { path: told, ...where })).kind !== 'missing')
    return told;
  const fields = Object.entries(asObject(answer));
  const others = fields.filter(([name]) => OTHER_IDS.test(name) && !isSecretName(name));
  for (const [name, value] of others.slice(0, MAX_TRIED)) {
    const path = pathTo(value, placeOf);
    if (path === undefined || path === told) continue;
    const image = await readImage(read, { path, ...where });
    if (image.kind !== 'value' || !isObject(image.value)) continue;
    if (fieldDiff(value, ownValue(image.value, name)).changes.length === 0) return path;
  }
  return undefined;
}

/** Nothing, or dots, would lead to another path. */
function pathTo(id: unknown, placeOf: (id: string) => string): string | undefined {
  const text = isNumber(id) ? String(id) : id;
  if (typeof text !== 'string' || ['', '.', '..'].includes(text)) return undefined;
  return placeOf(text);
}

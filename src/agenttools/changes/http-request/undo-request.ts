import { isNumber } from '../../../foundation/exact-number.js';
import { defined } from '../../../foundation/defined.js';
import { isObject, ownValue, type JsonObject } from '../../../foundation/json.js';
import type { ReadClient } from '../../sources/clients.js';
import type { ChangeProposal } from '../../tool.js';
import type { UndoneChange } from '../change-kind.js';
import { fieldDiff, reversedPatch } from './json-patch.js';
import {
  objectSecrets,
  sentObject,
  withValueAt,
  identifyingFields,
  lastParameter,
} from './envelope.js';
import { isSecretName } from './mask-secrets.js';
import { readImage } from './read-image.js';
import {
  remadeBody,
  isOpposable,
  toFacts,
  unknownFields,
  type RequestFacts,
} from './request-facts.js';
import { proposeRequest } from './propose-request.js';
import type { RequestPayload } from './request-payload.js';
import type { RequestRules } from './request-rules.js';

/** The request that takes an applied one back, with the state of now; or why there is none. */
export async function undoRequest(
  { payload, facts: kept, answer, title }: UndoneChange,
  read: ReadClient,
): Promise<ChangeProposal | { why: string }> {
  const facts = toFacts(kept);
  const wanted = await reversed({ payload: payload as RequestPayload, facts, answer }, read);
  if ('why' in wanted) return wanted;
  const name = `Undo: ${title}`;
  return proposeRequest({ ...wanted, title: name, description: name }, read);
}

type Reversed = { payload: RequestPayload; rules: RequestRules } | { why: string };

interface Applied {
  payload: RequestPayload;
  facts: RequestFacts;
  answer: unknown;
}

async function reversed(applied: Applied, read: ReadClient): Promise<Reversed> {
  const { payload, facts } = applied;
  const { rules, before } = facts;
  if (rules.bulk)
    return { why: 'It changed several records at once, and what was in each is not kept.' };
  if (isOpposable(facts)) return opposed(payload, facts);
  switch (rules.action) {
    case 'create':
      return deletion(applied, read);
    case 'presence':
      if (facts.existed) return { why: 'It was there before, so there is nothing to take back.' };
      return { why: 'The backend has no request that takes it back.' };
    case 'replace':
    case 'merge':
    case 'patch':
      return isObject(before)
        ? restored(payload, facts, before)
        : { why: 'What was stored before is not known.' };
    case 'json_patch': {
      const body = before === undefined ? undefined : reversedPatch(before, payload.body);
      if (body !== undefined) return { payload: { ...payload, body }, rules };
      return { why: 'What the patch did to what was stored before cannot be told.' };
    }
    case 'delete':
      return remade(payload, facts);
    default:
      return { why: 'Nobody can tell what this request did, so it has to be taken back by hand.' };
  }
}

/** The same path with the opposite method: what was there, or not, is all that is known of it. */
function opposed({ path, path_template }: RequestPayload, { rules }: RequestFacts): Reversed {
  const { action, secrets, twin, opposite, page } = rules;
  const isDelete = opposite === 'DELETE';
  const back: RequestRules['opposite'] = isDelete ? 'PUT' : 'DELETE';
  return {
    payload: { method: isDelete ? 'DELETE' : 'PUT', path_template, path },
    rules: {
      action: isDelete ? 'delete' : 'presence',
      secrets,
      // A PUT that says more than that something is there is not taken back by one that says only that.
      ...defined({ page, twin, opposite: action === 'replace' ? undefined : back }),
    },
  };
}

function remade(payload: RequestPayload, facts: RequestFacts): Reversed {
  const body = remadeBody(payload, facts);
  const { remade: made, secrets } = facts.rules;
  if (body === undefined || made === undefined)
    return {
      why: 'What was deleted has to be made again by hand: its id, or what else is needed, is not known or would be another.',
    };
  const path = payload.path.split('/').slice(0, -1).join('/');
  const { pathTemplate } = made;
  return {
    payload: { method: 'POST', path_template: pathTemplate, path, body },
    rules: {
      ...{ action: 'create', secrets, fields: made.fields },
      ...defined({ envelope: made.at === undefined ? undefined : { body: made.at } }),
    },
  };
}

async function deletion({ payload, facts, answer }: Applied, read: ReadClient): Promise<Reversed> {
  const { rules } = facts;
  const { created } = rules;
  if (created?.methods.includes('DELETE') !== true)
    return { why: 'The backend has no way to delete what was made.' };
  const hasTwin = created.methods.includes('GET');
  const placeOf = (id: string) => `${payload.path.replace(/\/$/, '')}/${encodeURIComponent(id)}`;
  const told = pathTo(idIn(answer, created.pathTemplate), placeOf);
  const where = defined({ at: created.at });
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
  const inner = isObject(answer['metadata']) ? answer['metadata'] : {};
  const own = identifyingFields(lastParameter(pathTemplate)).map((name) => ownValue(answer, name));
  return own.find((value) => value !== undefined && value !== null) ?? inner['name'];
}

/** Fields that other backends than most put into paths: `documentId`, `uuid`, `name`. */
const OTHER_IDS = /^name$|(?:^|[a-z_-])(?:id|uuid|key|slug|code)$/i;
const MAX_TRIED = 4;

/**
 * Where what was made stands, as it can be read: by the id that its answer tells, or else by another field that tells
 * it apart, if the same object is read there. Many backends answer a DELETE of nothing as if it had done something.
 */
async function placeOfMade(
  answer: unknown,
  told: string | undefined,
  placeOf: (id: string) => string,
  read: ReadClient,
  where: { at?: string },
): Promise<string | undefined> {
  if (told !== undefined && (await readImage(read, { path: told, ...where })).kind !== 'missing')
    return told;
  const fields = Object.entries(isObject(answer) ? answer : {});
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

function restored(
  payload: RequestPayload,
  { rules, beside = [] }: RequestFacts,
  before: JsonObject,
): Reversed {
  const unknown = [...unknownFields(rules, payload.body), ...beside];
  if (unknown.length > 0)
    return { why: `What stood in ${unknown.join(', ')} before is not known.` };
  const object = sentObject(payload.body, rules.envelope);
  const at = object === payload.body ? '' : (rules.envelope?.body ?? '');
  const sent: JsonObject = isObject(object) ? object : {};
  const back = (body: JsonObject): Reversed => ({
    payload: { ...payload, body: withValueAt(payload.body, at, body) },
    rules,
  });
  if (rules.action === 'replace') return back(before);
  const added = Object.keys(sent).filter((name) => !Object.hasOwn(before, name));
  if (rules.action === 'patch' && added.length > 0)
    return { why: `The fields ${added.join(', ')} were not there before; remove them by hand.` };
  const removed = Object.fromEntries(added.map((name) => [name, null]));
  const body = rules.action === 'merge' ? mergeBack(before, sent) : before;
  return back({ ...removed, ...(body as JsonObject) });
}

/** The merge patch that leads from what a patch made back to what was there. */
function mergeBack(before: unknown, sent: unknown, depth = 0): unknown {
  if (!isObject(before) || !isObject(sent) || depth > 60) return before;
  const back = Object.entries(sent).map(([name, value]) => [
    name,
    Object.hasOwn(before, name) ? mergeBack(before[name], value, depth + 1) : null,
  ]);
  return { ...before, ...(Object.fromEntries(back) as JsonObject) };
}

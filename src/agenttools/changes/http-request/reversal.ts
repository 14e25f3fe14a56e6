import { isNumber } from '../../../foundation/exact-number.js';
import { defined } from '../../../foundation/defined.js';
import { isObject, type JsonObject, asObject, asList, partAt } from '../../../foundation/json.js';
import { identifyingFields, sentObject, withObject, withValueAt } from './envelope.js';
import { expectedChange } from './expected-change.js';
import { reversedPatch } from './json-patch.js';
import { maskSecrets } from './mask-secrets.js';
import { fieldsWith, relevantPart, withoutPlaces } from './read-image.js';
import { untoldFields, type RequestFacts } from './request-facts.js';
import type { RequestPayload } from './request-payload.js';
import type { RequestRules } from './request-rules.js';

export interface BackRequest {
  payload: RequestPayload;
  rules: RequestRules;
}

/** Whether an applied request can be taken back: by the request that does it, or why there is none. */
export type Reversal =
  /** Without `back`: it deletes what was made, whose id only the answer tells. */
  | { reversible: 'undo'; back?: BackRequest }
  | { reversible: 'manual' | 'no' | 'unknown'; why: string };

const not = (reversible: 'manual' | 'no' | 'unknown', why: string): Reversal => ({
  reversible,
  why,
});

/** What takes a request back, as far as it is known before it was answered. */
export function reversalOf(payload: RequestPayload, facts: RequestFacts): Reversal {
  const found = requestBack(payload, facts);
  const body = 'why' in found ? undefined : found.back?.payload.body;
  const isPatch = facts.rules.action === 'json_patch';
  const sent = isPatch
    ? asList(body).map((step) =>
        withValueAt({}, String(partAt(step, 'path')), partAt(step, 'value')),
      )
    : body;
  // Backends answer secrets masked, if at all: to send that back would set it.
  if (maskSecrets(sent, facts.rules.secrets).places.length === 0) return found;
  return not('manual', 'It would send back a secret as it was read; set it by hand.');
}

/** Whether it would leave all that can be read of it as it was. */
export function changesNothing({ rules, before, beside }: RequestFacts, body: unknown): boolean {
  if (before === undefined || beside !== undefined) return false;
  const sent = sentObject(body, rules.envelope);
  return expectedChange(rules, sent, { kind: 'value', value: before })?.diff?.length === 0;
}

export function reversibleOf(payload: RequestPayload, facts: RequestFacts) {
  return changesNothing(facts, payload.body) ? 'no' : reversalOf(payload, facts).reversible;
}

function requestBack(payload: RequestPayload, facts: RequestFacts): Reversal {
  const { rules, before, existed } = facts;
  if (rules.bulk)
    return not('manual', 'It changed several records at once, and what was in each is not kept.');
  // What was not there is deleted, what told no more of itself is put there again.
  if (rules.opposite !== undefined && existed === (rules.opposite === 'PUT'))
    return { reversible: 'undo', back: opposed(payload, rules) };
  switch (rules.action) {
    case 'create':
      return unmade(facts);
    case 'presence':
      if (existed) return not('unknown', 'It was there before, so there is nothing to take back.');
      return not('unknown', 'The backend has no request that takes it back.');
    case 'replace':
    case 'merge':
    case 'patch':
      if (isObject(before)) return restored(payload, facts, before);
      // A list or a single value is put back as it was.
      if (before !== undefined && !isObject(payload.body))
        return { reversible: 'undo', back: { payload: { ...payload, body: before }, rules } };
      return not('unknown', 'What was stored before is not known.');
    case 'json_patch': {
      const body = before === undefined ? undefined : reversedPatch(before, payload.body);
      if (body !== undefined)
        return { reversible: 'undo', back: { payload: { ...payload, body }, rules } };
      const why = 'What the patch did to what was stored before cannot be told.';
      return not(before === undefined ? 'unknown' : 'manual', why);
    }
    case 'delete':
      return remade(payload, facts);
    default:
      return not(
        'unknown',
        'Nobody can tell what this request did, so it has to be taken back by hand.',
      );
  }
}

function unmade({ rules, before }: RequestFacts): Reversal {
  const { created, gives } = rules;
  if (before !== undefined)
    return not('manual', 'Something was stored under its id before: a DELETE would take that.');
  if (created?.methods.includes('DELETE') !== true)
    return not('unknown', 'The backend has no way to delete what was made.');
  if (gives?.length !== 0) return { reversible: 'undo' };
  return not('unknown', 'The answer does not tell the id of what was made.');
}

/** The same path with the opposite method: what was there, or not, is all that is known of it. */
function opposed({ path, path_template }: RequestPayload, rules: RequestRules): BackRequest {
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

/** Makes a deleted thing again under its id, where all that it needs is known. */
function remade({ path }: RequestPayload, { rules, before, existed }: RequestFacts): Reversal {
  const why =
    'What was deleted has to be made again by hand: its id, or what else is needed, is not known or would be another.';
  if (before === undefined) return not(existed === true ? 'manual' : 'no', why);
  if (rules.remade === undefined || !isObject(before)) return not('manual', why);
  const { fields, required, unsent = [], key, at, pathTemplate, isPut = false } = rules.remade;
  const kept = fields.filter((name) => Object.hasOwn(before, name));
  const object = Object.fromEntries(kept.map((name) => [name, before[name]]));
  const segments = path.split('/');
  const last = segments.pop();
  const isSame = identifyingFields(key).some((name) => {
    const id = object[name];
    return (typeof id === 'string' || isNumber(id)) && encodeURIComponent(String(id)) === last;
  });
  if (!(isSame || isPut) || !required.every((name) => kept.includes(name)))
    return not('manual', why);
  const body = withoutPlaces(withValueAt({}, at ?? '', object), unsent);
  const back: BackRequest = {
    payload: isPut
      ? { method: 'PUT', path_template: pathTemplate, path, body }
      : { method: 'POST', path_template: pathTemplate, path: segments.join('/'), body },
    rules: {
      action: isPut ? 'replace' : 'create',
      secrets: rules.secrets,
      fields,
      ...(isPut && defined({ twin: rules.twin, page: rules.page, opposite: 'DELETE' as const })),
      ...((isPut || at !== undefined) && { envelope: { ...rules.envelope, body: at ?? '' } }),
    },
  };
  return { reversible: 'undo', back };
}

/** The fields that are sent, and of which nobody can read what stands in them now. */
export function unknownFields(
  { unreadable = [], envelope }: RequestRules,
  body: unknown,
): string[] {
  const sent = sentObject(body, envelope);
  return unreadable.filter((name) => isObject(sent) && Object.hasOwn(sent, name));
}

function restored(payload: RequestPayload, facts: RequestFacts, before: JsonObject): Reversal {
  const { rules, beside = [] } = facts;
  const sent = asObject(sentObject(payload.body, rules.envelope));
  const unknown = [...unknownFields(rules, payload.body), ...untoldFields(facts, sent), ...beside];
  if (unknown.length > 0)
    return not('manual', `What stood in ${unknown.join(', ')} before is not known.`);
  const added = Object.keys(sent).filter((name) => !Object.hasOwn(before, name));
  // A PATCH of plain JSON has no way to say that a field is to be gone.
  if (rules.action === 'patch' && added.length > 0)
    return not(
      'manual',
      `The fields ${added.join(', ')} were not there before; remove them by hand.`,
    );
  const fields = rules.action === 'patch' ? [] : rules.fields;
  const back =
    rules.action === 'merge'
      ? mergeBack(before, sent)
      : relevantPart(before, fieldsWith(fields, sent));
  // Of an object that is read many backends take the id alone.
  const others = Object.keys(sent).filter(
    (name) => isObject(before[name]) && !isObject(sent[name] ?? {}),
  );
  if (others.length > 0)
    return not('manual', `What is read in ${others.join(', ')} cannot be sent so.`);
  const body = withObject(payload.body, rules.envelope, back);
  return { reversible: 'undo', back: { payload: { ...payload, body }, rules } };
}

/** The merge patch that leads from what a patch made back to what was there. */
function mergeBack(before: unknown, sent: unknown, depth = 0): unknown {
  if (!isObject(before) || !isObject(sent) || depth > 60) return before;
  const back = Object.entries(sent).map(([name, value]) => [
    name,
    Object.hasOwn(before, name) ? mergeBack(before[name], value, depth + 1) : null,
  ]);
  return Object.fromEntries(back) as JsonObject;
}

import { type JsonObject, isObject } from '../../../foundation/json.js';
import { toFacts, factsOf, hashOf } from './request-facts.js';
import { defined } from '../../../foundation/defined.js';
import type { ReadClient } from '../../sources/clients.js';
import type { Recheck, ChangeKind } from '../change-kind.js';
import { sentObject } from './envelope.js';
import { readImage } from './read-image.js';
import { writeJson } from '../../../foundation/exact-json.js';
import { invalidRequest } from '../../../foundation/errors.js';
import { applyRequest } from './apply-request.js';
import { unmask } from './mask-secrets.js';
import { maskedPayload } from './propose-request.js';
import { HTTP_REQUEST, type RequestPayload } from './request-payload.js';
import { resolveRequest } from './resolve-request.js';
import { undoRequest } from './undo-request.js';

const MAX_NAMED = 12;

/** What is wrong with a reference to an answer, by its declared form; undefined where nothing is, or none is declared. */
function refusedReference(
  kept: JsonObject,
  ref: string,
  steps: readonly string[],
): string | undefined {
  const { gives } = toFacts(kept).rules;
  const path = steps.join('.');
  const leads = (given: string) =>
    given.endsWith('.*') ? `${path}.`.startsWith(given.slice(0, -1)) : given === path;
  if (gives === undefined || gives.some(leads)) return undefined;
  if (gives.length === 0)
    return `{{${ref}.${path}}} stands for nothing: ${ref} is answered without content.`;
  const named = gives.filter((one) => !one.endsWith('*'));
  const alike = named.filter((one) => one.split('.').at(-1) === steps.at(-1));
  const works = (alike.length > 0 ? alike : named.length > 0 ? named : gives)
    .slice(0, MAX_NAMED)
    .map((one) => `{{${ref}.${one}}}`);
  return `The answer to ${ref} has no ${path}. Write ${works.join(' or ')}.`;
}

/** Reads again what a request changes; undefined where there is nothing to compare, or it cannot be read. */
async function lookAgain(
  payload: JsonObject,
  kept: JsonObject,
  read: ReadClient,
): Promise<Recheck | undefined> {
  const facts = toFacts(kept);
  const { twin, hash, rules, compared, etag } = facts;
  if (twin === undefined || hash === undefined) return undefined;
  const image = await readImage(read, twin);
  if (image.kind === 'unread') return undefined;
  const isSame =
    hashOf(image, compared) === hash && (image.kind !== 'value' || image.etag === etag);
  const { before: _before, etag: _etag, existed: _existed, isWhole: _whole, ...rest } = facts;
  const now = factsOf(rules, twin, image, sentObject(payload['body'], rules.envelope));
  return { isSame, facts: { ...rest, ...defined({ ...now }) } as unknown as JsonObject };
}

/** A request to a backend that was read from its document: sent as it was shown. */
export const httpRequestKind: ChangeKind = {
  kind: HTTP_REQUEST,
  title: 'request',
  apply: async (write, exactText, _target, change) => applyRequest(write, exactText, change),
  resolve: resolveRequest,
  compared: ({ method, path, query, body }) => ({
    of: `${String(method)} ${String(path)}`,
    value: defined({ query, body }),
  }),
  masked: (payload, facts) =>
    maskedPayload(payload as RequestPayload, toFacts(facts).rules).payload,
  edited: editedRequest,
  lookAgain,
  refusedReference,
  undo: undoRequest,
};

const EDITABLE = new Set(['body', 'query']);

/** A person may change what is sent, not where: another address was never shown with its state. */
function editedRequest(edited: JsonObject, payload: JsonObject): JsonObject {
  const restored = unmask(edited, payload) as JsonObject;
  const fields = [...new Set([...Object.keys(payload), ...Object.keys(restored)])];
  const others = fields.filter(
    (field) => !EDITABLE.has(field) && writeJson(payload[field]) !== writeJson(restored[field]),
  );
  if (others.length > 0) {
    throw invalidRequest(
      `Only body and query of a request can be edited, not ${others.join(', ')}. Ask for the other change in the chat.`,
      others.map((path) => ({ path: `payload.${path}`, message: 'must stay as it was shown' })),
    );
  }
  const fault = { path: 'payload.body', message: 'must be an object' };
  if (isObject(payload['body']) && !isObject(restored['body']))
    throw invalidRequest('The body of the request must stay an object.', [fault]);
  // Compared to the byte with what was shown: the same fields in the same order.
  return defined(Object.fromEntries(fields.map((field) => [field, restored[field]])));
}

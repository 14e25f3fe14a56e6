import { writeJson } from '../../../foundation/exact-json.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { defined } from '../../../foundation/defined.js';
import { AppError } from '../../../foundation/errors.js';
import type { ChangeKind } from '../change-kind.js';
import { applyRequest } from './apply-request.js';
import { refusedReference } from './given-references.js';
import { lookAgain } from './look-again.js';
import { unmask } from './mask-secrets.js';
import { maskedPayload } from './propose-request.js';
import { toFacts } from './request-facts.js';
import { HTTP_REQUEST, type RequestPayload } from './request-payload.js';
import { resolveRequest } from './resolve-request.js';
import { undoRequest } from './undo-request.js';

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
    throw new AppError(
      'invalid_request',
      `Only body and query of a request can be edited, not ${others.join(', ')}. Ask for the other change in the chat.`,
      others.map((path) => ({ path: `payload.${path}`, message: 'must stay as it was shown' })),
    );
  }
  if (isObject(payload['body']) && !isObject(restored['body'])) {
    throw new AppError('invalid_request', 'The body of the request must stay an object.', [
      { path: 'payload.body', message: 'must be an object' },
    ]);
  }
  // Compared to the byte with what was shown: the same fields in the same order.
  return Object.fromEntries(
    fields
      .filter((field) => restored[field] !== undefined)
      .map((field) => [field, restored[field]]),
  );
}

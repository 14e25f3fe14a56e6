import { answerError } from '../../sources/openapi/answer/answer-error.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ChangeKind } from '../change-kind.js';
import { HTTP_REQUEST, requestOf } from './request-payload.js';

/** A request to a backend that was read from its document: sent as it was shown. */
export const httpRequestKind: ChangeKind = {
  kind: HTTP_REQUEST,
  title: 'request',
  apply: async (write, exactText) => {
    const request = requestOf(JSON.parse(exactText) as JsonObject);
    const answer = await write.exchange(request);
    if (answer.status >= 200 && answer.status < 300) return undefined;
    throw answerError(`${request.method} ${request.path}`, answer);
  },
};

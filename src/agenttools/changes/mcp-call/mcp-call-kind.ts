import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';
import { CHANGE_PREVIEW, ChangeEnd, type ChangeKind } from '../change-kind.js';
import { namesIn } from '../http-request/answer-names.js';
import { maskSecrets, unmask } from '../http-request/mask-secrets.js';
import { callOf, MCP_CALL } from './call-payload.js';

/** What is shown of an answer, as JSON text. */
const MAX_SHOWN = 16 * 1024;

/** A call of a tool of an MCP server, sent once as it was shown. What it changed cannot be looked up. */
export const mcpCallKind: ChangeKind = {
  kind: MCP_CALL,
  eventName: CHANGE_PREVIEW,
  title: 'call',
  event: ({ payload }) => {
    const { value, places } = maskSecrets(payload['arguments']);
    return {
      call: { tool: payload['tool'], arguments: value },
      protection: 'none',
      reversible: 'unknown',
      ...defined({
        masked: places.length > 0 ? places.map((place) => `/arguments${place}`) : undefined,
      }),
    };
  },
  apply: async (write, exactText) => {
    const answer = await write.send(callOf(JSON.parse(exactText) as JsonObject));
    const shown = maskSecrets(answer).value;
    const isShown = shown !== undefined && JSON.stringify(shown).length <= MAX_SHOWN;
    const result = { ...namesIn(answer), ...defined({ answer: isShown ? shown : undefined }) };
    return new ChangeEnd('accepted', { result }, answer);
  },
  masked: (payload) => maskSecrets(payload).value as JsonObject,
  // Another tool was never shown: only its arguments can be edited.
  edited: (edited, payload) => ({
    ...payload,
    arguments: unmask(edited['arguments'], payload['arguments']),
  }),
};

import type { JsonObject } from '../../../foundation/json.js';
import type { ChangeKind } from '../change-kind.js';
import { callOf, MCP_CALL } from './call-payload.js';

/** A call of a tool of an MCP server, sent once as it was shown. What it changed cannot be looked up. */
export const mcpCallKind: ChangeKind = {
  kind: MCP_CALL,
  title: 'call',
  apply: async (write, exactText) => {
    await write.send(callOf(JSON.parse(exactText) as JsonObject));
    return undefined;
  },
};

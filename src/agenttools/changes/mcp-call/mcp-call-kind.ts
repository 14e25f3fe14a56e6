import { parseJson } from '../../../foundation/exact-json.js';
import { AppError } from '../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { answerOf, shapeResult } from '../../sources/mcp/answer/shape-result.js';
import type { ChangeProposal } from '../../tool.js';
import { ChangeEnd, type ChangeKind } from '../change-kind.js';
import {
  inverseCall,
  type CallInverse,
  callOf,
  MCP_CALL,
  type CallPayload,
} from './call-payload.js';

/** A call of a tool of an MCP server, sent once as it was shown. What it changed cannot be looked up. */
export const mcpCallKind: ChangeKind = {
  kind: MCP_CALL,
  title: 'call',
  apply: async (write, exactText) => {
    const payload = parseJson(exactText) as CallPayload;
    const result = await write.send<JsonObject>(callOf(payload));
    return new ChangeEnd(
      'accepted',
      { result: shapeResult(payload.tool, result) },
      answerOf(result),
    );
  },
  compared: (payload) => ({ of: String(payload['tool']), value: payload['arguments'] }),
  edited: editedCall,
  undo: async ({ title, payload, facts, answer }) => {
    const { inverse } = facts as { inverse?: CallInverse };
    if (inverse === undefined) return { why: NO_INVERSE };
    const inverted = inverseCall(inverse, payload as CallPayload, answer);
    return 'why' in inverted ? inverted : callProposal(inverted.call, `Undo: ${title}`);
  },
};

const NO_INVERSE =
  'What a tool of an MCP server has done cannot be looked up, and the operator names no call that takes it back.';

/** A call as a change; what was asked for before may be wanted back in turn, which nobody can say. */
function callProposal(payload: CallPayload, title: string): ChangeProposal {
  const extra = { title, call: payload, protection: 'none', reversible: 'unknown' };
  return { kind: MCP_CALL, description: title, payload, extra };
}

/** A person may change what a tool is called with, not the tool. */
function editedCall(edited: JsonObject, { tool }: JsonObject): JsonObject {
  const others = Object.keys(edited).filter((field) => field !== 'tool' && field !== 'arguments');
  if (edited['tool'] === tool && isObject(edited['arguments']) && others.length === 0)
    return { tool, arguments: edited['arguments'] };
  throw new AppError(
    'invalid_request',
    'Only the arguments of a call can be edited: {"tool": as it was shown, "arguments": {…}}. Ask for the other change in the chat.',
    [{ path: 'payload', message: 'must state the same tool, and arguments as an object' }],
  );
}

import { AppError } from '../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import type { BackendRequest } from '../../sources/clients.js';

/** The kind of every change that is one call of a tool of an MCP server. */
export const MCP_CALL = 'mcp_call';

/** Exactly what accepting sends: the tool by the server's own name, and its arguments. */
export interface CallPayload extends JsonObject {
  tool: string;
  arguments: JsonObject;
}

/** A call of a tool as a request to its server. */
export function toolRequest(tool: string, input: JsonObject): BackendRequest {
  return { method: 'POST', segments: [tool], body: input };
}

/** The call of a payload; rejects with `invalid_request` one that states none. */
export function callOf(payload: JsonObject): BackendRequest {
  const { tool, arguments: input } = payload as CallPayload;
  if (typeof tool === 'string' && tool !== '' && isObject(input)) return toolRequest(tool, input);
  throw new AppError('invalid_request', 'The change states no tool and arguments to call it with.');
}

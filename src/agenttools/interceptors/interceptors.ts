import { parseWhole, writeJson } from '../../foundation/exact-json.js';
import { configError, toolFailed } from '../../foundation/errors.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import type { LlmCall } from '../../llm/types.js';
import { CHANGE_PREVIEW, EVENT_NAME } from '../changes/change-kind.js';
import { HTTP_REQUEST } from '../changes/http-request/request-payload.js';
import { MCP_CALL } from '../changes/mcp-call/mcp-call.js';
import type { ChangeProposal, Tool } from '../tool.js';

/** Requests of OpenAPI sources and calls of MCP servers. Everything that they show stands in the proposal. */
const change: PreviewInterceptor = {
  name: 'change',
  takes: ({ proposes }) => proposes === HTTP_REQUEST || proposes === MCP_CALL,
  intercept: () => ({ event: CHANGE_PREVIEW, data: {} }),
};

/** Kinds of change whose plugin brings no interceptor: the event has the kind's name. */
const kind: PreviewInterceptor = {
  name: 'kind',
  takes: () => true,
  intercept: (_call, { kind: event, payload, targetId }) => ({
    event,
    data: { payload, target_id: targetId },
  }),
};

/** All interceptors in their order, as one: the first that takes the tool makes the event. */
export type InterceptPreview = (
  tool: Tool,
  call: LlmCall,
  proposal: ChangeProposal,
) => PreviewEvent;

/** The order: `change`, those of plugins, `kind`. Rejects a name twice or of another form with `config_error`. */
export function orderInterceptors(own: readonly PreviewInterceptor[]): InterceptPreview {
  const all = [change, ...own, kind];
  for (const [at, { name }] of all.entries()) {
    if (EVENT_NAME.test(name) && all.findIndex((one) => one.name === name) === at) continue;
    throw configError(
      `The preview interceptor "${name}" is taken, or not a name in snake_case of 3 to 60 characters.`,
    );
  }
  return (tool, call, proposal) => {
    const first = all.find((one) => one.takes(tool)) ?? kind;
    const shown: unknown = first.intercept(call, parseWhole(writeJson(proposal)) as ChangeProposal);
    if (isObject(shown) && EVENT_NAME.test(String(shown['event'])) && isObject(shown['data']))
      return shown as unknown as PreviewEvent;
    throw toolFailed(
      `The preview interceptor "${first.name}" made no { event, data } with an event in snake_case.`,
    );
  };
}

/** How a proposed change is shown: the event's name, and its fields beside those of every preview. */
export interface PreviewEvent {
  event: string;
  data: JsonObject;
}

/** Makes the event of a proposal, of which it gets a copy: what is stored, its hash, policy and expiry are the server's. */
export interface PreviewInterceptor {
  name: string;
  /** True for the tools whose proposals it shows. One of a plugin is asked of tools that propose its plugin's kinds. */
  takes(tool: Tool): boolean;
  /** Soon there, in wire names. When it throws, nothing is stored, nothing is shown, and the call fails. */
  intercept(call: LlmCall, outcome: ChangeProposal): PreviewEvent;
}

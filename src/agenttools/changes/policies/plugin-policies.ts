import type { JsonObject } from '../../../foundation/json.js';
import { matchesGlob } from '../../sources/openapi/filter/glob.js';
import { HTTP_REQUEST } from '../http-request/request-payload.js';
import { MCP_CALL } from '../mcp-call/call-payload.js';
import { decide, type ChangePolicies, type PolicyBook } from './change-policy.js';

/** True for a kind of change that a plugin brought, such as a draft's; the others have the policies of their source. */
export function isPluginKind(kind: string): boolean {
  return kind !== HTTP_REQUEST && kind !== MCP_CALL;
}

/** The policies of sources, and with them those of the kinds of change that plugins bring. */
export function withPluginPolicies(sources: PolicyBook, own: ChangePolicies): PolicyBook {
  return {
    policyOf: (source, payload, roles, kind) =>
      isPluginKind(kind)
        ? decide(own, subjectOf(source, payload, kind), roles)
        : sources.policyOf(source, payload, roles, kind),
    limitsOf: (source, kind) => (isPluginKind(kind) ? own.limits : sources.limitsOf(source, kind)),
  };
}

/** Patterns mean the kind, or the source of the tool that proposed it. */
function subjectOf(source: string, payload: JsonObject, kind: string) {
  return {
    matches: (pattern: string) => matchesGlob(pattern, kind) || matchesGlob(pattern, source),
    values: { payload },
  };
}

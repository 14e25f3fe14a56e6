import type { LoopDeps } from '../agentloop/run.js';
import type { LiveCatalog } from '../agenttools/sources/live-catalog.js';

/** Builds each call: who asks, what the page has open, and the caller's own client of the tool's backend. */
export function callsOf(catalog: Pick<LiveCatalog, 'backendOf'>): LoopDeps['toolCall'] {
  return (request, { source }, signal, live) => {
    const { caller, conversationId, requestContext, scratch, traceHeaders } = request;
    const scope = { signal, traceHeaders, live };
    const read = catalog.backendOf(source).readFor(caller, scope);
    // The token stays with the client: a tool learns only whose call it is.
    const { userId } = caller;
    return { caller: { userId }, conversationId, requestContext, scratch, signal, read };
  };
}

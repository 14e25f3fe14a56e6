/** A place in a trace, as the headers of W3C Trace Context carry it; empty when there is none. */
export interface TraceHeaders {
  traceparent?: string;
  tracestate?: string;
}

export interface RequestOrigin {
  /** When it came, by `performance.now()`. */
  receivedMs: number;
  trace: TraceHeaders;
}

const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const MAX_TRACESTATE = 512;

/** The place in a trace that a request came with; whatever is not well-formed is left out. */
export function traceHeadersOf(headers: Readonly<Record<string, unknown>>): TraceHeaders {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return {};
  const passed = typeof tracestate === 'string' && tracestate.length <= MAX_TRACESTATE;
  return passed && tracestate !== '' ? { traceparent, tracestate } : { traceparent };
}

import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Tracer } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { TraceHeaders } from '../../foundation/trace-headers.js';
import type { OpenSink, RunInfo, RunSink, Span } from '../sink.js';
import {
  agentAttributes,
  chatAttributes,
  selectionAttributes,
  summaryAttributes,
  toolAttributes,
  type Attributes,
} from './span-attributes.js';

const propagator = new W3CTraceContextPropagator();

/**
 * One `invoke_agent` span per run, below the caller's when it sent one, and below it a span for the
 * selection, each model call and each tool call. Those are made when they have ended, with the times
 * they had: nothing is kept open, and a run that is lost leaves no span without an end.
 */
export function runSpans(tracer: Tracer): OpenSink {
  return (run) => {
    const root = tracer.startSpan(
      `invoke_agent ${run.contextType}`,
      { kind: SpanKind.INTERNAL, startTime: run.startedAt, attributes: agentAttributes(run) },
      callersContext(run.trace),
    );
    const context = trace.setSpan(ROOT_CONTEXT, root);
    const add = (name: string, kind: SpanKind, times: Span, attributes: Attributes): void =>
      addSpan(tracer, context, run, { name, kind, times, attributes });
    return {
      traceHeaders: headersOf(context),
      ...childSpans(run, add),
      ended: (summary) => {
        root.setAttributes(summaryAttributes(summary));
        if (summary.outcome !== 'completed') root.setStatus({ code: SpanStatusCode.ERROR });
        root.end(timeOf(run, summary.endMs));
      },
    };
  };
}

type AddSpan = (name: string, kind: SpanKind, times: Span, attributes: Attributes) => void;

function childSpans(run: RunInfo, add: AddSpan): RunSink {
  return {
    selected: (selection, times) =>
      add('select_tools', SpanKind.INTERNAL, times, selectionAttributes(selection)),
    modelEnded: (call) =>
      add(`chat ${call.model}`, SpanKind.CLIENT, call, chatAttributes(run, call)),
    toolEnded: (use) =>
      add(`execute_tool ${use.label}`, SpanKind.INTERNAL, use, toolAttributes(use)),
  };
}

function addSpan(
  tracer: Tracer,
  parent: Context,
  run: RunInfo,
  {
    name,
    kind,
    times,
    attributes,
  }: { name: string; kind: SpanKind; times: Span; attributes: Attributes },
): void {
  const startTime = timeOf(run, times.startMs);
  const span = tracer.startSpan(name, { kind, startTime, attributes }, parent);
  if ('error.type' in attributes) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(timeOf(run, times.endMs));
}

/** Milliseconds since 1970, with their fraction. */
function timeOf(run: RunInfo, elapsedMs: number): number {
  return run.startedAt.getTime() + elapsedMs;
}

function callersContext(headers: TraceHeaders): Context {
  return propagator.extract(ROOT_CONTEXT, headers, {
    get: (_, key) => headers[key as keyof TraceHeaders],
    keys: () => Object.keys(headers),
  });
}

function headersOf(context: Context): TraceHeaders {
  const headers: TraceHeaders = {};
  propagator.inject(context, headers, {
    set: (_, key, value) => void (headers[key as keyof TraceHeaders] = value),
  });
  return headers;
}

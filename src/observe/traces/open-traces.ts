import {
  ExportResultCode,
  type ExportResult,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  TracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import {
  SpanKind,
  SpanStatusCode,
  type Tracer,
  ROOT_CONTEXT,
  trace,
  type Context,
} from '@opentelemetry/api';
import { withinTime } from '../../foundation/clock.js';
import { defined } from '../../foundation/defined.js';
import { messageOf } from '../../foundation/errors.js';
import type { Logger } from '../../foundation/logger.js';
import type { Usage } from '../../llm/types.js';
import type { OpenSink, RunInfo, RunSink, Span, RunSummary } from '../sink.js';
import type { StepSink } from '../observer.js';
import type { TraceHeaders } from '../../foundation/trace-headers.js';
import { firstChars } from '../../foundation/text.js';
import type { EventData } from '../../agentloop/events.js';

interface TraceOptions {
  url: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  serviceVersion: string;
  logger: Logger;
}

const MAX_QUEUE = 2048;
/** A collector that takes longer than this for a batch has failed. */
const EXPORT_LIMIT_MS = 5_000;
/** A server that stops does not wait longer for its collector. */
const CLOSE_LIMIT_MS = 1_000;

/** Sends spans over OTLP in batches; a collector that is down costs those beyond the queue, and one warning. */
export function openTraces(options: TraceOptions) {
  const exporter = new OTLPTraceExporter({
    url: options.url,
    headers: { ...options.headers },
    timeoutMillis: EXPORT_LIMIT_MS,
  });
  const processor = new BatchSpanProcessor({
    exporter: telling(exporter, options.logger),
    maxQueueSize: MAX_QUEUE,
    exportTimeoutMillis: EXPORT_LIMIT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': options.serviceVersion,
    }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('sextant', options.serviceVersion);
  return {
    open: runSpans(tracer),
    steps: stepSpans(tracer),
    /** Sends what is left, for a bounded time. Never rejects. */
    close: () =>
      withinTime(
        provider.shutdown().catch(() => {}),
        CLOSE_LIMIT_MS,
        () => {},
      ),
  };
}

/** The exporter, with a warning when it begins to fail. */
function telling(inner: SpanExporter, logger: Logger): SpanExporter {
  let failing = false;
  const told = ({ code, error }: ExportResult): void => {
    const failed = code !== ExportResultCode.SUCCESS;
    if (failed && !failing) {
      const reason = error === undefined ? 'no reason given' : messageOf(error);
      logger.warn({ reason }, 'traces cannot be delivered; they are dropped until they can');
    }
    failing = failed;
  };
  return {
    export: (spans: ReadableSpan[], done) =>
      inner.export(spans, (result) => {
        told(result);
        // A failure the processor hears of goes to a handler of the whole process.
        done({ code: ExportResultCode.SUCCESS });
      }),
    shutdown: () => inner.shutdown(),
    forceFlush: async () => inner.forceFlush?.(),
  };
}

/** A `research_step` span per step, each a trace of its own: steps may be days and servers apart. */
function stepSpans(tracer: Tracer): StepSink {
  return {
    ended: (step) => {
      const startTime = step.startedAt.getTime();
      const attributes = {
        ...usageAttributes(step.usage),
        'sextant.research.id': step.researchId,
        'sextant.research.step': step.step,
        'sextant.research.attempt': step.attempt,
        'sextant.research.outcome': step.outcome,
        ...defined({ 'sextant.research.task_id': step.taskId, 'error.type': step.errorCode }),
      };
      const options = { kind: SpanKind.INTERNAL, startTime, attributes, root: true };
      const span = tracer.startSpan(`research_step ${step.step}`, options);
      if (step.errorCode !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(startTime + step.ms);
    },
  };
}

const propagator = new W3CTraceContextPropagator();

/** An `invoke_agent` span per run, with spans below made at their end: a lost run leaves none open. */
function runSpans(tracer: Tracer): OpenSink {
  return (run) => {
    const root = tracer.startSpan(
      `invoke_agent ${run.contextType}`,
      { kind: SpanKind.INTERNAL, startTime: run.startedAt, attributes: agentAttributes(run) },
      propagator.extract(ROOT_CONTEXT, run.trace, {
        get: (_, key) => run.trace[key as keyof TraceHeaders],
        keys: () => Object.keys(run.trace),
      }),
    );
    const context = trace.setSpan(ROOT_CONTEXT, root);
    const add: AddSpan = (name, kind, { startMs, endMs }, attributes) => {
      const span = tracer.startSpan(
        name,
        { kind, startTime: timeOf(run, startMs), attributes },
        context,
      );
      if ('error.type' in attributes) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(timeOf(run, endMs));
    };
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
      add(`chat ${call.model}`, SpanKind.CLIENT, call, {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': providerOf(run),
        'gen_ai.request.model': call.model,
        'gen_ai.request.max_tokens': call.maxTokens,
        'gen_ai.conversation.id': run.conversationId,
        'sextant.turn': call.turn,
        ...(call.finishReason !== undefined && {
          ...usageAttributes(call.usage),
          'gen_ai.response.finish_reasons': [call.finishReason],
        }),
        ...defined({ 'error.type': call.errorCode }),
      }),
    toolEnded: (use) =>
      add(`execute_tool ${use.label}`, SpanKind.INTERNAL, use, {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': firstChars(use.name, MAX_NAME),
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': use.id,
        ...defined({ 'error.type': use.error }),
      }),
  };
}

/** Milliseconds since 1970, with their fraction. */
function timeOf(run: RunInfo, elapsedMs: number): number {
  return run.startedAt.getTime() + elapsedMs;
}

function headersOf(context: Context): TraceHeaders {
  const headers: TraceHeaders = {};
  propagator.inject(context, headers, {
    set: (_, key, value) => void (headers[key as keyof TraceHeaders] = value),
  });
  return headers;
}

/** Values by attribute name; without a value the attribute is left out. */
export type Attributes = Record<string, string | number | string[]>;

/** Names of the GenAI conventions for our providers; one of our own where they have none. */
const PROVIDERS: Readonly<Record<string, string>> = { gemini: 'gcp.gemini' };

function providerOf(run: RunInfo): string {
  return PROVIDERS[run.provider] ?? run.provider;
}

/** A run as it begins: `invoke_agent` of the GenAI semantic conventions. */
function agentAttributes(run: RunInfo): Attributes {
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': providerOf(run),
    'gen_ai.request.model': run.model,
    'gen_ai.agent.name': run.contextType,
    'gen_ai.conversation.id': run.conversationId,
    'sextant.run.id': run.runId,
  };
}

function summaryAttributes(summary: RunSummary): Attributes {
  const { outcome, finishReason, usage } = summary;
  return {
    ...usageAttributes(usage),
    'sextant.turns': summary.turns,
    'sextant.tool_calls': summary.toolCalls,
    ...defined({
      'gen_ai.response.finish_reasons': finishReason === undefined ? undefined : [finishReason],
      'error.type': outcome === 'completed' ? undefined : outcome,
    }),
  };
}

function usageAttributes({ inputTokens, outputTokens, cachedTokens }: Usage): Attributes {
  return {
    'gen_ai.usage.input_tokens': inputTokens,
    'gen_ai.usage.output_tokens': outputTokens,
    ...defined({ 'gen_ai.usage.cache_read.input_tokens': cachedTokens }),
  };
}

/** The longest name of a tool that is passed on: a model may invent any. */
const MAX_NAME = 64;

/** A selection of tools; the conventions have nothing for it. */
function selectionAttributes(selection: EventData['tool_selection']): Attributes {
  const { counts, fallback_reason: reason } = selection;
  return {
    'sextant.tools.all': counts.all,
    'sextant.tools.context': counts.context,
    'sextant.tools.offered': counts.offered,
    'sextant.turn': selection.turn,
    ...defined({ 'sextant.selection.fallback_reason': reason }),
  };
}

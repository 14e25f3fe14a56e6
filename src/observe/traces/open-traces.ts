import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  TracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { withinTime } from '../../foundation/clock.js';
import { defined } from '../../foundation/defined.js';
import { messageOf } from '../../foundation/errors.js';
import type { Logger } from '../../foundation/logger.js';
import type { OpenSink } from '../sink.js';
import type { StepSink } from '../step-observer.js';
import { runSpans } from './run-spans.js';
import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';

/** Where spans go and under which name. */
export interface TraceOptions {
  /** The collector's full URL, `…/v1/traces`. */
  url: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  serviceVersion: string;
  logger: Logger;
  /** How long spans gather before they are sent, in ms. */
  delayMs?: number;
}

/** Traces that are on. */
export interface Traces {
  open: OpenSink;
  /** Makes spans of the steps of researches. */
  steps: StepSink;
  /** Sends what is left, for a bounded time. Never rejects. */
  close(): Promise<void>;
}

/** Spans that wait; more are dropped. */
const MAX_QUEUE = 2048;
/** A collector that takes longer than this for a batch has failed. */
const EXPORT_LIMIT_MS = 5_000;
/** A server that stops does not wait longer for its collector. */
const CLOSE_LIMIT_MS = 1_000;

/**
 * Sends spans over OTLP (HTTP, JSON) in batches, apart from the runs. A collector that is down or slow
 * costs the spans that do not fit the queue, and one warning until it takes some again.
 */
export function openTraces(options: TraceOptions): Traces {
  const exporter = new OTLPTraceExporter({
    url: options.url,
    headers: { ...options.headers },
    timeoutMillis: EXPORT_LIMIT_MS,
  });
  const processor = new BatchSpanProcessor({
    exporter: telling(exporter, options.logger),
    maxQueueSize: MAX_QUEUE,
    exportTimeoutMillis: EXPORT_LIMIT_MS,
    ...defined({ scheduledDelayMillis: options.delayMs }),
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

/**
 * One `research_step` span per step, made when it has ended, and a trace of its own: a research may wait for
 * days between two of them, and any server does the next. `sextant.research.id` brings them together.
 */
function stepSpans(tracer: Tracer): StepSink {
  return {
    ended: (step) => {
      const startTime = step.startedAt.getTime();
      const attributes = {
        'gen_ai.usage.input_tokens': step.usage.inputTokens,
        'gen_ai.usage.output_tokens': step.usage.outputTokens,
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

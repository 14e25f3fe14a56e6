import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type ErrorCode, toErrorBody } from '../../foundation/errors.js';
import { codeIn, type OpenSink, type RunInfo, type RunSink, type RunSummary } from '../sink.js';
import type { StepSink } from '../observer.js';
import type { FastifyInstance } from 'fastify';
import { bearerToken, OPEN } from '../../http/identity/require-identity.js';
import { digestOf, verifyStatic } from '../../http/identity/identity.js';
import { jsonOrText } from '../../foundation/exact-json.js';

/** From a look at what is there to a task that reads for minutes, in seconds. */
const STEP_BUCKETS = [0.01, 0.05, 0.25, 1, 2.5, 5, 10, 20, 40, 80, 160, 320];

/** From a fast local model to one that thinks for minutes, in seconds. */
const RUN_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320];
/** From a look into memory to a slow backend's limit. Few, because each tool has its own. */
const TOOL_BUCKETS = [0.01, 0.05, 0.25, 1, 5, 30];
const SELECTION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

/** Metrics for Prometheus in a registry of their own; every label's values come from a fixed list. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly metrics = {
    runs: this.counter('runs_total', 'Runs that ended', 'context', 'outcome'),
    running: this.gauge('runs_running', 'Runs under way on this server'),
    runSeconds: this.histogram('run_seconds', 'Length of runs', RUN_BUCKETS, 'context'),
    turns: this.counter('turns_total', 'Turns of runs that ended', 'context'),
    toolCalls: this.counter('tool_calls_total', 'Tool calls that ended', 'name', 'outcome'),
    toolSeconds: this.histogram('tool_call_seconds', 'Length of tool calls', TOOL_BUCKETS, 'name'),
    selectionSeconds: this.histogram(
      'selection_seconds',
      'Time to select the tools of a run',
      SELECTION_BUCKETS,
    ),
    fallbacks: this.counter(
      'selection_fallbacks_total',
      'Runs that were offered all tools of their context',
      'reason',
    ),
    unmet: this.counter(
      'unmet_needs_total',
      'Runs whose message has words that no tool of their context knows',
      'context',
    ),
    modelCalls: this.counter('model_calls_total', 'Model calls that ended', 'model', 'outcome'),
    modelSeconds: this.histogram(
      'model_call_seconds',
      'Length of model calls',
      RUN_BUCKETS,
      'model',
    ),
    tokens: this.counter('tokens_total', 'Tokens as the model counts them', 'model', 'direction'),
    firstFrame: this.histogram(
      'first_frame_seconds',
      'From the request until the first events can be read',
      RUN_BUCKETS,
      'context',
    ),
    firstContent: this.histogram(
      'first_content_seconds',
      'From the request to the first text of the answer',
      RUN_BUCKETS,
      'context',
    ),
    streams: this.gauge('open_streams', 'Streams of events being read'),
    refused: this.counter('refused_requests_total', 'Requests refused', 'api', 'code'),
    stepsRunning: this.gauge(
      'research_steps_running',
      'Steps of researches under way on this server',
    ),
    stepsEnded: this.counter(
      'research_steps_total',
      'Steps of researches that ended',
      'step',
      'outcome',
    ),
    stepSeconds: this.histogram(
      'research_step_seconds',
      'Length of steps of researches',
      STEP_BUCKETS,
      'step',
    ),
    stepTokens: this.counter(
      'research_tokens_total',
      'Tokens of steps of researches as the model counts them',
      'step',
      'direction',
    ),
  };

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  readonly open: OpenSink = (run) => {
    this.metrics.running.inc();
    return this.sinkOf(run);
  };

  readonly steps: StepSink = {
    begun: () => this.metrics.stepsRunning.inc(),
    ended: ({ step, outcome, ms, usage }) => {
      this.metrics.stepsRunning.dec();
      this.metrics.stepsEnded.inc({ step, outcome });
      this.metrics.stepSeconds.observe({ step }, ms / 1000);
      this.metrics.stepTokens.inc({ step, direction: 'input' }, usage.inputTokens);
      this.metrics.stepTokens.inc({ step, direction: 'output' }, usage.outputTokens);
    },
  };

  /** Counts a stream until `closed` is aborted. */
  readonly streamOpened = (closed: AbortSignal): void => {
    if (closed.aborted) return;
    this.metrics.streams.inc();
    closed.addEventListener('abort', () => this.metrics.streams.dec(), { once: true });
  };

  readonly requestRefused = (api: 'agent' | 'other', code: ErrorCode): void => {
    this.metrics.refused.inc({ api, code });
  };

  private sinkOf(run: RunInfo): RunSink {
    return {
      selected: (selection, { startMs, endMs }) => {
        // Later ones only show what find_tools added.
        if (selection.turn > 1) return;
        this.metrics.selectionSeconds.observe((endMs - startMs) / 1000);
        if (selection.unmet_words) this.metrics.unmet.inc({ context: run.contextType });
        if (selection.fallback_reason)
          this.metrics.fallbacks.inc({ reason: selection.fallback_reason });
      },
      modelEnded: ({ model, startMs, endMs, usage, errorCode = 'ok' }) => {
        this.metrics.modelCalls.inc({ model, outcome: errorCode });
        this.metrics.modelSeconds.observe({ model }, (endMs - startMs) / 1000);
        this.metrics.tokens.inc({ model, direction: 'input' }, usage.inputTokens);
        this.metrics.tokens.inc({ model, direction: 'output' }, usage.outputTokens);
      },
      toolEnded: ({ label: name, startMs, endMs, error = 'ok' }) => {
        this.metrics.toolCalls.inc({ name, outcome: error });
        this.metrics.toolSeconds.observe({ name }, (endMs - startMs) / 1000);
      },
      ended: (summary) => this.runEnded(run, summary),
    };
  }

  private runEnded({ contextType: context }: RunInfo, summary: RunSummary): void {
    this.metrics.running.dec();
    this.metrics.runs.inc({ context, outcome: summary.outcome });
    this.metrics.turns.inc({ context }, summary.turns);
    this.metrics.runSeconds.observe({ context }, summary.endMs / 1000);
    const { firstFrameMs, firstContentMs } = summary;
    if (firstFrameMs !== undefined)
      this.metrics.firstFrame.observe({ context }, firstFrameMs / 1000);
    if (firstContentMs !== undefined)
      this.metrics.firstContent.observe({ context }, firstContentMs / 1000);
  }

  private counter<L extends string>(name: string, help: string, ...labelNames: L[]) {
    const registers = [this.registry];
    return new Counter<L>({ name: `sextant_${name}`, help, labelNames, registers });
  }

  private gauge(name: string, help: string) {
    return new Gauge({ name: `sextant_${name}`, help, registers: [this.registry] });
  }

  private histogram<L extends string>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: L[]
  ) {
    const registers = [this.registry];
    return new Histogram<L>({ name: `sextant_${name}`, help, buckets, labelNames, registers });
  }
}

interface MetricsAccess {
  token: string | undefined;
  /** Whether the server checks who calls; then there are no metrics without a token of their own. */
  identityChecked: boolean;
}

/** `GET /metrics` with a token of its own; without one, where callers are checked, there is no such route. */
export function serveMetrics(
  fastify: FastifyInstance,
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { token, identityChecked }: MetricsAccess,
): void {
  if (token === undefined && identityChecked) return;
  const verify =
    token === undefined ? undefined : verifyStatic([{ user: 'metrics', digest: digestOf(token) }]);
  fastify.get('/metrics', { config: OPEN }, async (request, reply) => {
    try {
      await verify?.(bearerToken(request.raw.rawHeaders));
    } catch (error) {
      // Answered here: what handles the errors of the other routes does not know this one.
      reply.status(401).header('www-authenticate', 'Bearer realm="sextant metrics"');
      return toErrorBody(error);
    }
    reply.header('cache-control', 'no-store').type(metrics.contentType);
    return metrics.text();
  });
}

/** Calls `refused` for every answer in the error shape, read off the answer, for any layer refuses. */
export function countRefusals(
  fastify: FastifyInstance,
  refused: (api: 'agent' | 'other', code: ErrorCode) => void,
): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400) return payload;
    const api = request.url.startsWith('/v1/agent/') ? 'agent' : 'other';
    const body = typeof payload === 'string' ? jsonOrText(payload) : undefined;
    refused(api, codeIn(body) ?? 'internal');
    return payload;
  });
}

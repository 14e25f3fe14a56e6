import { errorCodes, type ErrorCode } from '../foundation/errors.js';
import { asObject } from '../foundation/json.js';
import type { TraceHeaders } from '../foundation/trace-headers.js';
import type { EventData } from '../agentloop/events.js';
import type { FinishReason, LlmMessage, LlmRequest, Usage } from '../llm/types.js';
import { createHash } from 'node:crypto';
import type { Logger } from '../foundation/logger.js';

export interface RunInfo {
  runId: string;
  conversationId: string;
  userId: string;
  /** The caller's `Authorization` header, to hide it; absent when there is none. */
  authorization?: string;
  contextType: string;
  provider: string;
  /** The model that works the run's tools. */
  model: string;
  startedAt: Date;
  trace: TraceHeaders;
}

/** Start and end in ms since the run began; an end is never before its start. */
export interface Span {
  startMs: number;
  endMs: number;
}

export interface ModelCall extends Span {
  turn: number;
  model: string;
  maxTokens: number;
  usage: Usage;
  finishReason?: FinishReason;
  errorCode?: ErrorCode;
}

export interface ToolUse extends Span {
  id: string;
  /** The name, when the catalogue has it, else `unknown`: what a model invents is not a label. */
  label: string;
  name: string;
  /** Why it failed; absent when it went well. */
  error?: ErrorCode;
}

export interface RunSummary extends Span {
  /** `lost` when its end could not be stored. */
  outcome: 'completed' | 'lost' | ErrorCode;
  finishReason?: string;
  message?: string;
  turns: number;
  toolCalls: number;
  failedCalls: number;
  usage: Usage;
  /** Until the first events could be read, and until the first text of the answer came. */
  firstFrameMs?: number;
  firstContentMs?: number;
}

/** What one sink is told of one run; it may leave out what it does not care for, and must not wait. */
export interface RunSink {
  readonly traceHeaders?: TraceHeaders;
  selected?(selection: EventData['tool_selection'], span: Span): void;
  /** A model call begins; the request is the loop's own and changes after this. */
  modelStarted?(request: LlmRequest, call: Pick<ModelCall, 'turn' | 'model'>): void;
  modelEnded?(call: ModelCall): void;
  /** A piece of the answer; called for each, so it must cost nothing. */
  text?(chunk: string): void;
  toolEnded?(use: ToolUse): void;
  recorded?(messages: readonly LlmMessage[]): void;
  ended?(summary: RunSummary): void;
}

export type OpenSink = (run: RunInfo) => RunSink;

type Told = Exclude<keyof RunSink, 'traceHeaders'>;
type Telling<What extends Told> = Parameters<NonNullable<RunSink[What]>>;

/** All sinks of a run as one; one that throws is logged and gets nothing more of it. */
export class RunSinks {
  readonly traceHeaders: TraceHeaders;
  private sinks: readonly RunSink[] = [];

  constructor(
    open: readonly OpenSink[],
    private readonly run: RunInfo,
    private readonly logger: Logger,
  ) {
    for (const openSink of open) {
      try {
        this.sinks = [...this.sinks, openSink(run)];
      } catch (error) {
        this.note(error);
      }
    }
    const traced = this.sinks.find((sink) => sink.traceHeaders);
    this.traceHeaders = traced?.traceHeaders ?? run.trace;
  }

  tell<What extends Told>(name: What, ...what: Telling<What>): void {
    for (const sink of this.sinks) {
      try {
        (sink[name] as ((...what: Telling<What>) => void) | undefined)?.(...what);
      } catch (error) {
        this.sinks = this.sinks.filter((other) => other !== sink);
        this.note(error);
      }
    }
  }

  private note(error: unknown): void {
    const { runId } = this.run;
    this.logger.error({ run_id: runId, err: error }, 'a run is not observed as it should be');
  }
}

/** One line per run at its end: who, what kind, how it ended, what it cost; nothing of what was said. */
export function runLines(logger: Logger): OpenSink {
  return (run) => ({ ended: (summary) => logger.info(lineOf(run, summary), 'run ended') });
}

function lineOf(run: RunInfo, summary: RunSummary) {
  const { usage, firstFrameMs, firstContentMs } = summary;
  return {
    run_id: run.runId,
    conversation_id: run.conversationId,
    user: userHash(run.userId),
    context_type: run.contextType,
    model: run.model,
    outcome: summary.outcome,
    finish_reason: summary.finishReason,
    turns: summary.turns,
    tool_calls: summary.toolCalls,
    tool_calls_failed: summary.failedCalls,
    input_tokens: usage.inputTokens,
    cached_tokens: usage.cachedTokens,
    output_tokens: usage.outputTokens,
    ms: Math.round(summary.endMs),
    first_frame_ms: firstFrameMs && Math.round(firstFrameMs),
    first_content_ms: firstContentMs && Math.round(firstContentMs),
  };
}

/** The code in an error of the common shape; undefined for anything else, as a tool may answer. */
export function codeIn(body: unknown): ErrorCode | undefined {
  const { code } = asObject(asObject(body)['error']);
  return errorCodes.find((known) => known === code);
}

/** The first 12 hex digits of a user id's SHA-256: the same user is the same, and an id may be an e-mail address. */
export function userHash(userId: string): string {
  return createHash('sha256').update(userId).digest('hex').slice(0, 12);
}

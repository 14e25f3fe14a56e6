import { systemClock, type Clock } from '../../foundation/clock.js';
import type { AppError } from '../../foundation/errors.js';
import {
  explainEnd,
  DefaultHooks,
  said,
  type Closing,
  type RunContext,
  type NextStep,
  type Turn,
} from '../../agentloop/agent-hooks.js';
import type { AgentEvent } from '../../agentloop/events.js';
import type { ExecutedCall } from '../../agenttools/executor.js';
import { evidenceSlot } from '../../citations/evidence.js';
import { MarkerFilter, type AnswerPiece } from '../../citations/markers.js';
import { cleanCall } from '../../agenttools/parameters/clean-call.js';
import type { ToolCall } from '../../llm/types.js';
import { citationEvent } from '../../citations/citation-event.js';
import { highestNumber } from '../../citations/highest-number.js';
import { fixedPipeline } from './fixed-pipeline.js';
import { notesFor } from './notes.js';
import { stepEvent } from './reasoning-steps.js';

/**
 * Research that people can follow: each call is a step before and after, markers are bound to blocks that
 * were read, and what the loop cannot finish a fixed sequence of steps does.
 */
export class DocumentsHooks extends DefaultHooks {
  private readonly filter: MarkerFilter;

  constructor(
    private readonly run: RunContext,
    private readonly clock: Clock = systemClock,
  ) {
    super();
    const evidence = run.scratch.of(evidenceSlot);
    evidence.countFrom(highestNumber(run.history));
    this.filter = new MarkerFilter((number) => evidence.find(number));
  }

  override text(chunk: string): Iterable<AgentEvent> {
    return eventsOf(this.filter.push(chunk));
  }

  override endOfText(): Iterable<AgentEvent> {
    return eventsOf(this.filter.flush());
  }

  override admit(call: ToolCall): ToolCall {
    return cleanCall(call);
  }

  override *callBegins({ name, arguments: input }: ToolCall): Iterable<AgentEvent> {
    yield stepEvent({ name, input, status: 'running' }, this.clock);
  }

  override *callEnded(executed: ExecutedCall, elapsedMs: number): Iterable<AgentEvent> {
    const { call, isError, result: output } = executed;
    const status = isError ? 'error' : 'complete';
    const step = { name: call.name, input: call.arguments, status, output } as const;
    yield stepEvent({ ...step, details: { elapsed_ms: elapsedMs } }, this.clock);
  }

  override afterTurn({ calls, finishReason, text }: Turn): NextStep {
    if (calls.length > 0) return { next: 'turn' };
    return { next: 'end', closing: () => this.close(finishReason, text) };
  }

  override rescue(error: AppError): Closing {
    return (context) =>
      this.rescued(
        fixedPipeline({
          context,
          error,
          clock: this.clock,
          question: this.run.message,
          evidence: this.run.scratch.of(evidenceSlot),
          show: (text) => this.text(text),
        }),
      );
  }

  private *close(...end: Parameters<typeof explainEnd>): Generator<AgentEvent> {
    yield* explainEnd(...end);
    yield* this.report();
  }

  private async *rescued(pipeline: AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent> {
    // What a turn that broke off had still held back.
    yield* this.endOfText();
    yield* pipeline;
    yield* this.endOfText();
    yield* this.report();
  }

  /** Says which markers were left out. */
  private *report(): Generator<AgentEvent> {
    const { dropped } = this.filter;
    if (dropped.length === 0) return;
    const markers = dropped.map((number) => `(${number})`).join(', ');
    yield said(`\n\n${notesFor(this.run.message).leftOut(markers)}`);
  }
}

function* eventsOf(pieces: Iterable<AnswerPiece>): Generator<AgentEvent> {
  for (const piece of pieces) {
    yield 'text' in piece ? said(piece.text) : citationEvent(piece.source, piece.number);
  }
}

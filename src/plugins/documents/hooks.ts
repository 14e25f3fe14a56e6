import { systemClock, type Clock } from '../../foundation/clock.js';
import type { AppError } from '../../foundation/errors.js';
import type { Closing, RunContext } from '../../agentloop/agent-hooks.js';
import type { AgentEvent } from '../../agentloop/events.js';
import type { ExecutedCall } from '../../agenttools/executor.js';
import { CitingHooks } from '../../citations/citing-hooks.js';
import { cleanCall } from '../../agenttools/parameters/clean-call.js';
import type { ToolCall } from '../../llm/types.js';
import { fixedPipeline } from './fixed-pipeline.js';
import { stepEvent } from './reasoning-steps.js';

/**
 * Research that people can follow: each call is a step before and after, markers are bound to blocks that
 * were read, and what the loop cannot finish a fixed sequence of steps does.
 */
export class DocumentsHooks extends CitingHooks {
  constructor(
    run: RunContext,
    private readonly clock: Clock = systemClock,
  ) {
    super(run);
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

  override rescue(error: AppError): Closing {
    return (context) =>
      this.rescued(
        fixedPipeline({
          context,
          error,
          clock: this.clock,
          question: this.run.message,
          evidence: this.evidence,
          show: (text) => this.text(text),
        }),
      );
  }

  private async *rescued(pipeline: AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent> {
    // What a turn that broke off had still held back.
    yield* this.endOfText();
    yield* pipeline;
    yield* this.endOfText();
    yield* this.report();
  }
}

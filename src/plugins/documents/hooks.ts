import { systemClock, type Clock } from '../../foundation/clock.js';
import type { AppError } from '../../foundation/errors.js';
import { said, type Closing, type RunContext } from '../../agentloop/agent-hooks.js';
import type { AgentEvent } from '../../agentloop/events.js';
import type { ExecutedCall } from '../../agenttools/executor.js';
import { CitingHooks } from '../../citations/citing-hooks.js';
import { cleanCall } from '../../agenttools/parameters/clean-call.js';
import type { ToolCall } from '../../llm/types.js';
import { languageOf } from '../../language/question-language.js';
import { fixedPipeline } from './fixed-pipeline.js';
import { notesFor } from './notes.js';
import { Steps } from './reasoning-steps.js';

/** The event that says of an answer that it cites nothing, and whether the documents were searched at all. */
const WITHOUT_SOURCES = 'answer_without_sources';
/** Calls that look into documents. */
const LOOKS: ReadonlySet<string> = new Set([
  'search_documents',
  'read_document',
  'read_multiple_documents',
  'rerank_documents',
  'get_document_summary',
]);

/**
 * Research that people can follow: each call is a step before and after, markers are bound to blocks that
 * were read, and what the loop cannot finish a fixed sequence of steps does.
 */
export class DocumentsHooks extends CitingHooks {
  private readonly steps: Steps;
  private hasSearched = false;

  constructor(run: RunContext, clock: Clock = systemClock) {
    super(run);
    this.steps = new Steps(languageOf(run.message), clock);
  }

  override admit(call: ToolCall): ToolCall {
    return cleanCall(call);
  }

  override *callBegins({ name, arguments: input }: ToolCall): Iterable<AgentEvent> {
    yield this.steps.event({ name, input, status: 'running' });
  }

  override *callEnded(executed: ExecutedCall, elapsedMs: number): Iterable<AgentEvent> {
    const { call, isError, result: output } = executed;
    this.hasSearched ||= !isError && LOOKS.has(call.name);
    const status = isError ? 'error' : 'complete';
    const step = { name: call.name, input: call.arguments, status, output } as const;
    yield this.steps.event({ ...step, details: { elapsed_ms: elapsedMs } });
  }

  override rescue(error: AppError): Closing {
    return (context) =>
      this.rescued(
        fixedPipeline({
          context,
          error,
          steps: this.steps,
          question: this.run.message,
          evidence: this.evidence,
          show: (text) => this.text(text),
        }),
      );
  }

  protected override *report(): Generator<AgentEvent> {
    yield* super.report();
    if (this.cited.length > 0) return;
    if (!this.hasSearched) yield said(`\n\n${notesFor(this.run.message).fromMemory}`);
    const data = { searched: this.hasSearched };
    yield { type: 'plugin_event', name: WITHOUT_SOURCES, data };
  }

  private async *rescued(pipeline: AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent> {
    // What a turn that broke off had still held back.
    yield* this.endOfText();
    yield* pipeline;
    yield* this.endOfText();
    yield* this.report();
  }
}

import type { CallRecorder } from '../agentloop/call-record.js';
import type { AgentEvent, EventData } from '../agentloop/events.js';
import type { RunWatch, LoopDeps } from '../agentloop/run.js';
import { defined } from '../foundation/defined.js';
import type { Models } from '../llm/models.js';
import {
  addUsage,
  type LlmEvent,
  type LlmProvider,
  type LlmRequest,
  type Usage,
} from '../llm/types.js';
import { codeIn, type RunSinks, type RunSummary, type ToolUse } from './sink.js';

export interface WatchOptions {
  elapsed: () => number;
  labelOf: (name: string) => string;
}

/** The name that stands for all names that no tool has. */
export const UNKNOWN_TOOL = 'unknown';

/** Puts a run's events and its model calls into the words of its sinks. */
export class WatchedRun implements RunWatch {
  private turn = 0;
  private toolCalls = 0;
  private failedCalls = 0;
  private readonly usage: Usage = { inputTokens: 0, outputTokens: 0 };
  private firstFrameMs: number | undefined;
  private firstContentMs: number | undefined;
  private starts: Map<string, number> | undefined;

  constructor(
    private readonly sinks: RunSinks,
    private readonly options: WatchOptions,
  ) {}

  around(deps: LoopDeps): LoopDeps {
    const { traceHeaders } = this.sinks;
    return {
      ...deps,
      models: new WatchedModels(deps.models, (llm) =>
        watchedModel(llm, (request) => this.modelStarted(request, llm.model)),
      ),
      toolCall: (request, tool, signal, live) =>
        deps.toolCall({ traceHeaders, ...request }, tool, signal, live),
      record: (messages) => {
        deps.record(messages);
        this.sinks.tell('recorded', messages);
      },
      ...defined({ calls: deps.calls && this.watchedCalls(deps.calls) }),
    };
  }

  event(event: AgentEvent): void {
    switch (event.type) {
      case 'content_chunk':
        this.firstContentMs ??= this.options.elapsed();
        this.sinks.tell('text', event.data.chunk);
        break;
      case 'tool_selection':
        this.selected(event.data);
        break;
      case 'message_start':
        this.turn = event.data.turn;
        break;
      case 'tool_call_result':
        this.toolEnded(event.data);
        break;
      default:
    }
  }

  published(): void {
    this.firstFrameMs ??= this.options.elapsed();
  }

  ended(terminal: AgentEvent | undefined): void {
    const { turn, toolCalls, failedCalls, usage, firstFrameMs, firstContentMs } = this;
    this.sinks.tell('ended', {
      startMs: 0,
      endMs: this.options.elapsed(),
      turns: turn,
      toolCalls,
      failedCalls,
      usage,
      firstFrameMs,
      firstContentMs,
      ...outcomeOf(terminal),
    });
  }

  private selected(selection: EventData['tool_selection']): void {
    const endMs = this.options.elapsed();
    this.sinks.tell('selected', selection, { startMs: before(endMs, selection.elapsed_ms), endMs });
  }

  private modelStarted(request: LlmRequest, model: string): (end: ModelEnd) => void {
    const { turn } = this;
    const startMs = this.options.elapsed();
    this.sinks.tell('modelStarted', request, { turn, model });
    return (end) => {
      const usage: Usage = end?.type === 'done' ? end.usage : { inputTokens: 0, outputTokens: 0 };
      addUsage(this.usage, usage);
      if (usage.cachedTokens !== undefined)
        this.usage.cachedTokens = (this.usage.cachedTokens ?? 0) + usage.cachedTokens;
      this.sinks.tell('modelEnded', {
        turn,
        model,
        maxTokens: request.maxTokens,
        startMs,
        endMs: this.options.elapsed(),
        usage,
        ...howItEnded(end),
      });
    };
  }

  private toolEnded(result: EventData['tool_call_result']): void {
    const { tool_use_id: id, name, elapsed_ms: took } = result;
    const now = this.options.elapsed();
    const startMs = this.starts?.get(id) ?? before(now, took);
    this.starts?.delete(id);
    this.toolCalls += 1;
    if (result.is_error) this.failedCalls += 1;
    const use: ToolUse = {
      id,
      label: this.options.labelOf(name),
      name,
      startMs,
      endMs: startMs + took,
      error: result.is_error ? (codeIn(result.result) ?? 'tool_failed') : undefined,
    };
    this.sinks.tell('toolEnded', use);
  }

  /** A result's event comes in the order of the calls; when a call began only its record knows. */
  private watchedCalls(calls: CallRecorder): CallRecorder {
    return {
      note: (record) => calls.note(record),
      start: (record) => {
        this.starts ??= new Map();
        this.starts.set(record.id, this.options.elapsed());
        return calls.start(record);
      },
    };
  }
}

/** Each is watched when it is asked for: most runs ask for one. */
class WatchedModels implements Models {
  constructor(
    private readonly models: Models,
    private readonly watched: (llm: LlmProvider) => LlmProvider,
  ) {}

  get main(): LlmProvider {
    return this.watched(this.models.main);
  }
  get small(): LlmProvider {
    return this.watched(this.models.small);
  }
  get large(): LlmProvider {
    return this.watched(this.models.large);
  }
}

function before(endMs: number, took: number): number {
  return Math.max(0, endMs - took);
}

function howItEnded(end: ModelEnd) {
  if (end?.type === 'done') return { finishReason: end.finishReason };
  // A reader that leaves does so because its run was stopped.
  return { errorCode: end?.code ?? ('cancelled' as const) };
}

function outcomeOf(
  terminal: AgentEvent | undefined,
): Pick<RunSummary, 'outcome' | 'finishReason' | 'message'> {
  if (terminal?.type === 'message_complete')
    return { outcome: 'completed', finishReason: terminal.data.finish_reason };
  if (terminal?.type !== 'error') return { outcome: 'lost' };
  return { outcome: terminal.data.code, message: terminal.data.message };
}

/** The last event of a model call; `undefined` when its reader left before it. */
export type ModelEnd = Extract<LlmEvent, { type: 'done' | 'error' }> | undefined;

/** Called as a model call begins; what it answers is called once, when the call has ended. */
type WatchModel = (request: LlmRequest) => (end: ModelEnd) => void;

export function watchedModel(inner: LlmProvider, watch: WatchModel): LlmProvider {
  return {
    name: inner.name,
    model: inner.model,
    streamChat: (request, signal) => {
      const ended = watch(request);
      return watchedStream(inner.streamChat(request, signal), ended);
    },
  };
}

/** By hand, not as a generator, which would cost every piece of text three turns of the microtask queue. */
function watchedStream(
  stream: AsyncIterable<LlmEvent>,
  ended: (end: ModelEnd) => void,
): AsyncIterableIterator<LlmEvent> {
  const iterator = stream[Symbol.asyncIterator]();
  let tell = (end: ModelEnd): void => {
    tell = () => {};
    ended(end);
  };
  const see = (step: IteratorResult<LlmEvent>): IteratorResult<LlmEvent> => {
    if (step.done) tell(undefined);
    else if (step.value.type === 'done' || step.value.type === 'error') tell(step.value);
    return step;
  };
  const fail = (error: unknown): never => {
    tell(undefined);
    throw error;
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => iterator.next().then(see, fail),
    return: async () => {
      tell(undefined);
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
}

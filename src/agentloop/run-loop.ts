import { AppError, messageOf } from '../foundation/errors.js';
import { newId } from '../foundation/ids.js';
import type { FinishReason, LlmMessage, LlmProvider, ToolCall, Usage } from '../llm/types.js';
import type { AgentEvent } from './events.js';
import { Offer } from './offer.js';
import type { LoopDeps, RunRequest } from './run.js';
import { runCalls } from './run-calls.js';
import { selectTools } from './select-tools.js';
import { isLastTurn } from './stop-conditions.js';

/**
 * Runs one user message to its end: select tools, then model and tools in turns. Yields the run's
 * events; the last one, and only it, is `message_complete` or `error`. Never rejects.
 */
export async function* runLoop(
  request: RunRequest,
  deps: LoopDeps,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, void, void> {
  const { runId, conversationId, agent } = request;
  yield {
    type: 'run_start',
    data: { run_id: runId, conversation_id: conversationId, context_type: agent.contextType },
  };
  try {
    yield* turns(request, deps, signal);
  } catch (error) {
    if (!(error instanceof AppError) && !signal.aborted) {
      deps.logger.error({ run_id: runId, err: error }, 'a run failed unexpectedly');
    }
    yield failure(error, signal);
  }
}

async function* turns(
  request: RunRequest,
  deps: LoopDeps,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent> {
  const { agent } = request;
  const started = deps.now();
  const selection = await selectTools({ ...request, signal }, deps.selection);
  const selectionMs = deps.now() - started;
  const offer = new Offer(deps.selection.catalog, selection, deps.selection.search, signal);
  const context = deps.toolContext(request, signal);
  const question: LlmMessage = { role: 'user', content: request.message };
  const messages: LlmMessage[] = [...request.history, question];
  const usage: Usage = { inputTokens: 0, outputTokens: 0 };
  const system = agent.systemPrompt(request.requestContext);
  deps.record([question]);
  for (let turn = 1; ; turn += 1) {
    if (offer.beginTurn() || turn === 1)
      yield selectionEvent(turn, offer, turn === 1 ? selectionMs : 0);
    yield { type: 'message_start', data: { turn } };
    const llmRequest = {
      system,
      messages,
      tools: offer.specs(),
      maxTokens: agent.policy.maxTokens,
    };
    const answer = yield* streamAnswer(deps.llm.streamChat(llmRequest, signal), usage);
    const said = assistantMessage(answer);
    if (answer.calls.length === 0) {
      deps.record([said]);
      yield complete(answer.finishReason, turn, usage);
      return;
    }
    const results = yield* runCalls(answer.calls, { ...deps, offer, context, request });
    messages.push(said, ...results);
    deps.record([said, ...results]);
    signal.throwIfAborted();
    if (isLastTurn(turn, agent.policy)) throw turnLimit(agent.policy.maxTurns);
  }
}

/** One model call's text and tool calls. */
interface Answer {
  text: string;
  calls: ToolCall[];
  finishReason: FinishReason;
}

/** Passes text on as it comes and collects the calls; a provider's final error becomes a thrown one. */
async function* streamAnswer(
  stream: ReturnType<LlmProvider['streamChat']>,
  usage: Usage,
): AsyncGenerator<AgentEvent, Answer> {
  const answer: Answer = { text: '', calls: [], finishReason: 'other' };
  for await (const event of stream) {
    switch (event.type) {
      case 'text':
        answer.text += event.text;
        yield { type: 'content_chunk', data: { chunk: event.text } };
        break;
      case 'tool_call': {
        const call = withUniqueId(event.call, answer.calls);
        answer.calls.push(call);
        const { id, name, arguments: input } = call;
        yield { type: 'tool_call_start', data: { tool_use_id: id, name, input } };
        break;
      }
      case 'thinking':
        break;
      case 'done':
        answer.finishReason = event.finishReason;
        usage.inputTokens += event.usage.inputTokens;
        usage.outputTokens += event.usage.outputTokens;
        break;
      case 'error':
        throw new ModelFailure(event.code, event.message, event.retryable);
    }
  }
  return answer;
}

/** Some servers repeat or leave out ids; results are matched by id, so each call gets its own. */
function withUniqueId(call: ToolCall, earlier: readonly ToolCall[]): ToolCall {
  const usable = call.id !== '' && !earlier.some((other) => other.id === call.id);
  return usable ? call : { ...call, id: `call_${newId()}` };
}

function assistantMessage(answer: Answer): LlmMessage {
  const { text, calls } = answer;
  return { role: 'assistant', content: text, ...(calls.length === 0 ? {} : { toolCalls: calls }) };
}

function selectionEvent(turn: number, offer: Offer, elapsedMs: number): AgentEvent {
  const { fallbackReason } = offer;
  return {
    type: 'tool_selection',
    data: {
      turn,
      counts: offer.counts(),
      tools: offer.list(),
      ...(fallbackReason === undefined ? {} : { fallback_reason: fallbackReason }),
      elapsed_ms: Math.round(elapsedMs),
    },
  };
}

function complete(finishReason: FinishReason, turns: number, usage: Usage): AgentEvent {
  const wireUsage = { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens };
  return {
    type: 'message_complete',
    data: { finish_reason: finishReason, turns, usage: wireUsage },
  };
}

/** A model call that ended in an error, with whether another try may help. */
class ModelFailure extends AppError {
  constructor(
    code: 'model_error' | 'model_unavailable' | 'cancelled',
    message: string,
    readonly retryable: boolean,
  ) {
    super(code, message);
  }
}

function turnLimit(maxTurns: number): AppError {
  return new AppError(
    'turn_limit',
    `The model used all ${maxTurns} turns without finishing. What was shown so far stands; ask for a smaller step to go on.`,
  );
}

/** The terminal event of a run that did not complete; an abort's own reason wins. */
function failure(error: unknown, signal: AbortSignal): AgentEvent {
  const reason: unknown = signal.aborted ? signal.reason : error;
  if (reason instanceof ModelFailure) {
    return {
      type: 'error',
      data: { code: reason.code, message: reason.message, retryable: reason.retryable },
    };
  }
  if (reason instanceof AppError) {
    const retryable = reason.code === 'shutting_down';
    return { type: 'error', data: { code: reason.code, message: reason.message, retryable } };
  }
  if (signal.aborted) {
    return {
      type: 'error',
      data: {
        code: 'cancelled',
        message: `The run was cancelled: ${messageOf(reason)}`,
        retryable: true,
      },
    };
  }
  const message = 'The run failed inside the server; its log has the reason.';
  return { type: 'error', data: { code: 'internal', message, retryable: true } };
}

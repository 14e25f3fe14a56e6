import { AppError, messageOf, type ErrorCode } from '../foundation/errors.js';
import { newId } from '../foundation/ids.js';
import { Deadline } from '../foundation/deadline.js';
import { jsonDepth } from '../foundation/json.js';
import { withNotes } from '../foundation/user-notes.js';
import type { FinishReason, LlmMessage, LlmProvider, ToolCall, Usage } from '../llm/types.js';
import { Budget, strictest, timeLimit } from './budget.js';
import type { AgentEvent } from './events.js';
import { finishSentence } from './finish-sentences.js';
import { Offer } from './offer.js';
import type { LoopDeps, RunRequest } from './run.js';
import { runCalls } from './run-calls.js';
import { selectTools } from './select-tools.js';

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
  const budget = new Budget(strictest(deps.limits, agent.policy));
  const { maxRunSeconds } = budget.limits;
  const deadline = new Deadline(signal, deps.timer);
  deadline.start(maxRunSeconds, timeLimit(maxRunSeconds));
  try {
    yield* turns(request, deps, budget, deadline.signal);
  } catch (error) {
    if (!(error instanceof AppError) && !deadline.signal.aborted) {
      deps.logger.error({ err: error }, 'a run failed unexpectedly');
    }
    yield failure(error, deadline.signal);
  } finally {
    deadline.stop();
  }
}

async function* turns(
  request: RunRequest,
  deps: LoopDeps,
  budget: Budget,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent> {
  const { agent } = request;
  const started = deps.now();
  const selection = await selectTools({ ...request, signal }, deps.selection);
  const selectionMs = deps.now() - started;
  const offer = new Offer(deps.selection.catalog, selection, deps.selection.search, signal);
  const content = withNotes(request.notes ?? [], request.message);
  const question: LlmMessage = { role: 'user', content };
  const messages: LlmMessage[] = [...request.history, question];
  const system = agent.systemPrompt(request.requestContext);
  deps.record([question]);
  for (;;) {
    signal.throwIfAborted();
    const turn = budget.nextTurn();
    if (offer.beginTurn() || turn === 1)
      yield selectionEvent(turn, offer, turn === 1 ? selectionMs : 0);
    yield { type: 'message_start', data: { turn } };
    const llmRequest = {
      system,
      messages,
      tools: offer.specs(),
      maxTokens: agent.policy.maxTokens,
    };
    const stream = deps.llm.streamChat(llmRequest, signal);
    const answer = yield* streamAnswer(stream, budget, callIds(messages));
    const said = assistantMessage(answer);
    if (answer.calls.length === 0) {
      deps.record([said]);
      yield complete(answer.finishReason, turn, budget.usage);
      return;
    }
    const results = yield* runCalls(answer.calls, { ...deps, offer, request, budget, signal });
    messages.push(said, ...results);
    deps.record([said, ...results]);
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
  budget: Budget,
  usedIds: Set<string>,
): AsyncGenerator<AgentEvent, Answer> {
  const answer: Answer = { text: '', calls: [], finishReason: 'other' };
  for await (const event of stream) {
    switch (event.type) {
      case 'text':
        answer.text += event.text;
        yield { type: 'content_chunk', data: { chunk: event.text } };
        break;
      case 'tool_call': {
        const call = usableCall(event.call, usedIds);
        answer.calls.push(call);
        const { id, name, arguments: input } = call;
        yield { type: 'tool_call_start', data: { tool_use_id: id, name, input } };
        break;
      }
      case 'thinking':
        break;
      case 'done':
        answer.finishReason = event.finishReason;
        budget.spend(event.usage);
        break;
      case 'error':
        throw new ModelFailure(event.code, event.message, event.retryable);
    }
  }
  if (answer.calls.length === 0) yield* explainEnd(answer);
  return answer;
}

/** Adds a sentence to an answer that did not end by itself. */
function* explainEnd(answer: Answer): Generator<AgentEvent> {
  const sentence = finishSentence(answer.finishReason, answer.text);
  if (sentence === undefined) return;
  const chunk = answer.text === '' ? sentence : `\n\n${sentence}`;
  answer.text += chunk;
  yield { type: 'content_chunk', data: { chunk } };
}

/** Deeper arguments cannot be written as JSON again: not for the user, the model or the database. */
const MAX_ARGUMENT_DEPTH = 500;

/**
 * Some servers repeat or leave out ids, in one answer or from one turn to the next; results are matched
 * by id, so each call of a conversation gets its own.
 */
function usableCall(call: ToolCall, usedIds: Set<string>): ToolCall {
  if (jsonDepth(call.arguments, MAX_ARGUMENT_DEPTH) > MAX_ARGUMENT_DEPTH) {
    throw new ModelFailure(
      'model_error',
      `The model called ${call.name} with arguments nested deeper than ${MAX_ARGUMENT_DEPTH} levels. Send the message again.`,
      true,
    );
  }
  const id = call.id === '' || usedIds.has(call.id) ? `call_${newId()}` : call.id;
  usedIds.add(id);
  return { ...call, id };
}

/** The ids of all calls a conversation holds. */
function callIds(messages: readonly LlmMessage[]): Set<string> {
  const calls = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []) : [],
  );
  return new Set(calls.map((call) => call.id));
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

/** What may be gone when the same message is sent again in a moment. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set(['shutting_down', 'model_unavailable']);

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
    const retryable = RETRYABLE.has(reason.code);
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

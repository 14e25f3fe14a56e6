import type { EventData } from '../../agentloop/events.js';
import { secretHider } from '../../llm/hide-secrets.js';
import type { LlmMessage, LlmRequest } from '../../llm/types.js';
import type { ModelCall, OpenSink, RunInfo, RunSink, RunSummary, ToolUse } from '../sink.js';
import { cut, wireMessages } from './talk-texts.js';

/** One turn of a run. */
interface TalkTurn {
  turn: number;
  /** The names of the offered tools, as the model was told of them. */
  offered: string[];
  ms?: number;
  finish_reason?: string;
  error?: string;
  usage?: { input_tokens: number; output_tokens: number };
  /** The model's message and the results of its calls, as the next turn's prompt has them. */
  messages: unknown[];
}

/** The most characters of an answer that are kept. */
const MAX_ANSWER = 64 * 1024;

/**
 * One line of JSON per run at its end: what the model was sent, the selection, the calls and their
 * results, the answer and the outcome (docs/observability.md). It holds what people wrote: personal
 * data. None of `secrets`, nor the caller's token, is in it.
 */
export function talkLog(append: (line: string) => void, secrets: readonly string[]): OpenSink {
  return (run) => new Talk(run, append, [...secrets, ...tokensIn(run.authorization)]);
}

/** A secret shorter than this is a word that would be hidden everywhere. */
const MIN_SECRET = 6;

/** The token after its header's scheme. */
function tokensIn(authorization = ''): string[] {
  return [authorization.replace(/^\S+\s+/, '')];
}

class Talk implements RunSink {
  private system = '';
  private prompt: unknown[] = [];
  private readonly selections: EventData['tool_selection'][] = [];
  private readonly turns: TalkTurn[] = [];
  private readonly calls: unknown[] = [];
  private answer = '';

  constructor(
    private readonly run: RunInfo,
    private readonly append: (line: string) => void,
    private readonly secrets: readonly string[],
  ) {}

  selected(selection: EventData['tool_selection']): void {
    this.selections.push(selection);
  }

  modelStarted({ system, messages, tools }: LlmRequest, turn: number): void {
    // Later prompts are this one and the messages of the turns before.
    if (this.turns.length === 0) {
      this.system = system;
      this.prompt = wireMessages(messages);
    }
    this.turns.push({ turn, offered: tools.map(({ name }) => name), messages: [] });
  }

  modelEnded({ startMs, endMs, finishReason, errorCode, usage }: ModelCall): void {
    const turn = this.turns.at(-1);
    if (turn === undefined) return;
    turn.ms = Math.round(endMs - startMs);
    turn.usage = { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens };
    if (finishReason !== undefined) turn.finish_reason = finishReason;
    if (errorCode !== undefined) turn.error = errorCode;
  }

  text(chunk: string): void {
    if (this.answer.length < MAX_ANSWER) this.answer += chunk;
  }

  toolEnded({ id, name, startMs, endMs, error }: ToolUse): void {
    const ms = Math.round(endMs - startMs);
    this.calls.push({ tool_use_id: id, name, ms, ...(error === undefined ? {} : { error }) });
  }

  recorded(messages: readonly LlmMessage[]): void {
    // The first thing recorded is the question, which stands in the prompt.
    this.turns.at(-1)?.messages.push(...wireMessages(messages));
  }

  ended(summary: RunSummary): void {
    const hide = secretHider(this.secrets.filter(({ length }) => length >= MIN_SECRET));
    const hidden = (_key: string, value: unknown): unknown =>
      typeof value === 'string' ? hide(value) : value;
    this.append(JSON.stringify(this.line(summary), hidden));
  }

  private line({ outcome, finishReason, message, endMs, usage }: RunSummary) {
    const { run } = this;
    return {
      run_id: run.runId,
      time: run.startedAt.toISOString(),
      user_id: run.userId,
      conversation_id: run.conversationId,
      context_type: run.contextType,
      provider: run.provider,
      model: run.model,
      prompt: { system: cut(this.system), messages: this.prompt },
      selection: this.selections,
      turns: this.turns,
      tool_calls: this.calls,
      answer: cut(this.answer, MAX_ANSWER),
      outcome,
      ...(finishReason === undefined ? {} : { finish_reason: finishReason }),
      ...(message === undefined ? {} : { error: message }),
      usage: { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
      ms: Math.round(endMs),
    };
  }
}

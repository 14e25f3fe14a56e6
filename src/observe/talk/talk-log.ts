import { closing } from '../../foundation/program.js';
import { open } from 'node:fs/promises';
import type { EventData } from '../../agentloop/events.js';
import { secretHider } from '../../foundation/secrets.js';
import type { LlmMessage, LlmRequest, LlmCall } from '../../llm/types.js';
import type { ModelCall, OpenSink, RunInfo, RunSink, RunSummary, ToolUse } from '../sink.js';
import { firstChars } from '../../foundation/text.js';
import { messageOf } from '../../foundation/errors.js';
import type { Logger } from '../../foundation/logger.js';

/** The longest text of a message that is kept, in characters. */
const MAX_TEXT = 16 * 1024;

function cut(text: string, max = MAX_TEXT): string {
  if (text.length <= max) return text;
  return `${firstChars(text, max)}… [cut: ${text.length} characters in all]`;
}

/** Messages in wire names, each text cut; a copy, which later changes do not reach. */
function wireMessages(messages: readonly LlmMessage[]): unknown[] {
  return messages.map((message) => {
    const content = cut(message.content);
    switch (message.role) {
      case 'user':
        return { role: 'user', content };
      case 'assistant':
        return { role: 'assistant', content, tool_calls: (message.toolCalls ?? []).map(wireCall) };
      case 'tool':
        return {
          role: 'tool',
          tool_use_id: message.toolCallId,
          name: message.name,
          is_error: message.isError,
          content,
        };
    }
  });
}

function wireCall({ id, name, arguments: input }: LlmCall) {
  const text = JSON.stringify(input);
  return { id, name, arguments: text.length <= MAX_TEXT ? input : cut(text) };
}

interface Prompt {
  system: string;
  messages: unknown[];
}

interface TalkTurn {
  turn: number;
  /** The names of the offered tools, as the model was told of them. */
  offered: string[];
  model: string;
  /** Where it is not the conversation so far: what a closing asked. */
  prompt?: Prompt;
  ms?: number;
  finish_reason?: string;
  error?: string;
  usage?: { input_tokens: number; output_tokens: number };
  /** The model's message and the results of its calls, as the next turn's prompt has them. */
  messages: unknown[];
}

const MAX_ANSWER = 64 * 1024;

/** A JSON line per run at its end (docs/operations.md): personal data, without `secrets` and the caller's token. */
export function talkLog(append: (line: string) => void, secrets: readonly string[]): OpenSink {
  return (run) => {
    const token = (run.authorization ?? '').replace(/^\S+\s+/, '');
    return new Talk(run, append, [...secrets, token]);
  };
}

/** A secret shorter than this is a word that would be hidden everywhere. */
const MIN_SECRET = 6;

type Called = Pick<ModelCall, 'turn' | 'model'>;

class Talk implements RunSink {
  private prompt: Prompt = { system: '', messages: [] };
  private conversation: readonly LlmMessage[] | undefined;
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

  modelStarted({ system, messages, tools }: LlmRequest, call: Called): void {
    const prompt = () => ({ system: cut(system), messages: wireMessages(messages) });
    if (this.conversation === undefined) {
      this.conversation = messages;
      this.prompt = prompt();
    }
    // Later prompts of the conversation are this one and the messages of the turns before.
    const own = messages === this.conversation ? {} : { prompt: prompt() };
    this.turns.push({ ...call, offered: tools.map(({ name }) => name), ...own, messages: [] });
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
    this.calls.push({ tool_use_id: id, name, ms, error });
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
      prompt: this.prompt,
      selection: this.selections,
      turns: this.turns,
      tool_calls: this.calls,
      answer: cut(this.answer, MAX_ANSWER),
      outcome,
      finish_reason: finishReason,
      error: message,
      usage: { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
      ms: Math.round(endMs),
    };
  }
}

/** Characters that may wait to be written; lines past it are dropped. */
const MAX_PENDING = 16 * 1024 * 1024;
/** Readable and writable for its owner only. */
const MODE = 0o600;

/** Appends lines beside the caller, a batch at a time, reopening the file, which may be moved away. */
export class LineFile {
  private lines: string[] = [];
  private length = 0;
  private dropped = 0;
  private failing = false;
  private writing: Promise<void> | undefined;

  constructor(
    private readonly path: string,
    private readonly logger: Logger,
    private readonly maxPending = MAX_PENDING,
  ) {}

  /** Takes a line without its end; drops it when too much waits already. */
  append(line: string): void {
    if (this.length + line.length > this.maxPending) {
      if (this.dropped === 0) this.warn('it is written too slowly');
      this.dropped += 1;
      return;
    }
    this.lines.push(`${line}\n`);
    this.length += line.length + 1;
    this.writing ??= this.drain();
  }

  /** Resolves when nothing waits any more. Never rejects. */
  async settled(): Promise<void> {
    await this.writing;
  }

  private async drain(): Promise<void> {
    while (this.lines.length > 0) {
      const batch = this.lines.join('');
      this.lines = [];
      try {
        await this.write(batch);
        if (this.dropped > 0) this.warn(`${this.dropped} lines are missing`);
        this.dropped = 0;
        this.failing = false;
      } catch (error) {
        if (!this.failing) this.warn(messageOf(error));
        this.failing = true;
      }
      this.length -= batch.length;
    }
    this.writing = undefined;
  }

  private async write(text: string): Promise<void> {
    const file = await open(this.path, 'a', MODE);
    await closing(file, () => file.appendFile(text));
  }

  private warn(reason: string): void {
    this.logger.warn({ path: this.path, reason }, 'the talk log is not complete');
  }
}

import type { AppError } from '../foundation/errors.js';
import type { JsonObject } from '../foundation/json.js';
import type { ExecutedCall } from '../agenttools/executor.js';
import type { RunScratch } from '../agenttools/run-scratch.js';
import type { FinishReason, LlmMessage, LlmCall } from '../llm/types.js';
import type { RunLimits } from './budget.js';
import type { AgentEvent } from './events.js';

/** What the user is told when a model ended but was not done; undefined where the answer says enough. */
export function finishSentence(reason: FinishReason, text: string): string | undefined {
  const sentence = sentences[reason];
  if (sentence !== undefined) return sentence;
  return text.trim() === ''
    ? 'The model ended without an answer. Say "continue", or ask in other words.'
    : undefined;
}

const sentences: Readonly<Partial<Record<FinishReason, string>>> = {
  safety:
    "The model's provider stopped this answer because of its safety rules. Ask in other words, or for less.",
  length:
    'The answer was cut off at the limit for one answer. Ask for a shorter one, or say "continue".',
  malformed_call:
    'The model wanted to use a tool, but its call was garbled, so nothing was done. Send the message again.',
};

export interface RunContext {
  message: string;
  history: readonly LlmMessage[];
  requestContext: JsonObject;
  scratch: RunScratch;
}

export interface Turn {
  text: string;
  calls: readonly LlmCall[];
  results: readonly ExecutedCall[];
  finishReason: FinishReason;
  isLast: boolean;
}

/** How a run continues after a turn: the model is asked again, with a correction perhaps, or the run ends. */
export type NextStep = { next: 'turn'; correction?: string } | { next: 'end'; closing?: Closing };

/** The last part of a run: what it yields is shown, and its text is the end of the stored answer. */
export type Closing = (context: ClosingContext) => AsyncIterable<AgentEvent> | Iterable<AgentEvent>;

/** What a {@link Closing} can do in its run's name; all of it counts towards the run's limits. */
export interface ClosingContext {
  readonly messages: readonly LlmMessage[];
  /** Runs an offered tool as a call of the model would run: shown, recorded, limited. */
  call(name: string, input: JsonObject): Promise<ExecutedCall>;
  /** The pieces of the closing model's answer, without tools, and why it ended. Rejects with an `AppError`. */
  ask(system: string, messages: readonly LlmMessage[]): AsyncGenerator<string, FinishReason>;
  /** What the run's prompt states of the server's surroundings; empty when its agent asks for none. */
  readonly promptSection: string;
  readonly limits: RunLimits;
}

/** How an agent's run goes on from turn to turn; made for each run. Here an answer without calls ends it. */
export class DefaultHooks {
  /** What the user gets of a piece of the model's text: as it is, changed, or nothing. */
  *text(chunk: string): Iterable<AgentEvent> {
    yield said(chunk);
  }

  /** What the user gets of a piece of the model's thinking: as it is, or nothing where its text is not shown either. */
  *thinking(chunk: string): Iterable<AgentEvent> {
    yield { type: 'thinking_chunk', data: { chunk } };
  }

  endOfText(): Iterable<AgentEvent> {
    return [];
  }

  /** Looks at a call before it runs: answers it, cleaned perhaps, or throws an `AppError` that guides the model. */
  admit(call: LlmCall): LlmCall {
    return call;
  }

  callBegins(_call: LlmCall): Iterable<AgentEvent> {
    return [];
  }

  callEnded(_executed: ExecutedCall, _elapsedMs: number): Iterable<AgentEvent> {
    return [];
  }

  /** Decides after each turn. Throws an `AppError` to fail the run. */
  afterTurn({ calls, finishReason, text }: Turn): NextStep {
    if (calls.length > 0) return { next: 'turn' };
    return { next: 'end', closing: () => explainEnd(finishReason, text) };
  }

  /** Ends a run that failed, but was not stopped, in another way; nothing lets it fail. */
  rescue(_error: AppError): Closing | undefined {
    return undefined;
  }
}

export type AgentHooks = DefaultHooks;

export function said(chunk: string): AgentEvent {
  return { type: 'content_chunk', data: { chunk } };
}

export function* explainEnd(reason: FinishReason, text: string): Generator<AgentEvent> {
  const sentence = finishSentence(reason, text);
  if (sentence !== undefined) yield said(text === '' ? sentence : `\n\n${sentence}`);
}

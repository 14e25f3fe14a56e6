import type { ExecutedCall } from '../agenttools/executor.js';
import { defined } from '../foundation/defined.js';
import type { LlmMessage, ToolCall } from '../llm/types.js';
import type { Budget } from './budget.js';
import type { AgentHooks } from './agent-hooks.js';
import type { AgentEvent, Emit } from './events.js';
import type { ActiveTools } from './active-tools.js';
import type { HandOvers } from './routing/hand-over.js';
import type { LoopDeps, RunRequest } from './run.js';

/** A run under way: what its turns and its closing share. */
export interface RunState {
  request: RunRequest;
  deps: LoopDeps;
  hooks: AgentHooks;
  budget: Budget;
  activeTools: ActiveTools;
  /** How long it took to select them. */
  selectionMs: number;
  handOvers: HandOvers;
  /** The conversation as the model reads it; grows with each turn. */
  messages: LlmMessage[];
  /** What the prompt states of the server's surroundings. */
  promptSection: string;
  /** Ends the run. */
  signal: AbortSignal;
  /** Shows an event to the user; an answer's text costs no more than the calls down to here. */
  emit: Emit;
}

/** Passes events on and keeps the text that they show. */
export class TextCollector {
  text = '';

  constructor(private readonly next: Emit) {}

  readonly emit = (event: AgentEvent): Promise<void> | undefined => {
    if (event.type === 'content_chunk') this.text += event.data.chunk;
    return this.next(event);
  };
}

/** What the model said and called, as a message of the conversation. */
export function assistantMessage(content: string, calls: readonly ToolCall[]): LlmMessage {
  return {
    role: 'assistant',
    content,
    ...defined({ toolCalls: calls.length === 0 ? undefined : [...calls] }),
  };
}

/** A call's result as the model reads it. */
export function toolMessage({ call, content, isError }: ExecutedCall): LlmMessage {
  return { role: 'tool', toolCallId: call.id, name: call.name, content, isError };
}

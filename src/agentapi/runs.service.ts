import { newId } from '../foundation/ids.js';
import type { JsonObject } from '../foundation/json.js';
import type { Agent } from '../agentloop/agent.js';
import { isTerminal, type AgentEvent } from '../agentloop/events.js';
import type { LoopDeps, RunRequest } from '../agentloop/run.js';
import { runLoop } from '../agentloop/run-loop.js';
import { trimHistory } from '../agentloop/trim-history.js';
import type { Caller } from '../agenttools/tool.js';
import type { LlmMessage } from '../llm/types.js';
import type { ChatRequest } from './chat.model.js';
import { RunRegistry } from './run-registry.js';

/** Stored conversations, each its owner's own. */
export interface ConversationStore {
  /** Opens or makes a conversation; rejects with `not_found` when it is another user's. */
  open(
    userId: string,
    conversationId: string | undefined,
    contextType: string,
  ): Promise<{ id: string; messages: JsonObject[]; notes?: readonly string[] }>;
  append(userId: string, conversationId: string, messages: readonly JsonObject[]): Promise<void>;
}

/** What starting runs needs beside the loop's own dependencies. */
export interface RunsDeps {
  loop: Omit<LoopDeps, 'record'>;
  conversations: ConversationStore;
  agentFor(contextType: string): Agent;
}

/** A started run: its events, once, and the way to end it early. */
export interface Run {
  id: string;
  events: AsyncIterable<AgentEvent>;
  cancel(reason: Error): void;
}

/** The history a model gets, in characters: some 15,000 tokens. */
const HISTORY_BUDGET = 60_000;

const NOT_STORED: AgentEvent = {
  type: 'error',
  data: {
    code: 'database_error',
    message:
      'The answer could not be stored, so the conversation will not remember it. What was shown stands; send the message again if it matters for what follows.',
    retryable: true,
  },
};

/** Starts runs and keeps their conversations. */
export class RunsService {
  constructor(
    private readonly deps: RunsDeps,
    private readonly registry: RunRegistry,
  ) {}

  /** Checks the request and starts its run; rejects before anything was started. */
  async start(chat: ChatRequest, caller: Caller): Promise<Run> {
    this.registry.admit();
    const agent = this.deps.agentFor(chat.contextType);
    const { conversations } = this.deps;
    const conversation = await conversations.open(
      caller.userId,
      chat.conversationId,
      chat.contextType,
    );
    // What the server has stored wins: a page's own history is for conversations the server does not know.
    const stored = conversation.messages as unknown as LlmMessage[];
    const history = stored.length > 0 ? stored : chat.history;
    const request: RunRequest = {
      runId: newId(),
      conversationId: conversation.id,
      agent,
      caller,
      message: chat.message,
      notes: conversation.notes ?? [],
      history: trimHistory(history, HISTORY_BUDGET),
      requestContext: chat.requestContext,
    };
    const abort = new AbortController();
    return {
      id: request.runId,
      events: this.events(request, abort),
      cancel: (reason) => abort.abort(reason),
    };
  }

  /** The loop's events; what was said is stored before the terminal one is passed on. */
  private async *events(request: RunRequest, abort: AbortController): AsyncGenerator<AgentEvent> {
    const { loop } = this.deps;
    const ended = this.registry.add(request.runId, abort);
    const gained: LlmMessage[] = [];
    const record = (messages: readonly LlmMessage[]) => void gained.push(...messages);
    try {
      for await (const event of runLoop(request, { ...loop, record }, abort.signal)) {
        yield isTerminal(event) ? await this.stored(event, request, gained) : event;
      }
    } finally {
      ended();
    }
  }

  /** The run's terminal event once its messages are stored, or one that says they are not. */
  private async stored(
    terminal: AgentEvent,
    { runId, conversationId, caller }: RunRequest,
    gained: readonly LlmMessage[],
  ): Promise<AgentEvent> {
    const { loop, conversations } = this.deps;
    try {
      const messages = gained as unknown as JsonObject[];
      await conversations.append(caller.userId, conversationId, messages);
      return terminal;
    } catch (error) {
      loop.logger.error({ run_id: runId, err: error }, 'a conversation was not stored');
      return terminal.type === 'error' ? terminal : NOT_STORED;
    }
  }
}

import type { JsonObject } from '../foundation/json.js';
import type { UserFile, UserFiles } from '../foundation/user-files.js';
import type { Logger } from '../foundation/logger.js';
import type { Timer } from '../foundation/clock.js';
import type { TraceHeaders } from '../foundation/trace-headers.js';
import type { TracedValue, TraceValues } from '../agenttools/changes/trace-values.js';
import type { LiveCall, Caller, ChangeProposal, Tool, ToolCall } from '../agenttools/tool.js';
import type { RunScratch } from '../agenttools/run-scratch.js';
import type { InterceptPreview } from '../agenttools/interceptors/interceptors.js';
import type { Models } from '../llm/models.js';
import type { LlmMessage, LlmCall } from '../llm/types.js';
import type { Agent } from './agent.js';
import type { RunLimits, Budget } from './budget.js';
import type { CallRecorder } from './call-record.js';
import type { FormSink } from './operation-forms.js';
import type { AgentChoice, ChooseIndexed } from './routing/agent-router.js';
import type { SelectionDeps } from './select-tools.js';
import type { ExecutedCall } from '../agenttools/executor.js';
import { defined } from '../foundation/defined.js';
import type { AgentHooks } from './agent-hooks.js';
import type { AgentEvent, Emit } from './events.js';
import type { ActiveTools } from './active-tools.js';
import type { HandOvers } from './routing/hand-over.js';

/** The call that a run begins with, without asking a model: of a form that the user filled in, or of an earlier preview. */
export interface FirstCall extends Pick<LlmCall, 'name' | 'arguments'> {
  /** The preview that it once led to, and is prepared again: its values are not the user's own words. */
  replaces?: string;
}

export interface RunRequest {
  runId: string;
  conversationId: string;
  agent: Agent;
  /** How the agent was found; absent where the user named it, who then stays. */
  choice?: AgentChoice;
  /** Where the choice came before the index was built: who answers is decided by this. */
  chooseIndexed?: ChooseIndexed;
  caller: Caller;
  message: string;
  images?: readonly UserFile[];
  /** What the application reports to the model before the message, such as the user's decisions. */
  notes?: readonly string[];
  history: readonly LlmMessage[];
  requestContext: JsonObject;
  firstCall?: FirstCall;
  scratch: RunScratch;
  traceHeaders?: TraceHeaders;
}

export type PromptSection = (signal: AbortSignal) => Promise<string>;

/** What the loop works with; nothing of HTTP, nothing of Nest. */
export interface LoopDeps {
  selection: SelectionDeps;
  models: Models;
  promptSections?: Readonly<Record<string, PromptSection>>;
  /** The models that may choose an agent's steps where it asks for that; absent: all. */
  trustedModels?: readonly string[];
  previews: PreviewSink;
  forms: FormSink;
  files?: UserFiles;
  intercept: InterceptPreview;
  /** What one call of a tool may use; `signal` ends the call, `live` reaches its user meanwhile. */
  toolCall(
    request: RunRequest,
    tool: Pick<Tool, 'source'>,
    signal: AbortSignal,
    live?: LiveCall,
  ): ToolCall;
  /** Gets each message that the conversation gained, in order; a tool call never without its result. */
  record(messages: readonly LlmMessage[]): void;
  /** Keeps tool calls on record; without it nothing is recorded. */
  calls?: CallRecorder;
  limits: RunLimits;
  timer: Timer;
  logger: Logger;
  now: () => number;
}

export interface PreviewOrigin {
  /** Who asks; a policy may look at their roles, or apply the change with their token. */
  caller: Caller;
  runId: string;
  conversationId: string;
  toolUseId: string;
  source: string;
  /** The waiting preview of an earlier message that it corrects, as the model or client names it. */
  replaces?: string;
  /** Tells where its values come from; absent where no conversation is known. */
  trace?: TraceValues;
  /** A person decides, whatever a policy would let through. */
  waits?: boolean;
}

export interface SavedPreview {
  id: string;
  expiresAt: Date;
  /** SHA-256 of the exact JSON text that accepting sends, in hex. */
  sha256: string;
  changeSetId: string;
  position: number;
  /** Where accepting sends it; absent where that is not the operator's to choose. */
  origin?: string;
  approverRole?: string;
  replaced?: readonly string[];
  /** One of an earlier message that waits and is nearly the same. */
  resembles?: { preview_id: string; description: string };
  origins?: readonly TracedValue[];
  /** What became of it, where a policy let it through without a person: state, and result or error. */
  decided?: JsonObject;
}

export interface NewChange {
  origin: PreviewOrigin;
  proposal: ChangeProposal;
}

/** Stores all, in order, or none. Rejects with `invalid_arguments` (what is referred to is not there) or `change_refused` (by policy). */
export interface PreviewSink {
  saveAll(changes: readonly NewChange[]): Promise<SavedPreview[]>;
}

export interface RunState {
  request: RunRequest;
  deps: LoopDeps;
  hooks: AgentHooks;
  budget: Budget;
  activeTools: ActiveTools;
  selectionMs: number;
  handOvers: HandOvers;
  /** The conversation as the model reads it; grows with each turn. */
  messages: LlmMessage[];
  promptSection: string;
  signal: AbortSignal;
  /** Shows an event to the user; an answer's text costs no more than the calls down to here. */
  emit: Emit;
}

export class TextCollector {
  text = '';

  constructor(private readonly next: Emit) {}

  readonly emit = (event: AgentEvent): Promise<void> | undefined => {
    if (event.type === 'content_chunk') this.text += event.data.chunk;
    return this.next(event);
  };
}

export function assistantMessage(content: string, calls: readonly LlmCall[]): LlmMessage {
  return {
    role: 'assistant',
    content,
    ...defined({ toolCalls: calls.length === 0 ? undefined : [...calls] }),
  };
}

export function toolMessage({ call, content, isError }: ExecutedCall): LlmMessage {
  return { role: 'tool', toolCallId: call.id, name: call.name, content, isError };
}

/** Watches one run from outside. None of its methods throws, waits or changes what the run does. */
export interface RunWatch {
  /** The loop's parts, seen by this watch: the model, the calls, what is recorded. */
  around(deps: LoopDeps): LoopDeps;
  /** Sees each event but the terminal one, in order, before it is stored. */
  event(event: AgentEvent): void;
  published(): void;
  /** Called once: with the terminal event that was stored, `undefined` when none could be. */
  ended(terminal: AgentEvent | undefined): void;
}

export interface RunObserver {
  begin(request: RunRequest): RunWatch;
  streamOpened(closed: AbortSignal): void;
}

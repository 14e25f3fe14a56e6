import type { JsonObject } from '../foundation/json.js';
import type { Logger } from '../foundation/logger.js';
import type { Timer } from '../foundation/timer.js';
import type { TraceHeaders } from '../foundation/trace-headers.js';
import type { LiveCall } from '../agenttools/live-call.js';
import type { RunScratch } from '../agenttools/run-scratch.js';
import type { InterceptPreview } from '../agenttools/interceptors/interceptors.js';
import type { Caller, Tool, ToolCall } from '../agenttools/tool.js';
import type { Models } from '../llm/models.js';
import type { LlmMessage, ToolCall as RequestedCall } from '../llm/types.js';
import type { Agent } from './agent.js';
import type { RunLimits } from './budget.js';
import type { CallRecorder } from './call-record.js';
import type { FormSink } from './operation-forms.js';
import type { PreviewSink } from './previews.js';
import type { AgentChoice } from './routing/agent-choice.js';
import type { SelectionDeps } from './select-tools.js';

/** One user message and all it stands on. */
export interface RunRequest {
  runId: string;
  conversationId: string;
  agent: Agent;
  /** How the agent was found; absent where the user named it, who then stays. */
  choice?: AgentChoice;
  caller: Caller;
  message: string;
  /** What the application reports to the model before the message, such as the user's decisions. */
  notes?: readonly string[];
  /** The conversation before this message, oldest first. */
  history: readonly LlmMessage[];
  requestContext: JsonObject;
  /** The user filled in a form: the run begins with exactly this call, and no model is asked for it. */
  firstCall?: Pick<RequestedCall, 'name' | 'arguments'>;
  /** What this run's tools keep from call to call. */
  scratch: RunScratch;
  /** Sent along with requests to the platform. */
  traceHeaders?: TraceHeaders;
}

/** What a prompt states of the server's surroundings as they are now. Soon there, and never rejects. */
export type PromptSection = (signal: AbortSignal) => Promise<string>;

/** What the loop works with; nothing of HTTP, nothing of Nest. */
export interface LoopDeps {
  selection: SelectionDeps;
  models: Models;
  /** Briefings by the name that agents ask for. */
  promptSections?: Readonly<Record<string, PromptSection>>;
  /** The models that may choose an agent's steps where it asks for that; absent: all. */
  trustedModels?: readonly string[];
  previews: PreviewSink;
  forms: FormSink;
  /** How what tools propose is shown. */
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
  /** What a run may use; an agent's policy may ask for less. */
  limits: RunLimits;
  timer: Timer;
  logger: Logger;
  /** Milliseconds that only rise, for durations. */
  now: () => number;
}

import type { JsonObject } from '../foundation/json.js';
import type { UserFile } from '../foundation/user-files.js';

/** One tool call as the model asked for it; `arguments` are parsed but not yet validated. */
export interface LlmCall {
  id: string;
  name: string;
  arguments: JsonObject;
  /** Set where the call came broken and cannot be run: what is wrong with it, for the model. */
  fault?: string;
  /** Opaque data a provider needs back with the call (e.g. Gemini's thought signature). */
  providerData?: JsonObject;
}

/** An image of a user's message: stored by reference, with its base64 once a request is made. */
export interface LlmImage extends UserFile {
  data?: string;
}

/** What scripts have read, newest last: no model saw it. */
export interface ScriptReads {
  reads: { tool: string; id: string; input: JsonObject; content: string }[];
  isPartial: boolean;
}

export type LlmMessage =
  | { role: 'user'; content: string; images?: readonly LlmImage[] }
  | { role: 'assistant'; content: string; toolCalls?: LlmCall[]; isNote?: true }
  | {
      role: 'tool';
      toolCallId: string;
      name: string;
      content: string;
      isError: boolean;
      inScript?: ScriptReads | undefined;
    };

export interface ToolSpec {
  name: string;
  description: string;
  inputSchema: JsonObject;
  /** Arguments as they may be; perhaps not valid. */
  inputExamples?: readonly JsonObject[];
}

/** `none` forbids calls, `required` asks for at least one, `{name}` asks for this one. */
export type ToolChoice = 'auto' | 'none' | 'required' | { name: string };

export interface LlmRequest {
  system: string;
  messages: readonly LlmMessage[];
  tools: readonly ToolSpec[];
  toolChoice?: ToolChoice;
  shortlist?: string;
  unmetWords?: readonly string[] | undefined;
  maxTokens: number;
  /** The caller does as well without an answer: what fails is not tried once more. */
  isOptional?: boolean;
}

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  cachedTokens?: number;
}

/** Adds what a call took to what calls took before. */
export function addUsage(sum: Usage, { inputTokens, outputTokens }: Usage): void {
  sum.inputTokens += inputTokens;
  sum.outputTokens += outputTokens;
}

/** A value that a message gives a field of an operation, and the text it was read from. */
export interface FilledValue {
  path: string;
  value: unknown;
  text: string;
}

/** An operation with what a message fills in of it; `notUsed` is all the rest of the message. */
export interface FilledForm {
  tool: string;
  values: readonly FilledValue[];
  notUsed: readonly string[];
}

/** In place of an answer: the operations that fit best, best first. `opens`: the first one clearly leads. */
export interface OperationForm {
  operations: readonly FilledForm[];
  opens: boolean;
}

export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'safety' | 'malformed_call' | 'other';

export type LlmEvent =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  /** `leaked`: the model wrote it as text. */
  | { type: 'tool_call'; call: LlmCall; leaked?: true }
  /** From a provider that reads no language; the answer ends with it. */
  | { type: 'form'; form: OperationForm }
  | { type: 'done'; finishReason: FinishReason; usage: Usage }
  | {
      type: 'error';
      code: 'model_error' | 'model_unavailable' | 'cancelled';
      message: string;
      retryable: boolean;
    };

/**
 * A model API. Contract of `streamChat`: it never throws after the first event; a failure is a
 * final `error` event; there is exactly one final event (`done` or `error`); an aborted `signal`
 * ends the stream within 100 ms and frees its socket.
 */
export interface LlmProvider {
  readonly name: string;
  readonly model: string;
  /** Set while its API says that it has no such model: in its words, with the models it has. */
  readonly fault?: string | undefined;
  streamChat(request: LlmRequest, signal: AbortSignal): AsyncIterable<LlmEvent>;
}
